import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { insertStoredFile, type KeptFile } from '#app/domain/core/documents/insert-stored-file.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { lockedActiveStudent } from '#app/domain/people/students/scope.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { leaveRow } from './find-leave.ts'
import { type LeaveInput, leaveDaysAhead, leaveDaysBack, mostLeaveDays } from './leave.ts'

type Days = Pick<LeaveInput, 'starts_on' | 'ends_on'>

/**
 * Refuses an end before the start, more than 60 days, a start before yesterday or more than a year ahead: what can be said before
 * a paper is read.
 */
export function refuseLeaveDays({ starts_on, ends_on }: Days, today: string): void {
  if (ends_on < starts_on) throw new Refusal('leave_request.ends_first', 'ends_on')
  if (starts_on < addDays(today, -leaveDaysBack)) throw new Refusal('leave_request.past', 'starts_on')
  if (starts_on > addDays(today, leaveDaysAhead)) throw new Refusal('leave_request.far', 'starts_on')
  if (ends_on >= addDays(starts_on, mostLeaveDays))
    throw new Refusal('leave_request.long', 'ends_on', { most: mostLeaveDays })
}

/**
 * Asks for leave of a student in scope: a parent for an own child, the office for a family. It needs nobody's approval: whoever
 * marks sees it and decides. Refuses as `refuseLeaveDays`, a student outside of the scope (not_found.student) or not active,
 * and days that overlap with another request (leave_request.overlap). Returns its id and the student's name.
 */
export async function requestLeave(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  student_id: string,
  { starts_on, ends_on, reason }: Omit<LeaveInput, 'file'>,
  paper: KeptFile | null,
  today: string,
): Promise<{ id: string; name: string }> {
  refuseLeaveDays({ starts_on, ends_on }, today)
  const name = await lockedActiveStudent(trx, scope, student_id, 'leave_request.inactive')
  // One at a time for each student, so that of two concurrent requests the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ${`:leave of ${student_id}`}))`.execute(
    trx,
  )
  const other = await trx
    .selectFrom('leave_request')
    .select(['id', 'starts_on'])
    .where('student_id', '=', student_id)
    .where('withdrawn_at', 'is', null)
    .where('starts_on', '<=', ends_on)
    .where('ends_on', '>=', starts_on)
    .orderBy('starts_on')
    .executeTakeFirst()
  if (other)
    throw new Refusal('leave_request.overlap', 'starts_on').blockedBy({
      to: 'leave_request',
      id: other.id,
      name,
    })
  const id = newId()
  const file_id = paper && (await insertStoredFile(trx, 'leave_request', paper, actor))
  await trx
    .insertInto('leave_request')
    .values({ id, student_id, starts_on, ends_on, reason, file_id, requested_by: actor.id! })
    .execute()
  const change = named(name, {
    after: { starts_on, ends_on, reason, ...(paper ? { file: paper.name } : {}) },
  })
  await record(trx, actor, 'leave_request.requested', { type: 'leave_request', id }, change)
  return { id, name }
}

/** Until its first day a family withdraws what it asked for; the office does so on any day. */
export const mayWithdraw = (
  scope: RowScope,
  row: { starts_on: string; withdrawn_at: Date | null },
  today: string,
) => row.withdrawn_at === null && (scope.scope !== 'own' || row.starts_on >= today)

/**
 * Withdraws a request. Refuses not_found.leave_request, one that was withdrawn already (leave_request.withdrawn), and a family whose
 * leave has begun (leave_request.begun).
 */
export async function withdrawLeave(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<{ name: string }> {
  const row = await leaveRow(trx, scope, id)
  if (row.withdrawn_at) throw await meanwhile(trx, 'leave_request.withdrawn', { type: 'leave_request', id })
  if (!mayWithdraw(scope, row, today)) throw new Refusal('leave_request.begun')
  const withdrawn = await trx
    .updateTable('leave_request')
    .set({ withdrawn_at: sql<Date>`now()`, withdrawn_by: actor.id, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!withdrawn) throw await meanwhile(trx, 'leave_request.withdrawn', { type: 'leave_request', id })
  const { starts_on, ends_on } = row
  const change = named(row.student, { before: { starts_on, ends_on } })
  await record(trx, actor, 'leave_request.withdrawn', { type: 'leave_request', id }, change)
  return { name: row.student }
}
