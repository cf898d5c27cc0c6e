import { type Selectable, sql, type Transaction } from 'kysely'
import { issueInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { createDraft } from '#app/domain/billing/invoices/drafts.ts'
import { joiningFees } from '#app/domain/billing/plan/due.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { enrol } from '#app/domain/people/enrolments/change-enrolment.ts'
import { mostParents, type Relationship } from '#app/domain/people/parents/parent.ts'
import { createStudent } from '#app/domain/people/students/change-student.ts'
import { familyOf } from '#app/domain/people/students/family.ts'
import { setHealth } from '#app/domain/people/students/health.ts'
import type { ApplicationStudent, ApplicationSubject, DB } from '#db/types.ts'
import { openedAnswers } from '../answers.ts'
import { firstDay, type HeldClass } from '../classes.ts'
import { userOf } from '../submit-application.ts'
import type { ChosenClass } from './decide-form.ts'

/** Days after its issue on which what approval bills is due. */
const dueDays = 7

type Line = Selectable<ApplicationStudent>
type Family = readonly { id: string; relationship: Relationship }[]

interface Classes {
  classes: ReadonlyMap<string, HeldClass>
  wishes: readonly Selectable<ApplicationSubject>[]
  chosen: readonly ChosenClass[]
  today: string
}

/**
 * One child of an application becomes a student with seats, or the one on file gets them, and is billed. Refuses a child
 * who is like one on file (application.similar), a class that has run full since (application.full_now) or runs no more
 * (application.class_closed), and what createStudent, enrol and issueInvoice refuse.
 */
export async function approveLine(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  line: Line,
  family: Family,
  { classes, wishes, chosen, today }: Classes,
): Promise<void> {
  const student_id = line.student_id ?? (await newStudent(trx, actor, keys, line, family, today))
  await joinFamily(trx, student_id, family)
  // From here on the child needs no seat kept, and so finds it free.
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
    const held = classes.get(wish.subject_id)
    const seat = await join(trx, actor, { student_id, child: line.name }, held, {
      starts_on: choice?.starts_on ?? (held ? firstDay(held, wish.starts_on, today) : today),
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
  today: string,
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
  const id = await createStudent(trx, actor, everywhere, keys, first.id, input, today).catch((error) => {
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

/** Whoever applied belongs to the child's family from now on; who was asked first and pays stays. */
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
  held: HeldClass | undefined,
  { starts_on, place, today }: { starts_on: string; place: 'seat' | 'waiting'; today: string },
) {
  if (!held) throw new Refusal('application.class_closed', undefined, { child, subject: '' })
  const values = { child, subject: held.name }
  const seat = { subject_id: held.id, starts_on }
  const way = { source: 'application', place } as const
  return enrol(trx, actor, everywhere, student_id, seat, today, way).catch((error) => {
    const refusal = asRefusal(error)
    if (refusal?.code === 'enrolment.full')
      throw new Refusal(held.waitlist ? 'application.full_now' : 'application.class_full', undefined, values)
    if (refusal?.code === 'enrolment.starts_on') throw new Refusal('application.class_day', undefined, values)
    if (refusal?.code === 'duplicate.enrolment')
      throw new Refusal('application.already_registered', undefined, values)
    throw error
  })
}

/**
 * What is billed once and the first period of each fee, on one invoice of the student, issued at once where the
 * organisation has it so. Null when there is nothing to bill.
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
  // The family is told of it by the letter about its application, which leads to it.
  if (issue_on_approval) await issueInvoice(trx, actor, everywhere, id, { version: 1, send: false, today })
  return id
}
