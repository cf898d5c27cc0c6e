import { type Kysely, sql } from 'kysely'
import { holidaysOf } from '#app/domain/core/holidays/kept-holidays.ts'
import type { DB } from '#db/types.ts'
import { nextPayoutDay, type PayoutSchedule } from './payout.ts'

/**
 * Of the ledger (`line`) what the banks have settled and no payout has taken up, and what was taken back, which never waits:
 * a line that was taken back before it went out stands beside its opposite.
 */
export const owedLine = sql<boolean>`
  line.method = 'fpx' and line.source in ('invoice', 'infaq', 'zakat') and line.payout_id is null
  and (line.status = 'reversed' or (line.status = 'settled' and line.gross_sen > 0))`

/** What waits to be paid out to an organisation, with what two people have agreed to add or take, and when it is due. */
export interface Waiting {
  sen: number
  next_on: string
}

/** At the place of the organisation or of the platform; undefined: there is no such organisation. */
export async function waitingFor(
  db: Kysely<DB>,
  entity_id: string,
  today: string,
): Promise<Waiting | undefined> {
  const [entity, holidays, { rows }] = await Promise.all([
    db
      .selectFrom('platform.entity')
      .select(['payout_frequency', 'payout_day'])
      .where('id', '=', entity_id)
      .executeTakeFirst(),
    holidaysOf(db),
    sql<{ sen: number }>`select (
        (select coalesce(sum(line.net_sen), 0) from platform.ledger line where line.entity_id = ${entity_id} and ${owedLine})
        + (select coalesce(sum(sen), 0) from platform.payout_adjustment
          where entity_id = ${entity_id} and status = 'approved' and payout_id is null)
      )::bigint as sen`.execute(db),
  ])
  if (!entity) return undefined
  return { sen: rows[0]!.sen, next_on: nextPayoutDay(entity as PayoutSchedule, today, holidays) }
}
