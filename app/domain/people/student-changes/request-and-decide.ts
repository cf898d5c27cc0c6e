import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { notifyDeciders } from '#app/domain/core/four-eyes/notify-deciders.ts'
import { refuseBesideOpen, requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { openedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { editStudent } from '#app/domain/people/students/change-student.ts'
import { type StudentRow, studentRow } from '#app/domain/people/students/find-students.ts'
import type { StudentInput } from '#app/domain/people/students/student.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import {
  comparedChange,
  openChanges,
  type StudentChange,
  sealChanges,
  studentChange,
  studentChangesIn,
  valuesNow,
  wantedNumbers,
} from './find-student-changes.ts'
import {
  type ApproveChangeInput,
  type Changes,
  changesOf,
  otherFieldsOf,
  type StudentChangeInput,
  type Values,
} from './student-change.ts'

/**
 * A parent requests a change of their child's details; nothing changes before the office approves. Refuses a request without
 * changes (student_change.nothing), another identity type without its number (identity.number_again), a birth in the future,
 * and a second open request (duplicate.student_change, by constraint). It is not checked here whether another student has the
 * same details, because a family must not learn that. Returns the id and the child's name.
 */
export async function requestChange(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  student_id: string,
  input: StudentChangeInput,
  today: string,
): Promise<{ id: string; name: string }> {
  const row = await studentRow(trx, scope, keys, student_id)
  if (!scope.parent_id) throw new Refusal('not_found.student')
  if (input.born_on > today) throw new Refusal('student.born_on', 'born_on')
  if (row.identity_masked && !input.identity_no && input.identity_type !== row.identity_type)
    throw new Refusal('identity.number_again', 'identity_no')
  const changes = changesOf(input, valuesNow(row), await numbersOf(trx, keys, student_id))
  const fields = Object.keys(changes.wanted)
  if (fields.length === 0) throw new Refusal('student_change.nothing')
  await refuseBesideOpen(trx, 'student_change', { student_id })
  const id = newId()
  await trx
    .insertInto('student_change')
    .values({
      ...{ id, student_id, parent_id: scope.parent_id, requested_by: actor.id! },
      ...{ changes_sealed: sealChanges(keys, id, changes), reason: input.reason || null },
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  const change = named(row.name, { after: { changed: fields } })
  await record(trx, actor, 'student_change.requested', { type: 'student_change', id }, change)
  await notifyDeciders(trx, 'student_change', id)
  return { id, name: row.name }
}

/** The stored numbers in full, so that typing the same number again is no change. */
async function numbersOf(trx: Transaction<DB>, { ring, place }: Keys, id: string): Promise<Values> {
  const { identity_no_sealed: sealed, birth_cert_no } = await trx
    .selectFrom('student')
    .select(['identity_no_sealed', 'birth_cert_no'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const identity_no = sealed && openedIdentity(ring, { place, table: 'student', row: id }, sealed)
  return { identity_no, birth_cert_no }
}

const requests = requestVerbs({
  noun: 'student_change',
  waiting: 'requested',
  over: 'student_change.decided',
  reached: studentChangesIn,
  find: studentChange,
  refuseDecider: (_trx, actor, row) => refuseOwnRequest(actor, row),
  auditOf: ({ student }, more) => named(student, { after: more }),
})
export const { withdraw: withdrawChange } = requests

/**
 * Approves a request: the requested values replace the current ones, as if the office had typed them, and the family is
 * notified. Refuses a parent of the child (four_eyes.own_family), a request that is not open, a student who was changed since
 * the comparison was shown (version_conflict), and what editStudent refuses.
 */
export async function approveChange(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  id: string,
  { version, twin_reason }: ApproveChangeInput,
  today: string,
): Promise<StudentChange> {
  const row = await requests.lockForDecision(trx, actor, scope, id)
  const { student_id } = row
  const now = await studentRow(trx, scope, keys, student_id)
  const input = { ...asTyped(now, openChanges(keys, row)), twin_reason }
  await editStudent(trx, actor, scope, keys, { id: student_id, version }, input, today)
  await requests.decide(trx, actor, row, { status: 'approved' })
  await enqueue(trx, 'student_change.send', { student_change_id: id })
  return row
}

/** Rejects a request with a reason, which is mailed to the family. */
export async function rejectChange(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  declined: { decision_reason: string },
): Promise<StudentChange> {
  const row = await requests.reject(trx, actor, scope, id, declined)
  await enqueue(trx, 'student_change.send', { student_change_id: id })
  return row
}

/** The requested numbers in full, for comparing them with documents; recorded in the audit log. */
export async function revealWanted(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  id: string,
): Promise<ReturnType<typeof wantedNumbers>> {
  const { student, changes } = await comparedChange(trx, scope, keys, id)
  const numbers = wantedNumbers(student, changes)
  if (!numbers.identity_no && !numbers.birth_cert_no) throw new Refusal('not_found.student_change')
  await record(trx, actor, 'identity.revealed', { type: 'student_change', id })
  return numbers
}

/** The input of the office's form: the current values, with the requested ones replaced. */
function asTyped(now: StudentRow, { wanted }: Changes): StudentInput {
  const { student_no, branch_id, registered_on, tags } = now
  const merged = { ...otherFieldsOf(now), student_no, branch_id, registered_on, tags, ...wanted }
  // The form leaves out empty fields.
  const said = Object.entries(merged).filter(([, value]) => value !== null)
  return Object.fromEntries(said) as unknown as StudentInput
}
