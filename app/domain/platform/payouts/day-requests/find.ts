import { type Kysely, sql } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import type { PayoutSchedule } from '../payout.ts'
import type { DayRequestStatus } from './day-request.ts'

const requests = (db: Kysely<DB>) =>
  db
    .selectFrom('platform.payout_day_request as request')
    .innerJoin('platform.entity as entity', 'entity.id', 'request.entity_id')
    .select(['request.id', 'request.entity_id', 'entity.name as entity', 'request.payout_day'])
    .select(sql<PayoutSchedule['payout_frequency']>`request.payout_frequency`.as('payout_frequency'))
    .select(['request.asker', 'request.asked_at', 'request.decision_reason', 'request.decided_at'])
    .select(sql<DayRequestStatus>`request.status`.as('status'))
export type DayRequest = Awaited<ReturnType<typeof dayRequest>>

/** The newest of an organisation, which is also the one that waits; none where the day was set by hand since it was decided. */
export async function latestDayRequest(db: Kysely<DB>, entity_id: string) {
  const row = await requests(db)
    .select('entity.payout_day_set_at as set_at')
    .where('request.entity_id', '=', entity_id)
    .orderBy('request.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { set_at, ...request } = row
  return request.decided_at !== null && set_at !== null && set_at > request.decided_at ? undefined : request
}

/** One, of whatever organisation the place sees; refuses with not_found.payout_day. */
export async function dayRequest(db: Kysely<DB>, id: string) {
  const row = await requests(db).where('request.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.payout_day')
  return row
}

/** Of all organisations, what waits for the operator, the oldest first. */
export const dayRequestsWaiting = (db: Kysely<DB>) =>
  requests(db).where('request.status', '=', 'pending').orderBy('request.id').execute()
