import { type Selectable, sql, type Transaction } from 'kysely'
import { createDraft, issueInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { joiningFees } from '#app/domain/billing/plan/due.ts'
import { type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { enrol } from '#app/domain/people/enrolments/change-enrolment.ts'
import { mostParents, type Relationship } from '#app/domain/people/parents/parent.ts'
import { createStudent, setHealth } from '#app/domain/people/students/change-student.ts'
import { familyOf } from '#app/domain/people/students/family.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { ApplicationStudent, ApplicationSubject, DB } from '#db/types.ts'
import { openedAnswers } from './answers.ts'
import {
  type ApplicationStatus,
  type ChosenClass,
  type LinesToDecide,
  withdrawnReason,
} from './application.ts'
import { resolveFamily, typedBy } from './family.ts'
import { linesIn } from './find-applications.ts'
import { firstDay, type LockedClass, lockClasses, userOf } from './submit-application.ts'

interface Decided {
  number: string
  status: ApplicationStatus
  names: string[]
}

/**
 * Approves children of an application: matches or creates and invites their parents, makes the children students with seats
 * or places on the waiting lists, bills the first fees and mails the family, all in the caller's transaction. Refuses
 * not_found.application, application.decided, version_conflict and what approveLine and resolveParent refuse.
 * @param chosen for the classes of one child; by default as the family requested
 */
export async function approveApplication(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  which: LinesToDecide,
  today: string,
  chosen: readonly ChosenClass[] = [],
): Promise<Decided> {
  const { application, lines } = await lockLines(trx, scope, which)
  const ids = lines.map(({ id }) => id)
  const wishes = await trx
    .selectFrom('application_subject')
    .selectAll()
    .where('application_student_id', 'in', ids)
    .orderBy('subject_id')
    .execute()
  // Locked before anything is counted, in the same order as a submission.
  const classes = await lockClasses(
    trx,
    wishes.map(({ subject_id }) => subject_id),
  )
  const family = await resolveFamily(trx, actor, keys, application)
  const { office: byOffice } = await typedBy(trx, keys, application)
  for (const line of lines)
    await approveLine(trx, actor, keys, line, family, {
      ...{ classes, chosen, today, byOffice },
      wishes: wishes.filter(({ application_student_id }) => application_student_id === line.id),
    })
  return conclude(trx, actor, application, lines)
}

/**
 * Rejects children with a reason, which is mailed to the family; their seats are free at once. Refuses as
 * {@link approveApplication} does.
 */
export async function rejectApplication(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  which: LinesToDecide,
  reason: string,
): Promise<Decided> {
  const { application, lines } = await lockLines(trx, scope, which)
  await trx
    .updateTable('application_student')
    .set({ status: 'rejected', reason, decided_by: userOf(actor), decided_at: sql<Date>`now()` })
    .where(
      'id',
      'in',
      lines.map(({ id }) => id),
    )
    .where('status', '=', 'pending')
    .execute()
  return conclude(trx, actor, application, lines, reason)
}

/**
 * The family withdraws the undecided children; their seats are free at once. Refuses not_found.application and, if all are
 * decided, application.decided. Returns the number.
 */
export async function withdrawApplication(
  trx: Transaction<DB>,
  actor: Actor,
  { public_code }: { public_code: string },
): Promise<string> {
  const { id, number, status } = await lockApplication(trx, { public_code })
  if (status !== 'pending') throw new Refusal('application.decided')
  await trx
    .updateTable('application_student')
    .set({
      ...{ status: 'rejected', reason: withdrawnReason },
      ...{ decided_by: userOf(actor), decided_at: sql<Date>`now()` },
    })
    .where('application_id', '=', id)
    .where('status', '=', 'pending')
    .execute()
  const now = await closeWhenDecided(trx, actor, id, { reason: withdrawnReason, withdrawn: true })
  const change = { before: { number, status }, after: { number, status: now } }
  await record(trx, actor, 'application.withdrawn', { type: 'application', id }, change)
  return number
}

/** Locks an application that is still open, so that of two concurrent decisions the second sees the first. */
export async function lockApplication(trx: Transaction<DB>, where: { id: string } | { public_code: string }) {
  const [column, value] = Object.entries(where)[0] as ['id' | 'public_code', string]
  const row = await trx
    .selectFrom('application')
    .selectAll()
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.application')
  return row
}

/** Locks the application and its open children within the scope. */
export async function lockLines(
  trx: Transaction<DB>,
  scope: RowScope,
  { id, version, place }: LinesToDecide,
) {
  const reached = await linesIn(trx, scope).select('id').where('application_id', '=', id).executeTakeFirst()
  if (!reached) throw new Refusal('not_found.application')
  const application = await lockApplication(trx, { id })
  const all = await linesIn(trx, scope)
    .selectAll('application_student')
    .where('application_id', '=', id)
    .$if(place !== undefined, (query) => query.where('place', '=', place!))
    .orderBy('place')
    .execute()
  if (all.length === 0) throw new Refusal('not_found.application')
  const lines = all.filter(({ status }) => status === 'pending')
  if (lines.length === 0) throw await meanwhile(trx, 'application.decided', { type: 'application', id })
  refuseStale(application, version)
  return { application, lines }
}

/**
 * Updates the application after lines were decided: open as long as one line is, approved if one was approved, else
 * rejected. The caller has locked it. Returns the new status.
 */
async function closeWhenDecided(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  more: { reason?: string | null; withdrawn?: boolean } = {},
): Promise<ApplicationStatus> {
  const { open, approved } = await trx
    .selectFrom('application_student')
    .where('application_id', '=', id)
    .select(sql<number>`count(*) filter (where status = 'pending')`.as('open'))
    .select(sql<number>`count(*) filter (where status = 'approved')`.as('approved'))
    .executeTakeFirstOrThrow()
  const status = open > 0 ? 'pending' : approved > 0 ? 'approved' : 'rejected'
  const decision = {
    ...{ status, decided_by: userOf(actor), decided_at: sql<Date>`now()` },
    reason: status === 'rejected' ? (more.reason ?? null) : null,
    withdrawn_at: status === 'rejected' && more.withdrawn ? sql<Date>`now()` : null,
  }
  await trx
    .updateTable('application')
    .set({
      ...(status === 'pending' ? {} : decision),
      ...changed({ id: userOf(actor) }),
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
  return status
}

type Application = Awaited<ReturnType<typeof lockApplication>>

async function conclude(
  trx: Transaction<DB>,
  actor: Actor,
  { id, number, status: before }: Application,
  lines: readonly { id: string; name: string; place: number }[],
  reason: string | null = null,
): Promise<Decided> {
  const status = await closeWhenDecided(trx, actor, id, { reason })
  const names = lines.map(({ name }) => name)
  // Children are logged by place, since the log outlives the names of rejected ones.
  const after = { number, status, places: lines.map(({ place }) => place), ...(reason ? { reason } : {}) }
  const change = { before: { number, status: before }, after }
  const action = reason === null ? 'application.approved' : 'application.rejected'
  await record(trx, actor, action, { type: 'application', id }, change)
  const student_ids = lines.map((line) => line.id)
  await enqueue(trx, 'application.decided', { application_id: id, student_ids })
  return { number, status, names }
}

/** Days until the invoice issued on approval is due. */
const dueDays = 7

type Line = Selectable<ApplicationStudent>

type Family = readonly { id: string; relationship: Relationship }[]

interface Classes {
  classes: ReadonlyMap<string, LockedClass>
  wishes: readonly Selectable<ApplicationSubject>[]
  chosen: readonly ChosenClass[]
  today: string
  /** The office wrote the answers, the names included, about a family that is not the writer's own. */
  byOffice: boolean
}

/**
 * Makes one child a student, or uses the one on file, enrols and bills them. Refuses a child who resembles a student on file
 * (application.similar), a class that is full by now (application.full_now) or no longer runs (application.class_closed),
 * and what createStudent, enrol and issueInvoice refuse.
 */
async function approveLine(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  line: Line,
  family: Family,
  { classes, wishes, chosen, today, byOffice }: Classes,
): Promise<void> {
  const student_id =
    line.student_id ?? (await newStudent(trx, actor, keys, line, family, { today, byOffice }))
  await joinFamily(trx, student_id, family)
  // Releases the reserved seat, so that the enrolment below finds it free.
  const { numUpdatedRows } = await trx
    .updateTable('application_student')
    .set({ student_id, status: 'approved', decided_by: userOf(actor), decided_at: sql<Date>`now()` })
    .where('id', '=', line.id)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('application.decided')
  const seats: string[] = []
  for (const wish of wishes) {
    const choice = chosen.find(({ subject_id }) => subject_id === wish.subject_id)
    const locked = classes.get(wish.subject_id)
    const seat = await join(trx, actor, { student_id, child: line.name }, locked, {
      starts_on: choice?.starts_on ?? (locked ? firstDay(locked, wish.starts_on, today) : today),
      place: choice?.place ?? (wish.is_waiting ? 'waiting' : 'seat'),
      today,
    })
    await trx
      .updateTable('application_subject')
      .set({ enrolment_id: seat.id })
      .where('application_student_id', '=', line.id)
      .where('subject_id', '=', wish.subject_id)
      .execute()
    if (seat.status === 'active') seats.push(seat.id)
  }
  const invoice_id = await bill(trx, actor, student_id, seats, today)
  if (invoice_id)
    await trx.updateTable('application_student').set({ invoice_id }).where('id', '=', line.id).execute()
}

async function newStudent(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  line: Line,
  family: Family,
  { today, byOffice }: Pick<Classes, 'today' | 'byOffice'>,
): Promise<string> {
  const answers = openedAnswers(keys, 'application_student', line)
  const first = family[0]
  if (!answers || !first) throw new Refusal('application.decided')
  const { health_conditions, allergies, ...child } = answers
  const input = {
    ...child,
    ...{ branch_id: line.branch_id, registered_on: today, relationship: first.relationship },
    ...(line.twin_reason ? { twin_reason: line.twin_reason } : {}),
  }
  const created = createStudent(trx, actor, everywhere, keys, first.id, input, today, byOffice)
  const id = await created.catch((error) => {
    const refusal = asRefusal(error)
    if (refusal?.code === 'duplicate.student' || refusal?.code === 'student.twin')
      throw new Refusal('application.similar', undefined, { child: line.name }, refusal.found)
    if (refusal?.code === 'student.number_needed')
      throw new Refusal('application.number_needed', undefined, { child: line.name })
    throw error
  })
  if (health_conditions || allergies)
    await setHealth(trx, actor, everywhere, { id, version: 1 }, { health_conditions, allergies })
  return id
}

/** Adds the applying parents to the child's family; an existing payer stays the payer. */
async function joinFamily(trx: Transaction<DB>, student_id: string, family: Family): Promise<void> {
  const known = await familyOf(trx, student_id)
  const added = family
    .filter(({ id }) => !known.some((one) => one.id === id))
    .slice(0, Math.max(0, mostParents - known.length))
  for (const [index, { id: parent_id, relationship }] of added.entries()) {
    const is_first = known.length === 0 && index === 0
    await trx
      .insertInto('student_parent')
      .values({ student_id, parent_id, relationship, is_primary: is_first, is_payer: is_first })
      .execute()
  }
}

async function join(
  trx: Transaction<DB>,
  actor: Actor,
  { student_id, child }: { student_id: string; child: string },
  locked: LockedClass | undefined,
  { starts_on, place, today }: { starts_on: string; place: 'seat' | 'waiting'; today: string },
) {
  if (!locked) throw new Refusal('application.class_closed', undefined, { child, subject: '' })
  const values = { child, subject: locked.name }
  const seat = { subject_id: locked.id, starts_on }
  const way = { source: 'application', place } as const
  return enrol(trx, actor, everywhere, student_id, seat, today, way).catch((error) => {
    const refusal = asRefusal(error)
    if (refusal?.code === 'enrolment.full')
      throw new Refusal(
        locked.waitlist ? 'application.full_now' : 'application.class_full',
        undefined,
        values,
      )
    if (refusal?.code === 'enrolment.starts_on') throw new Refusal('application.class_day', undefined, values)
    if (refusal?.code === 'duplicate.enrolment')
      throw new Refusal('application.already_registered', undefined, values)
    throw error
  })
}

/**
 * Bills one-off fees and the first period of each fee on one invoice, issued at once if the organisation has set that. Null
 * when there is nothing to bill.
 */
async function bill(
  trx: Transaction<DB>,
  actor: Actor,
  student_id: string,
  seats: readonly string[],
  today: string,
): Promise<string | null> {
  const lines = await joiningFees(trx, student_id, seats, today)
  if (lines.every(({ amount_sen }) => amount_sen === 0)) return null
  const items = lines.map(({ period_starts_on, period_ends_on, discount_reason, ...line }) => ({
    ...line,
    ...(period_starts_on ? { period_starts_on } : {}),
    ...(period_ends_on ? { period_ends_on } : {}),
    ...(discount_reason ? { discount_reason } : {}),
  }))
  const input = { due_on: addDays(today, dueDays), items }
  const id = await createDraft(trx, actor, everywhere, student_id, input, today)
  const { issue_on_approval } = await settings(trx, 'application')
  // No separate mail: the letter about the application links to the invoice.
  if (issue_on_approval) await issueInvoice(trx, actor, everywhere, id, { version: 1, send: false, today })
  return id
}

/** The scope in which these roles may decide applications; undefined: none. */
export function decidesAs(
  roles: readonly SessionRole[],
  { class_admin_approves }: { class_admin_approves: boolean },
): 'application.approve' | 'application.approve_if_set' | undefined {
  if (scopeOf(roles, 'application.approve')) return 'application.approve'
  return class_admin_approves && scopeOf(roles, 'application.approve_if_set')
    ? 'application.approve_if_set'
    : undefined
}
