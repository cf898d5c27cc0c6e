import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { type ApplicationStatus, withdrawnReason } from './application.ts'
import { closeWhenDecided, lockApplication } from './close.ts'
import { userOf } from './submit-application.ts'

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

/** The application as the family sees it through its secret link; the only amounts are those of its invoices. */
interface FamilyApplication {
  id: string
  number: string
  status: ApplicationStatus
  locale: Locale
  submitted_at: Date
  decided_at: Date | null
  withdrawn_at: Date | null
  reason: string | null
  /** Issued invoices, by child; empty before the approval. */
  invoices: { child: string; number: string; public_code: string; balance_sen: number; due_on: string }[]
  students: {
    place: number
    name: string
    status: ApplicationStatus
    reason: string | null
    /** Each with the class's own branch, which may differ from the child's. */
    subjects: { name: string; branch: string; starts_on: string | null; is_waiting: boolean }[]
  }[]
}

/** The application of a link's code. Undefined if there is none, or it is anonymised. */
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

/** Invoices issued on approval. */
async function invoicesOf(db: Kysely<DB>, application_id: string) {
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
    // After the decision the enrolment holds the status.
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

/**
 * Content and recipient of a letter about an application; undefined after anonymisation. `days`: its age if approvers were
 * reminded of it, else null.
 */
export async function letterData(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('application')
    .innerJoin('application_parent as first', (join) =>
      join.onRef('first.application_id', '=', 'application.id').on('first.place', '=', 1),
    )
    .select(['application.public_code', 'first.name', 'first.email'])
    .select(
      sql<number | null>`case when reminded_at is not null
        then floor(extract(epoch from now() - submitted_at) / 86400)::integer end`.as('days'),
    )
    .where('application.id', '=', id)
    .executeTakeFirst()
  const application = row && (await applicationByCode(db, row.public_code))
  if (!application) return undefined
  const { name, email, public_code, days } = row
  return { application: { ...application, public_code }, family: { name, email }, days }
}

/** The places of children within their application. */
export async function placesOf(db: Kysely<DB>, ids: readonly string[]): Promise<number[]> {
  const rows = await db.selectFrom('application_student').select('place').where('id', 'in', ids).execute()
  return rows.map(({ place }) => place)
}
