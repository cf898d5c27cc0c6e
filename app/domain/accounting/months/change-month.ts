import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { endOfMonth } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { bookSums, type MonthSums } from './find-months.ts'
import { firstDayOf, isOver, lockMonth } from './month.ts'

/**
 * Closes a month: no payment, reversal or invoice can be dated into it any more, and its current sums are stored. Refuses a
 * month that is not over (month.not_over) and one that is closed (month.already_closed).
 */
export async function closeMonth(
  trx: Transaction<DB>,
  actor: Actor,
  month: string,
  today: string,
): Promise<void> {
  const first = firstDayOf(month)
  if (!isOver(month, today)) throw new Refusal('month.not_over', undefined, { month })
  await lockMonth(trx, first)
  if (await closingOf(trx, first)) throw new Refusal('month.already_closed', undefined, { month })
  const sums = await sumsOf(trx, first)
  const id = newId()
  await trx
    .insertInto('month_closing')
    .values({ id, month: first, ...sums, closed_by: actor.id! })
    .execute()
  await record(trx, actor, 'month.closed', { type: 'month_closing', id }, { after: { month, ...sums } })
}

/** Reopens a month with a reason; the row of its closing stays. Refuses a month that is not closed (month.not_closed). */
export async function reopenMonth(
  trx: Transaction<DB>,
  actor: Actor,
  month: string,
  reason: string,
): Promise<void> {
  const first = firstDayOf(month)
  const reopened = await trx
    .updateTable('month_closing')
    .set({ reopened_at: sql<Date>`now()`, reopened_by: actor.id, reopen_reason: reason })
    .where('month', '=', first)
    .where('reopened_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!reopened) throw new Refusal('month.not_closed', undefined, { month })
  await record(
    trx,
    actor,
    'month.reopened',
    { type: 'month_closing', id: reopened.id },
    { after: { month, reason } },
  )
}

async function closingOf(trx: Transaction<DB>, first: string) {
  return trx
    .selectFrom('month_closing')
    .select('id')
    .where('month', '=', first)
    .where('reopened_at', 'is', null)
    .executeTakeFirst()
}

async function sumsOf(trx: Transaction<DB>, first: string): Promise<MonthSums> {
  return trx
    .selectFrom('collection')
    .select([
      bookSums.received_sen.as('received_sen'),
      bookSums.reversed_sen.as('reversed_sen'),
      bookSums.fees_sen.as('fees_sen'),
      bookSums.net_sen.as('net_sen'),
    ])
    .where('collected_on', '>=', first)
    .where('collected_on', '<=', endOfMonth(first))
    .executeTakeFirstOrThrow()
}
