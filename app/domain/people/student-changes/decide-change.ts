import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { refuseOwnFamily, refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { editStudent } from '#app/domain/people/students/change-student.ts'
import { type StudentRow, studentRow } from '#app/domain/people/students/find-students.ts'
import type { StudentInput } from '#app/domain/people/students/student.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import {
  comparedChange,
  openChanges,
  parentAccounts,
  type StudentChange,
  studentChange,
  studentChangesIn,
  wantedNumbers,
} from './find-student-changes.ts'
import { type ApproveChangeInput, type Changes, otherFieldsOf } from './student-change.ts'

const requests = requestVerbs({
  noun: 'student_change',
  waiting: 'requested',
  over: 'student_change.decided',
  reached: studentChangesIn,
  find: studentChange,
  async refuseDecider(trx, actor, row) {
    refuseOwnRequest(actor, row)
    refuseOwnFamily(actor, await parentAccounts(trx, row.student_id))
  },
  told: ({ student }, more) => named(student, { after: more }),
})
export const { withdraw: withdrawChange } = requests

/**
 * Writes what was asked for over what is on file by now, as if the office had typed it, and has the family told. Refuses a
 * parent of the child (four_eyes.own_family), what is not open any more, a student who was changed since the two were
 * compared (version_conflict), and what editStudent refuses.
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
  const row = await requests.toDecide(trx, actor, scope, id)
  const { student_id } = row
  const now = await studentRow(trx, scope, keys, student_id)
  const input = { ...asTyped(now, openChanges(keys, row)), twin_reason }
  await editStudent(trx, actor, scope, keys, { id: student_id, version }, input, today)
  await requests.decide(trx, actor, row, { status: 'approved' })
  await enqueue(trx, 'student_change.send', { student_change_id: id })
  return row
}

/** Turns it down with a reason, which the family is told. */
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

/** The numbers that a family asked for in full, as the office compares them with the papers; the log says who looked. */
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

/** The office's form as it would be filled in; what nobody asked about stays as it is. */
function asTyped(now: StudentRow, { wanted }: Changes): StudentInput {
  const { student_no, branch_id, registered_on, tags } = now
  const kept = { ...otherFieldsOf(now), student_no, branch_id, registered_on, tags, ...wanted }
  // The form says of what is empty nothing at all.
  const said = Object.entries(kept).filter(([, value]) => value !== null)
  return Object.fromEntries(said) as unknown as StudentInput
}
