import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { type ApplicationStatus, withdrawnReason } from './application.ts'
import { closeWhenDecided, heldApplication } from './close.ts'
import { userOf } from './submit-application.ts'

/**
 * The family takes back what has not been decided; the seats are free at once. Refuses not_found.application and, when
 * all was decided, application.decided. Returns the number.
 */
export async function withdrawApplication(
  trx: Transaction<DB>,
  actor: Actor,
  { public_code }: { public_code: string },
): Promise<string> {
  const { id, number, status } = await heldApplication(trx, { public_code })
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

/** What a family is told at the address that only it knows; no amounts but those of its invoice. */
export interface FamilyApplication {
  id: string
  number: string
  status: ApplicationStatus
  locale: Locale
  submitted_at: Date
  decided_at: Date | null
  withdrawn_at: Date | null
  reason: string | null
  /** What was billed at approval and issued, of each child; empty until then. */
  invoices: { child: string; number: string; public_code: string; balance_sen: number; due_on: string }[]
  students: {
    place: number
    name: string
    status: ApplicationStatus
    reason: string | null
    /** Each where it is held; that need not be the branch of the child. */
    subjects: { name: string; branch: string; starts_on: string | null; is_waiting: boolean }[]
  }[]
}

/** By the code in the family's link. Undefined when there is none, or its names are gone. */
export async function applicationByCode(
  db: Kysely<DB>,
  public_code: string,
): Promise<FamilyApplication | undefined> {
  const row = await db
    .selectFrom('application')
    .select(['id', 'number', 'status', 'locale', 'submitted_at', 'decided_at', 'withdrawn_at', 'reason'])
    .where('public_code', '=', public_code)
    .where('anonymised_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const [students, invoices] = await Promise.all([childrenOf(db, row.id), invoicesOf(db, row.id)])
  const { status, locale } = row
  return { ...row, status: status as ApplicationStatus, locale: knownLocale(locale), invoices, students }
}

/** What approval billed and issued, as its payer finds it. */
export async function invoicesOf(db: Kysely<DB>, application_id: string) {
  const rows = await db
    .selectFrom('application_student')
    .innerJoin('invoice', 'invoice.id', 'application_student.invoice_id')
    .select(['application_student.name as child', 'invoice.number', 'invoice.public_code'])
    .select(['invoice.balance_sen', 'invoice.due_on'])
    .where('application_student.application_id', '=', application_id)
    .where('invoice.status', 'not in', ['draft', 'cancelled'])
    .orderBy('application_student.place')
    .execute()
  return rows.map(({ number, balance_sen, ...row }) => ({
    ...row,
    number: number ?? '',
    balance_sen: balance_sen ?? 0,
  }))
}

async function childrenOf(db: Kysely<DB>, application_id: string) {
  const rows = await db
    .selectFrom('application_student as child')
    .innerJoin('application_subject as wish', 'wish.application_student_id', 'child.id')
    .innerJoin('subject', 'subject.id', 'wish.subject_id')
    .innerJoin('branch', 'branch.id', 'subject.branch_id')
    .leftJoin('enrolment', 'enrolment.id', 'wish.enrolment_id')
    .select(['child.place', 'child.name', 'child.status', 'child.reason'])
    .select(['subject.name as subject', 'branch.name as branch'])
    .select(sql<string | null>`coalesce(enrolment.starts_on, wish.starts_on)`.as('starts_on'))
    // Once decided it is the enrolment that says so.
    .select(sql<boolean>`coalesce(enrolment.status = 'waitlisted', wish.is_waiting)`.as('is_waiting'))
    .where('child.application_id', '=', application_id)
    .orderBy('child.place')
    .orderBy('subject.name')
    .execute()
  const children = new Map<number, FamilyApplication['students'][number]>()
  for (const { place, name, branch, status, reason, subject, starts_on, is_waiting } of rows) {
    const known = children.get(place)
    const child = known ?? { place, name, status: status as ApplicationStatus, reason, subjects: [] }
    if (!known) children.set(place, child)
    child.subjects.push({ name: subject, branch, starts_on, is_waiting })
  }
  return [...children.values()]
}
