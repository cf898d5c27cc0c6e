import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import type { AtVersion } from '#app/domain/core/crud/kept-rows.ts'
import { refuseBeyondLimit } from '#app/domain/core/features/limits.ts'
import { owed } from '#app/domain/core/invoicing/status.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { endAllOf, openEnrolments } from '#app/domain/people/enrolments/end-all.ts'
import { turnEnrolments } from '#app/domain/people/enrolments/turn.ts'
import type { DB } from '#db/types.ts'
import { lockedStudent } from './change-student.ts'
import { isRestorable, reachedStudents } from './scope.ts'
import { nextStatuses, type StudentStatus } from './student.ts'
import type { StudentStatusInput } from './student-form.ts'

const actions: Record<StudentStatus, string> = {
  active: 'student.activated',
  inactive: 'student.deactivated',
  graduated: 'student.graduated',
  withdrawn: 'student.withdrawn',
}

/**
 * Pauses, lets go or takes back a student from a day that is no later than today. Graduating needs all classes to have
 * ended (student.classes_open); withdrawing ends them on that day. Refuses other ways than those of nextStatuses, a day
 * before they joined, and to take back more than the package allows. Returns the name.
 */
export async function setStudentStatus(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { status, on, reason, version }: StudentStatusInput,
  today: string,
): Promise<string> {
  const before = await lockedStudent(trx, scope, { id, version })
  const from = before.status as StudentStatus
  if (!nextStatuses[from].includes(status)) throw new Refusal('action_not_allowed')
  if (on > today || on < before.registered_on) throw new Refusal('student.status_on', 'on')
  await turnEnrolments(trx, today, id)
  if (status === 'active') await refuseBeyondLimit(trx, 'student')
  if (status === 'graduated' && (await openEnrolments(trx, id)) > 0) throw new Refusal('student.classes_open')
  const ended = status === 'withdrawn' ? await endAllOf(trx, actor, id, on) : 0
  const set = { status, status_on: on, graduated_on: status === 'graduated' ? on : null }
  await changeAt(trx, actor, 'student', { id, version }, set, { status: from })
  const after = {
    status,
    status_on: on,
    ...(reason ? { reason } : {}),
    ...(ended ? { classes_ended: ended } : {}),
  }
  const change = named(before.name, { before: { status: from }, after })
  await record(trx, actor, actions[status], { type: 'student', id }, change)
  return before.name
}

/**
 * Puts away a student without open classes (else student.has_active_classes) and without open invoices (else
 * student.has_open_invoices): the row stays, and can be brought back for 90 days. Returns the name.
 */
export async function removeStudent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  at: AtVersion,
  today: string,
): Promise<string> {
  const { id } = at
  const { name, student_no, status } = await lockedStudent(trx, scope, at)
  await turnEnrolments(trx, today, id)
  if ((await openEnrolments(trx, id)) > 0) throw new Refusal('student.has_active_classes')
  const { open } = await trx
    .selectNoFrom(
      sql<number>`(select count(*) from invoice where student_id = ${id} and (status = 'draft' or ${owed} > 0))`.as(
        'open',
      ),
    )
    .executeTakeFirstOrThrow()
  if (open > 0) throw new Refusal('student.has_open_invoices', undefined, { count: open })
  await changeAt(trx, actor, 'student', at, { deleted_at: sql<Date>`now()` }, { removed: false })
  await record(
    trx,
    actor,
    'student.removed',
    { type: 'student', id },
    { before: { name, student_no, status } },
  )
  return name
}

/**
 * Brings a student back as they were. Refuses one who is not among the removed, one whose number, identity number or birth
 * certificate another one has by now (duplicate.student), and one more than the package allows. Returns the name.
 */
export async function restoreStudent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { id, version }: AtVersion,
): Promise<string> {
  const row = await reachedStudents(trx, scope)
    .select(['student.name', 'student.student_no', 'student.status'])
    .where('student.id', '=', id)
    .where(isRestorable('student'))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.student')
  const { name, student_no, status } = row
  if (status === 'active') await refuseBeyondLimit(trx, 'student')
  await changeAt(trx, actor, 'student', { id, version }, { deleted_at: null }, { removed: true })
  await record(trx, actor, 'student.restored', { type: 'student', id }, { after: { name, student_no } })
  return name
}
