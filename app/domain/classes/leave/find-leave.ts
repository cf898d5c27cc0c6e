import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/**
 * Leave that families asked for on the day of a session, for whoever marks it; of any student, also of one who is not on its roster.
 * At most one for each: requests that overlap are refused.
 */
export function leaveOn(db: Kysely<DB>, session_id: string) {
  return db
    .selectFrom('leave_request')
    .innerJoin('class_session', (join) =>
      join.on(sql<boolean>`class_session.held_on between leave_request.starts_on and leave_request.ends_on`),
    )
    .select(['leave_request.student_id', 'leave_request.id', 'leave_request.reason'])
    .select(['leave_request.starts_on', 'leave_request.ends_on'])
    .select(sql<boolean>`leave_request.file_id is not null`.as('has_paper'))
    .where('class_session.id', '=', session_id)
    .where('leave_request.withdrawn_at', 'is', null)
    .execute()
}
export type LeaveOn = Awaited<ReturnType<typeof leaveOn>>[number]
