import { type Kysely, sql, type Transaction } from 'kysely'
import type { SessionRole } from '#app/domain/core/access/access.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityDetail } from '#app/domain/identity/accounts/identity.ts'
import { similarStudents } from '#app/domain/people/students/change-student.ts'
import { familyOf } from '#app/domain/people/students/family.ts'
import { studentRow } from '#app/domain/people/students/find-students.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import { maskedNumber, openedAnswers } from './answers.ts'
import type { LinesToDecide } from './application.ts'
import { lockLines } from './decide-application.ts'
import type { ApplicationChild } from './find-applications.ts'
import { userOf } from './submit-application.ts'

/** A student on file who resembles a child of an application; without details outside the reader's scope. */
export interface Likeness {
  same: 'identity_no' | 'birth_cert_no' | 'twin'
  branch: string
  row: (Awaited<ReturnType<typeof studentRow>> & { parents: string }) | null
}

interface Line {
  name: string
  born_on: string
  student_id: string | null
  answers: { identity_no?: string | undefined; birth_cert_no?: string | undefined } | null
}

const likeOf = (db: Kysely<DB>, keys: Keys, { name, born_on, answers }: Line) =>
  similarStudents(
    db,
    keys,
    { name, born_on, identity_no: answers?.identity_no, birth_cert_no: answers?.birth_cert_no },
    null,
  )

/** Students on file who resemble a child, each as far as the reader may see them. */
export async function likenesses(
  db: Kysely<DB>,
  students: RowScope | undefined,
  keys: Keys,
  line: Line,
): Promise<Likeness[]> {
  if (line.student_id) return []
  const found = await likeOf(db, keys, line)
  return Promise.all(
    found.map(async ({ id, same, branch }) => {
      const reached =
        students &&
        (await studentsIn(db, students).where('student.id', '=', id).select('student.id').executeTakeFirst())
      if (!students || !reached) return { same, branch, row: null }
      const [row, family] = await Promise.all([studentRow(db, students, keys, id), familyOf(db, id)])
      return { same, branch, row: { ...row, parents: family.map((one) => one.name).join(', ') } }
    }),
  )
}

/** Whether likenesses do not block the approval: there are none, or a reason says that it is a different child. */
export const isSettled = (found: readonly Likeness[], twin_reason: string | null): boolean =>
  found.length === 0 || (twin_reason !== null && found.every(({ same }) => same === 'twin'))

/** The answers about a child that a reader may compare with a student on file. */
export async function detailsOf(db: Kysely<DB>, roles: readonly SessionRole[], row: ApplicationChild) {
  const parents = await db
    .selectFrom('application_parent')
    .select('name')
    .where('application_id', '=', row.application_id)
    .orderBy('place')
    .execute()
  const known = row.student_id
    ? await db.selectFrom('student').select('student_no').where('id', '=', row.student_id).executeTakeFirst()
    : undefined
  const { name, born_on, gender, branch, answers } = row
  const sees = answers && identityDetail(roles, 'application.view') ? answers : null
  return {
    ...{ name, born_on, gender, branch, parents: parents.map((one) => one.name).join(', ') },
    student_no: known?.student_no ?? null,
    nationality: answers?.nationality ?? null,
    identity_masked: sees && maskedNumber(sees),
    birth_cert_masked: sees && maskedNumber({ identity_type: '', identity_no: sees.birth_cert_no }),
    phone: answers?.phone ?? null,
    email: answers?.email ?? null,
    previous_school: answers?.previous_school ?? null,
  }
}
export type AppliedDetails = Awaited<ReturnType<typeof detailsOf>>

/** Open children of an application with an undecided likeness. */
export async function linesLike(db: Kysely<DB>, keys: Keys, application_id: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('application_student')
    .select(['id', 'name', 'born_on', 'student_id', 'answers_sealed', 'twin_reason'])
    .where('application_id', '=', application_id)
    .where('status', '=', 'pending')
    .where('student_id', 'is', null)
    .execute()
  const alike = new Set<string>()
  for (const row of rows) {
    const answers = openedAnswers(keys, 'application_student', row)
    const found = await likeOf(db, keys, { ...row, answers })
    if (found.some(({ same }) => same !== 'twin' || !row.twin_reason)) alike.add(row.id)
  }
  return alike
}

/** Links the child to the student on file, whom approval will enrol. Refuses a student without a likeness (not_found.student). */
export async function linkToStudent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  which: LinesToDecide,
  student_id: string,
): Promise<string> {
  return settle(trx, actor, scope, keys, which, 'application.linked', ({ found }) => {
    if (!found.some(({ id }) => id === student_id)) throw new Refusal('not_found.student', 'student_id')
    return { student_id, twin_reason: null }
  })
}

/**
 * Records that a child is different from a student with the same name and birthday. Refuses (duplicate.student) an equal
 * identity number.
 */
export async function declareDifferent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  which: LinesToDecide,
  twin_reason: string,
): Promise<string> {
  return settle(trx, actor, scope, keys, which, 'application.distinguished', ({ found }) => {
    if (found.some(({ same }) => same !== 'twin')) throw new Refusal('duplicate.student', 'twin_reason')
    return { student_id: null, twin_reason }
  })
}

async function settle(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  which: LinesToDecide,
  action: 'application.linked' | 'application.distinguished',
  decide: (about: { found: Awaited<ReturnType<typeof likeOf>> }) => {
    student_id: string | null
    twin_reason: string | null
  },
): Promise<string> {
  const { application, lines } = await lockLines(trx, scope, which)
  const line = lines[0]!
  if (line.is_existing) throw new Refusal('action_not_allowed')
  const answers = openedAnswers(keys, 'application_student', line)
  const values = decide({ found: await likeOf(trx, keys, { ...line, answers }) })
  await trx
    .updateTable('application_student')
    .set(values)
    .where('id', '=', line.id)
    .where('status', '=', 'pending')
    .execute()
  await trx
    .updateTable('application')
    .set(changed({ id: userOf(actor) }))
    .where('id', '=', application.id)
    .where(sql<boolean>`status = 'pending'`)
    .execute()
  const after = { number: application.number, place: line.place, ...values }
  await record(trx, actor, action, { type: 'application', id: application.id }, { after })
  return line.name
}
