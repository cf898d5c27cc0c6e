import { type Kysely, sql, type Transaction } from 'kysely'
import { mostSeatedFrom } from '#app/domain/catalogue/subjects/seats.ts'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { type Actor, storedVisitor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { daysBetween } from '#app/domain/core/dates.ts'
import { nextNumber } from '#app/domain/core/numbering.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { notifiableAccounts } from '#app/domain/identity/accounts/accounts.ts'
import { furthestDays } from '#app/domain/people/enrolments/enrolment.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { fingerprint, sealedAnswers } from './answers.ts'
import {
  type ApplicationChannel,
  type AppliedStudent,
  most,
  type NewApplication,
  type StudentAnswers,
  type Submitted,
  type WishedSubject,
} from './application.ts'
import { consentVersionOf, noteConsents } from './consent.ts'

/**
 * Submits an application: assigns a number and the code of the family's link, reserves free seats, mails the family, and
 * notifies approvers or enqueues automatic approval. Refuses counts beyond `most` (application.count), a child who is not the
 * signed-in parent's (not_found.student), the same class twice, and what mustWait and refuseRegistered refuse.
 */
export async function submitApplication(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  input: NewApplication,
  today: string,
): Promise<Submitted> {
  refuseCounts(input)
  const wished = input.students.flatMap(({ subjects }) => subjects.map(({ subject_id }) => subject_id))
  const classes = await lockClasses(trx, wished)
  const { application_prefix } = await settings(trx, 'numbering')
  const number = await nextNumber(trx, 'application', application_prefix, today)
  const { id, public_code } = { id: newId(), public_code: newPublicCode() }
  const { channel, form, locale, user_id, parent_id, phone_verified, consents, estimate_sen } = input
  const answers_sealed = sealedAnswers(keys, 'application', id, input.answers)
  await trx
    .insertInto('application')
    .values({
      ...{ id, number, public_code, channel, form, locale, user_id, parent_id, phone_verified },
      ...{
        consent_version: consentVersionOf(consents),
        estimate_sen,
        answers_sealed,
        ...storedVisitor(actor),
      },
      ...{ created_by: userOf(actor), updated_by: userOf(actor) },
    })
    .execute()
  await noteConsents(trx, id, consents)
  await insertParents(trx, keys, id, input)
  const children: { id: string; name: string }[] = []
  const statuses: Submitted['statuses'] = []
  for (const [index, student] of input.students.entries()) {
    const field = `students[${index}].subjects`
    const child = await insertStudent(trx, keys, { id, parent_id, place: index + 1 }, student, {
      branch_id: classes.get(student.subjects[0]!.subject_id)?.branch_id,
      field,
    })
    const subjects: Submitted['statuses'][number]['subjects'] = []
    for (const wish of student.subjects) {
      const at = { child: child.name, field, today }
      const locked = classes.get(wish.subject_id)
      if (locked && student.student_id) await refuseRegistered(trx, student.student_id, locked, at)
      const is_waiting = await mustWait(trx, channel, locked, wish, at)
      await trx
        .insertInto('application_subject')
        .values({ application_student_id: child.id, ...wish, is_waiting })
        .execute()
      subjects.push({ subject_id: wish.subject_id, name: locked!.name, is_waiting })
    }
    children.push(child)
    statuses.push({ name: child.name, subjects })
  }
  await insertDocuments(trx, id, children, input)
  const after = { number, channel, form, parents: input.parents.length, students: children.length }
  await record(trx, actor, 'application.submitted', { type: 'application', id }, { after })
  await enqueue(trx, 'application.received', { application_id: id })
  const { auto_approve } = await settings(trx, 'application')
  if (auto_approve) await enqueue(trx, 'application.auto_approve', { application_id: id })
  else await notifyApprovers(trx, id)
  return { id, number, public_code, statuses }
}

function refuseCounts({ parents, students }: NewApplication) {
  const isBetween = (count: number, most: number) => count >= 1 && count <= most
  const fine =
    isBetween(parents.length, most.parents) &&
    isBetween(students.length, most.students) &&
    students.every(({ subjects }) => isBetween(subjects.length, most.subjects))
  if (!fine) throw new Refusal('application.count', 'students', most)
  for (const [index, { subjects }] of students.entries())
    if (new Set(subjects.map(({ subject_id }) => subject_id)).size < subjects.length)
      throw new Refusal('application.class_twice', `students[${index}].subjects`)
}

async function insertParents(
  trx: Transaction<DB>,
  keys: Keys,
  application_id: string,
  input: NewApplication,
) {
  for (const [index, answers] of input.parents.entries()) {
    const id = newId()
    const { name, relationship, phone, email = null, identity_no } = answers
    const identity_no_index = fingerprint(keys, 'parent', identity_no)
    const answers_sealed = sealedAnswers(keys, 'application_parent', id, answers)
    await trx
      .insertInto('application_parent')
      .values({
        ...{ id, application_id, place: index + 1, name, relationship, phone, email },
        ...{ identity_no_index, answers_sealed },
      })
      .execute()
  }
}

/** Columns of a child that are stored unencrypted, so that lists can show and compare them. */
export const openColumns = (keys: Keys, answers: StudentAnswers) => ({
  ...{ name: answers.name, born_on: answers.born_on, gender: answers.gender },
  birth_cert_no: answers.birth_cert_no ?? null,
  identity_no_index: fingerprint(keys, 'student', answers.identity_no),
})

async function insertStudent(
  trx: Transaction<DB>,
  keys: Keys,
  at: { id: string; parent_id: string | null; place: number },
  student: AppliedStudent,
  { branch_id, field }: { branch_id: string | undefined; field: string },
): Promise<{ id: string; name: string }> {
  const id = newId()
  if (student.student_id === null) {
    const { subjects: _subjects, student_id: _none, ...answers } = student as StudentAnswers & AppliedStudent
    if (!branch_id) throw new Refusal('application.class_closed', field, { child: answers.name, subject: '' })
    const answers_sealed = sealedAnswers(keys, 'application_student', id, answers)
    const { place, id: application_id } = at
    await trx
      .insertInto('application_student')
      .values({ id, application_id, place, branch_id, answers_sealed, ...openColumns(keys, answers) })
      .execute()
    return { id, name: answers.name }
  }
  const own = await ownChild(trx, at.parent_id, student.student_id)
  if (!branch_id) throw new Refusal('application.class_closed', field, { child: own.name, subject: '' })
  const { id: student_id, name, born_on, gender } = own
  await trx
    .insertInto('application_student')
    .values({
      ...{ id, application_id: at.id, place: at.place, branch_id, name, born_on, gender },
      ...{ student_id, is_existing: true },
    })
    .execute()
  return { id, name }
}

/** A signed-in parent's child who is a student now. Refuses not_found.student and enrolment.not_active. */
async function ownChild(trx: Transaction<DB>, parent_id: string | null, student_id: string) {
  const child = await trx
    .selectFrom('student')
    .innerJoin('student_parent', 'student_parent.student_id', 'student.id')
    .select(['student.id', 'student.name', 'student.born_on', 'student.gender', 'student.status'])
    .where('student.id', '=', student_id)
    .where('student_parent.parent_id', '=', parent_id)
    .where('student.deleted_at', 'is', null)
    .forShare('student')
    .executeTakeFirst()
  if (!child) throw new Refusal('not_found.student')
  if (child.status !== 'active') throw new Refusal('enrolment.not_active')
  return child
}

async function insertDocuments(
  trx: Transaction<DB>,
  application_id: string,
  children: readonly { id: string }[],
  { documents }: NewApplication,
) {
  for (const { kind, question, student_place, file_id } of documents) {
    const application_student_id = student_place === null ? null : (children[student_place - 1]?.id ?? null)
    await trx
      .insertInto('application_document')
      .values({
        ...{ id: newId(), application_id, application_student_id, kind, file_id },
        question: question && JSON.stringify(question),
      })
      .execute()
  }
}

export interface LockedClass {
  id: string
  name: string
  branch_id: string
  capacity: number | null
  waitlist: boolean
  registration_open: boolean
  starts_on: string | null
  ends_on: string | null
}

/**
 * Locks the classes that an application names, so that two applications cannot get the last seat; always in the same order,
 * so that they cannot deadlock. Classes that no longer run are left out.
 */
export async function lockClasses(
  trx: Transaction<DB>,
  ids: readonly string[],
): Promise<Map<string, LockedClass>> {
  const rows = await trx
    .selectFrom('subject')
    .select(['id', 'name', 'branch_id', 'capacity', 'waitlist', 'registration_open', 'starts_on', 'ends_on'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The first day in a class: the requested one, else the class's first, and not before today. */
export function firstDay({ starts_on }: LockedClass, wished: string | null, today: string): string {
  const on = wished ?? starts_on ?? today
  return on > today ? on : today
}

/**
 * Whether a child would go onto the waiting list of a class. Refuses, naming child and class, a class that does not run or
 * is closed (application.class_closed), a day on which it does not run (application.class_day), and a full one without a
 * waiting list (application.class_full).
 */
async function mustWait(
  trx: Transaction<DB>,
  channel: ApplicationChannel,
  locked: LockedClass | undefined,
  { starts_on }: WishedSubject,
  { child, field, today }: { child: string; field: string; today: string },
): Promise<boolean> {
  const takesNobody = channel !== 'staff' && !locked?.registration_open
  if (!locked || takesNobody || (locked.ends_on && locked.ends_on < today))
    throw new Refusal('application.class_closed', field, { child, subject: locked?.name ?? '' })
  const from = firstDay(locked, starts_on, today)
  const isOutside = from < (locked.starts_on ?? from) || from > (locked.ends_on ?? from)
  if (isOutside || daysBetween(today, from) > furthestDays)
    throw new Refusal('application.class_day', field, { child, subject: locked.name })
  if (locked.capacity === null || (await mostSeatedFrom(trx, locked.id, from)) < locked.capacity) return false
  if (locked.waitlist) return true
  throw new Refusal('application.class_full', field, { child, subject: locked.name })
}

/** Refuses (application.already_registered) a student who is enrolled in the class, waits for it or has applied for it. */
async function refuseRegistered(
  trx: Transaction<DB>,
  student_id: string,
  { id, name }: { id: string; name: string },
  { child, field }: { child: string; field: string },
): Promise<void> {
  const { rows } = await sql`
    select from enrolment where student_id = ${student_id} and subject_id = ${id} and status <> 'ended'
    union all
    select from application_subject
    join application_student on application_student.id = application_subject.application_student_id
    where application_student.student_id = ${student_id} and application_student.status = 'pending'
      and application_subject.subject_id = ${id}
    limit 1`.execute(trx)
  if (rows.length > 0) throw new Refusal('application.already_registered', field, { child, subject: name })
}

/** The account of the actor; visitors and the system have none. */
export const userOf = ({ type, id }: Actor): string | null => (type === 'user' ? id : null)

const everywhere = rolesWith('application.approve', 'all')

const inBranches = rolesWith('application.approve', 'branch')

/**
 * Active accounts with an e-mail address whose roles may decide about a child of the application, in all branches or in the
 * child's branch.
 */
export function approversOf(db: Kysely<DB>, application_id: string) {
  return notifiableAccounts(db).where(
    sql<boolean>`(roles && ${everywhere}::text[] or (roles && ${inBranches}::text[] and exists (
        select from staff join staff_branch on staff_branch.staff_id = staff.id
        join application_student on application_student.branch_id = staff_branch.branch_id
        where staff.user_id = user_account.id and application_student.application_id = ${application_id})))`,
  )
}

/** Enqueues a mail to each approver, unless the organisation has switched that off. */
export async function notifyApprovers(trx: Transaction<DB>, application_id: string): Promise<void> {
  const { notify_staff } = await settings(trx, 'application')
  if (!notify_staff) return
  for (const { id } of await approversOf(trx, application_id).execute())
    await enqueue(trx, 'application.notify', { user_id: id, application_id })
}
