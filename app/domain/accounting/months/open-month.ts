import { type Kysely, sql, type Transaction } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { monthOf } from './month.ts'

/**
 * Whether money may still be dated `on`; until the transaction ends nobody closes that month. The database asks the same
 * of every payment, line of the money-in book and issued invoice.
 */
export async function isOpenOn(trx: Transaction<DB>, on: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`select ${openOn(on)} as open`.execute(trx)
  return rows[0]!.open
}

/** The same within another query of the transaction. */
export const openOn = (on: string) => sql<boolean>`month_is_open(${on}::date)`

/** Refuses month.closed, at the field that holds the date where there is one. */
export async function refuseClosedMonth(trx: Transaction<DB>, on: string, field?: string): Promise<void> {
  if (!(await isOpenOn(trx, on))) throw closedMonth(on, field)
}

export function closedMonth(on: string, field?: string): Refusal {
  return new Refusal('month.closed', field, { month: monthOf(on) })
}

/** Waits for all who date something into the month now, and keeps others out until the transaction ends. */
export async function lockMonth(trx: Kysely<DB>, first: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(month_lock(${first}::date))`.execute(trx)
}
