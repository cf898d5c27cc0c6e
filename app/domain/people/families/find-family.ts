import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { paymentsInScope } from '#app/domain/core/invoicing/payment-scope.ts'
import { invoicesIn, owed, statusOn } from '#app/domain/core/invoicing/status.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enrolmentsIn } from '#app/domain/people/enrolments/find-enrolments.ts'
import { parentsIn } from '#app/domain/people/parents/scope.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import { mostChanges, mostShown, type OpenInvoice } from './family.ts'

/**
 * A family is one account: a parent who pays, the children for whom they pay, and the other parents of these. Its
 * invoices, payments and credit are those of who pays. Refuses with not_found.parent. `payer_id`: who pays in place of a
 * parent who pays for nobody.
 */
export async function familyHead(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await parentsIn(db, scope)
    .select(['parent.id', 'parent.name', 'parent.phone', 'parent.email', 'parent.family_code'])
    .select(['parent.status', 'parent.preferred_locale', payerInPlace.as('payer_id')])
    .where('parent.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.parent')
  return row
}

/** Null of a parent who pays for a child, has an account that is still open, or whose children have nobody who pays. */
const payerInPlace = sql<string | null>`case
  when exists (select from student_parent own where own.parent_id = parent.id and own.is_payer)
    or exists (select from invoice where payer_parent_id = parent.id and status in ('unpaid', 'pending'))
    or exists (select from credit_entry where credit_entry.parent_id = parent.id) then null
  else (select payer.parent_id from student_parent own
    join student_parent payer on payer.student_id = own.student_id and payer.is_payer
    join student on student.id = own.student_id
    where own.parent_id = parent.id and student.deleted_at is null order by student.born_on limit 1) end`

/** Children for whom this parent pays; of children for whom nobody does, those of this parent. */
const isOfFamily = (id: string) =>
  sql<boolean>`student.id in (select own.student_id from student_parent own where own.parent_id = ${id}
    and (own.is_payer or not exists (
      select from student_parent payer where payer.student_id = own.student_id and payer.is_payer)))`

/** The children whom the reader reaches, the eldest first, and how many more there are in other branches. */
export async function childrenOfFamily(db: Kysely<DB>, scope: RowScope, id: string) {
  const [rows, { count }] = await Promise.all([
    studentsIn(db, scope)
      .innerJoin('branch', 'branch.id', 'student.branch_id')
      .select(['student.id', 'student.name', 'student.student_no', 'student.born_on', 'student.status'])
      .select('student.photo_file')
      .select('branch.name as branch')
      .where(isOfFamily(id))
      .orderBy('student.born_on')
      .orderBy('student.id')
      .execute(),
    db
      .selectFrom('student')
      .where('deleted_at', 'is', null)
      .where(isOfFamily(id))
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, elsewhere: count - rows.length }
}

/** The seats of some students that are not over, student by student. */
export function seatsOf(db: Kysely<DB>, scope: RowScope, student_ids: readonly string[]) {
  return enrolmentsIn(db, scope)
    .innerJoin('subject', 'subject.id', 'enrolment.subject_id')
    .select(['enrolment.id', 'enrolment.student_id', 'subject.name as subject', 'enrolment.status'])
    .where(sql<boolean>`enrolment.student_id = any(${student_ids}::uuid[])`)
    .where('enrolment.status', '<>', 'ended')
    .orderBy('subject.name')
    .orderBy('enrolment.id')
    .execute()
}

/** Who pays, and the other parents of these children; each as they are to the eldest of them. */
export async function adultsOf(db: Kysely<DB>, id: string, student_ids: readonly string[]) {
  const rows = await db
    .selectFrom('parent')
    .leftJoin('student_parent', (join) =>
      join
        .onRef('student_parent.parent_id', '=', 'parent.id')
        .on(sql<boolean>`student_parent.student_id = any(${student_ids}::uuid[])`),
    )
    .leftJoin('student', 'student.id', 'student_parent.student_id')
    .distinctOn('parent.id')
    .select(['parent.id', 'parent.name', 'parent.phone', 'parent.email', 'parent.preferred_locale'])
    .select(sql<string>`coalesce(student_parent.relationship, parent.relationship)`.as('relationship'))
    .select(sql<boolean>`parent.id = ${id}::uuid`.as('pays'))
    .where('parent.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('parent.id', '=', id), eb('student_parent.student_id', 'is not', null)]))
    .orderBy('parent.id')
    .orderBy('student.born_on')
    .execute()
  return rows.toSorted((a, b) => Number(b.pays) - Number(a.pays) || a.name.localeCompare(b.name))
}

/** What is still to be paid, as far as the reader reaches it: the oldest first, as a sum of money goes to them. */
export function openInvoicesOf(
  db: Kysely<DB>,
  scope: RowScope,
  id: string,
  today: string,
): Promise<OpenInvoice[]> {
  return issuedTo(db, scope, id, today).where('invoice.status', 'in', ['unpaid', 'pending']).execute()
}

/**
 * The invoices of a family that somebody wants to pay at once, the oldest first, also those that were paid or cancelled
 * meanwhile. Refuses (not_found.invoice) when one of them is not this family's or out of reach.
 */
export async function invoicesToPay(
  db: Kysely<DB>,
  scope: RowScope,
  id: string,
  ids: readonly string[],
  today: string,
): Promise<OpenInvoice[]> {
  const rows = await issuedTo(db, scope, id, today)
    .where(sql<boolean>`invoice.id = any(${ids}::uuid[])`)
    .execute()
  if (rows.length < new Set(ids).size) throw new Refusal('not_found.invoice')
  return rows
}

function issuedTo(db: Kysely<DB>, scope: RowScope, id: string, today: string) {
  return invoicesIn(db, scope)
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .innerJoin('branch', 'branch.id', 'invoice.branch_id')
    .select(['invoice.id', 'invoice.number', 'student.name as student', 'branch.name as branch'])
    .select(['invoice.issued_on', 'invoice.due_on', owed.as('balance_sen'), statusOn(today).as('status')])
    .where('invoice.payer_parent_id', '=', id)
    .where('invoice.status', '<>', 'draft')
    .orderBy('invoice.due_on')
    .orderBy('invoice.number')
    .limit(200)
}

/** The last payments of the family, cancelled ones too. */
export function lastPaymentsOf(db: Kysely<DB>, scope: RowScope, id: string) {
  return db
    .selectFrom('payment')
    .select(['id', 'number', 'paid_on', 'method', 'reference_no', 'amount_sen', 'status'])
    .where('payer_parent_id', '=', id)
    .where(paymentsInScope(scope))
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
}

/** What was done last to these people, for who may read the audit log. */
export function lastChangesOf(db: Kysely<DB>, people: { parents: string[]; students: string[] }) {
  return db
    .selectFrom('audit_log')
    .select(['id', 'at', 'action', 'actor_type'])
    .select(sql<string | null>`case when actor_type <> 'guest' then actor_name end`.as('actor_name'))
    .select(sql<string | null>`coalesce(after->>'name', before->>'name')`.as('about'))
    .where((eb) =>
      eb.or([
        eb.and([eb('object_type', '=', 'parent'), sql<boolean>`object_id = any(${people.parents}::text[])`]),
        eb.and([
          eb('object_type', '=', 'student'),
          sql<boolean>`object_id = any(${people.students}::text[])`,
        ]),
      ]),
    )
    .orderBy('position', 'desc')
    .limit(mostChanges)
    .execute()
}
