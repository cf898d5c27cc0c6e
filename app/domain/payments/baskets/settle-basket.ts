import { type Kysely, sql, type Transaction } from 'kysely'
import { allocate } from '#app/domain/accounting/credits/allocation.ts'
import { lockFreeCredit } from '#app/domain/accounting/credits/find-credits.ts'
import { spendCredit } from '#app/domain/billing/credits/use-credit.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { leastOf, type PartRules } from '#app/domain/core/invoicing/payment-rules.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'
import { askedOf, type Shown } from './basket.ts'

export interface Basket {
  /** Public codes, in the order of allocation. */
  codes: readonly string[]
  /** The amounts shown to the payer; without them nothing is compared. */
  shown?: Shown | undefined
  /** A part of the rest after credit, in sen, without the fee; by default all of it. */
  part_sen?: number | undefined
}

interface LockedInvoice {
  id: string
  public_code: string
  number: string | null
  status: string
  payer_parent_id: string
  balance_sen: number
}

interface Due {
  public_code: string
  payer_parent_id: string
  balance_sen: number
}

/** The share of each invoice in a part payment, by code; invoices without a share are left out. */
type Shares = ReadonlyMap<string, number>

/**
 * Locks the invoices of a basket in the order of their ids, compares them, the fee and the credit with the amounts shown, and
 * pays with the credit of the signed-in family. Returns the codes of the invoices still owed. Refuses changes since the page
 * was shown, with the differences and the present sum (payment.changed.…); a single invoice that cannot be paid is left to
 * the caller to refuse.
 */
export async function settleBasket(
  trx: Transaction<DB>,
  actor: Actor,
  { codes, shown, part_sen }: Basket,
  { fee_sen, today }: { fee_sen: number; today: string },
): Promise<string[]> {
  const invoices = await lockInvoices(trx, codes)
  const open = invoices.filter(isOpen)
  const due_sen = open.reduce((sum, { balance_sen }) => sum + balance_sen, 0)
  const own = actor.parent_id && open.every((one) => one.payer_parent_id === actor.parent_id)
  const free_sen = own ? await lockFreeCredit(trx, actor.parent_id!) : 0
  const now = {
    ...{ fee_sen, credit_sen: Math.min(free_sen, due_sen) },
    owed_sen: open.map(({ balance_sen }) => balance_sen),
  }
  if (shown) refuseChanged(invoices, shown, now, part_sen)
  if (now.credit_sen === 0) return [...codes]
  const ids = open.map(({ id }) => id)
  const uses = await spendCredit(trx, actor, [actor.parent_id!], today, ids)
  const paid = (id: string) => uses.find(({ invoice_id }) => invoice_id === id)?.amount_sen ?? 0
  const done = open.filter(({ id, balance_sen }) => paid(id) === balance_sen)
  return codes.filter((code) => done.every(({ public_code }) => public_code !== code))
}

/**
 * Pays a basket with the family's credit alone. Refuses changes (payment.changed.…) and insufficient credit
 * (family_credit.too_little).
 */
export async function payByCredit(
  trx: Transaction<DB>,
  actor: Actor,
  basket: Basket,
  today: string,
): Promise<void> {
  const left = await settleBasket(trx, actor, basket, { fee_sen: 0, today })
  if (left.length > 0) throw new Refusal('family_credit.too_little')
}

/** Owed and not being paid online at this moment. */
const isOpen = ({ status, balance_sen }: LockedInvoice) => status === 'unpaid' && balance_sen > 0

async function lockInvoices(trx: Transaction<DB>, codes: readonly string[]): Promise<LockedInvoice[]> {
  const rows = await trx
    .selectFrom('invoice')
    .select(['id', 'public_code', 'number', 'status', 'payer_parent_id'])
    .select(sql<number>`balance_sen`.as('balance_sen'))
    .where('public_code', 'in', codes)
    .orderBy('id')
    .forUpdate()
    .execute()
  return codes.flatMap((code) => rows.filter(({ public_code }) => public_code === code))
}

function refuseChanged(
  invoices: readonly LockedInvoice[],
  shown: Shown,
  now: Shown,
  part_sen?: number,
): void {
  const alone = invoices.length === 1
  const total = formatRinggit(askedOf(now, part_sen))
  const numbersOf = (rows: readonly LockedInvoice[]) => rows.map(({ number }) => number).join(', ')
  const refuse = (what: 'paid' | 'cancelled' | 'in_payment', rows: readonly LockedInvoice[]) => {
    if (rows.length > 0 && !alone)
      throw new Refusal(`payment.changed.${what}`, undefined, { numbers: numbersOf(rows), total })
  }
  const are = (status: string) => invoices.filter((one) => one.status === status)
  refuse('cancelled', are('cancelled'))
  refuse('in_payment', are('pending'))
  refuse(
    'paid',
    invoices.filter((one) => one.status === 'paid' || (one.status === 'unpaid' && one.balance_sen === 0)),
  )
  const other = invoices.filter((one, n) => isOpen(one) && one.balance_sen !== shown.owed_sen[n])
  if (other.length > 0)
    throw new Refusal('payment.changed.owed', undefined, { numbers: numbersOf(other), total })
  if (now.credit_sen !== shown.credit_sen)
    throw new Refusal('payment.changed.credit', undefined, { credit: formatRinggit(now.credit_sen), total })
  if (askedOf(now) > 0 && now.fee_sen !== shown.fee_sen)
    throw new Refusal('payment.changed.fee', undefined, { fee: formatRinggit(now.fee_sen), total })
}

/** The range of a part payment, in sen; null where part payment is off. Strangers may pay a part only under the rule "any". */
export function partOffered(rules: PartRules, due_sen: number, own: boolean) {
  const least_sen = leastOf(rules, due_sen)
  if (rules.rule === 'none' || least_sen >= due_sen) return null
  return { least_sen, most_sen: due_sen, signed_in: own || rules.rule === 'any' }
}

/**
 * Allocates a part payment over a basket by the organisation's rule. Refuses, at the field `part`, a part payment where it is
 * off (payment.part_off), an amount below the minimum or above the total, and one that would leave an older invoice unpaid
 * (payment.part_oldest).
 */
export async function sharesOfPart(
  db: Kysely<DB>,
  actor: Pick<Actor, 'parent_id'>,
  rows: readonly Due[],
  part_sen: number,
): Promise<Shares> {
  const rules = await settings(db, 'part_payment')
  const due_sen = rows.reduce((sum, { balance_sen }) => sum + balance_sen, 0)
  const own = rows.every(({ payer_parent_id }) => payer_parent_id === actor.parent_id)
  const values = { least: formatRinggit(leastOf(rules, due_sen)), most: formatRinggit(due_sen) }
  if (part_sen > due_sen) throw new Refusal('payment.part_large', 'part', values)
  const shares = sharesOf(part_sen, rows)
  if (part_sen === due_sen) return shares
  const offered = partOffered(rules, due_sen, own)
  if (!offered?.signed_in) throw new Refusal('payment.part_off', 'part')
  if (part_sen < offered.least_sen) throw new Refusal('payment.part_small', 'part', values)
  if (rules.rule === 'oldest_first' && (await leavesOlder(db, rows, [...shares.keys()])))
    throw new Refusal('payment.part_oldest', 'part')
  return shares
}

/** The same for locked invoices. */
export async function sharesOfLocked(
  trx: Transaction<DB>,
  actor: Actor,
  codes: readonly string[],
  part_sen: number,
): Promise<Shares> {
  const rows = await trx
    .selectFrom('invoice')
    .select(['public_code', 'payer_parent_id', sql<number>`balance_sen`.as('balance_sen')])
    .where('public_code', 'in', codes)
    .execute()
  const inOrder = codes.flatMap((code) => rows.filter(({ public_code }) => public_code === code))
  return sharesOfPart(trx, actor, inOrder, part_sen)
}

/** Allocates an amount over invoices, in the order given. */
export function sharesOf(sen: number, rows: readonly Pick<Due, 'public_code' | 'balance_sen'>[]): Shares {
  const owing = rows.map(({ public_code, balance_sen }) => ({
    id: public_code,
    balance_sen,
    status: 'unpaid',
  }))
  const { allocations } = allocate(sen, owing)
  return new Map(allocations.map(({ invoice_id: code, amount_sen }) => [code, amount_sen]))
}

/** Whether the family has an invoice due earlier that the part payment does not pay. */
async function leavesOlder(db: Kysely<DB>, rows: readonly Due[], paid: readonly string[]): Promise<boolean> {
  const chosen = rows.map(({ public_code }) => public_code)
  const older = await db
    .selectFrom('invoice')
    .select('id')
    .where('payer_parent_id', '=', rows[0]!.payer_parent_id)
    .where('status', '=', 'unpaid')
    .where('balance_sen', '>', 0)
    .where(sql<boolean>`public_code <> all(${chosen}::text[])`)
    .where(sql<boolean>`due_on < (select max(due_on) from invoice where public_code = any(${paid}::text[]))`)
    .limit(1)
    .executeTakeFirst()
  return older !== undefined
}
