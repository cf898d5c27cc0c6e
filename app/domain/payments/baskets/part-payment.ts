import { type Kysely, sql, type Transaction } from 'kysely'
import { allocate } from '#app/domain/accounting/credits/allocation.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { leastOf, type PartRules } from '#app/domain/core/invoicing/payment-rules.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'

interface Due {
  public_code: string
  payer_parent_id: string
  balance_sen: number
}

/** The share of each invoice in a part payment, by code; invoices without a share are left out. */
type Shares = ReadonlyMap<string, number>

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
