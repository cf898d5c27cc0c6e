import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { isPlainDate, startOfMonth } from '#app/domain/core/dates.ts'
import { reason } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** `running`: it is not over; `open`: it is over but entries may still be dated into it; `closed`: they may not. */
export const monthStatuses = ['open', 'running', 'closed'] as const
export type MonthStatus = (typeof monthStatuses)[number]

/** A month in addresses: `2026-01`. */
export const monthName = z.string().refine((text) => /^\d{4}-\d{2}$/.test(text) && isPlainDate(`${text}-01`))

export const firstDayOf = (month: string) => `${month}-01`
export const monthOf = (on: string) => on.slice(0, 7)

/** A month can be closed when its last day is over, so that today is never in a closed one. */
export const isOver = (month: string, today: string) => firstDayOf(month) < startOfMonth(today)

export const closeForm = z.object({ form_key: z.uuid().optional() })
export const reopenForm = z.object({ reason, form_key: z.uuid().optional() })

/**
 * Whether the month of a day is open; nobody can close it until the transaction ends. Triggers check the same for every
 * payment, collection and issued invoice.
 */
export async function isOpenOn(trx: Transaction<DB>, on: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`select ${openOn(on)} as open`.execute(trx)
  return rows[0]!.open
}

/** The same as an expression for another query of the transaction. */
export const openOn = (on: string) => sql<boolean>`month_is_open(${on}::date)`

/** Refuses month.closed, at the field of the date where there is one. */
export async function refuseClosedMonth(trx: Transaction<DB>, on: string, field?: string): Promise<void> {
  if (!(await isOpenOn(trx, on))) throw closedMonth(on, field)
}

export function closedMonth(on: string, field?: string): Refusal {
  const month = monthOf(on)
  return new Refusal('month.closed', field, { month }).blockedBy({ to: 'month', id: month })
}

/** Waits for all transactions that write into the month, and blocks others until the transaction ends. */
export async function lockMonth(trx: Kysely<DB>, first: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(month_lock(${first}::date))`.execute(trx)
}
