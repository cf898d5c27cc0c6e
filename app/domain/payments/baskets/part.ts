import { type Kysely, sql, type Transaction } from 'kysely'
import { allocate } from '#app/domain/accounting/credits/allocation.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { leastOf, type PartRules } from '#app/domain/core/settings/payment-rules.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'

interface Due {
  public_code: string
  payer_parent_id: string
  balance_sen: number
}

/** What a part of a bill comes to for each invoice, by code; those that get nothing are left out. */
export type Shares = ReadonlyMap<string, number>

/** So much over what is owed, in the order given. */
export function sharesOf(sen: number, rows: readonly Pick<Due, 'public_code' | 'balance_sen'>[]): Shares {
  const owing = rows.map(({ public_code, balance_sen }) => ({
    id: public_code,
    balance_sen,
    status: 'unpaid',
  }))
  const { allocations } = allocate(sen, owing)
  return new Map(allocations.map(({ invoice_id: code, amount_sen }) => [code, amount_sen]))
}

/** What of a basket may be paid in part, in sen; null where it is whole or not at all. Of a stranger's only by the rule "any". */
export function partOffered(rules: PartRules, due_sen: number, own: boolean) {
  const least_sen = leastOf(rules, due_sen)
  if (rules.rule === 'none' || least_sen >= due_sen) return null
  return { least_sen, most_sen: due_sen, signed_in: own || rules.rule === 'any' }
}

/**
 * How a part is shared out over what a basket owes, in its order, by the organisation's rule. Refuses, at the field `part`, a
 * part where there is none (payment.part_off), less than the least and more than all of it, and one that would leave
 * something older behind (payment.part_oldest).
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

/** The same of invoices that are held until the transaction is over. */
export async function sharesOfHeld(
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

/** Whether the family owes something that was due before what a part pays, and that is not paid with it. */
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
