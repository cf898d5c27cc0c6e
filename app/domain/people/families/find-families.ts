import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { phoneDigits } from '#app/domain/core/contact/phone.ts'
import { compact } from '#app/domain/core/invisible.ts'
import { invoicesIn, owed, owedBy, statusOn } from '#app/domain/core/invoicing/invoice.ts'
import { paymentsInScope } from '#app/domain/core/invoicing/payment-scope.ts'
import { titleFacts } from '#app/domain/core/invoicing/title.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityIndexes, identityNo } from '#app/domain/identity/accounts/identity.ts'
import { enrolmentsIn } from '#app/domain/people/enrolments/find-enrolments.ts'
import { parentsIn } from '#app/domain/people/parents/find-parents.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import {
  type FoundFamily,
  leastTyped,
  mostChanges,
  mostFound,
  mostShown,
  type OpenInvoice,
} from './family.ts'

/**
 * A family is one account: a paying parent, the children they pay for, and the other parents of these. Its invoices, payments
 * and credit belong to the paying parent. Refuses with not_found.parent. `payer_id`: for a parent who pays for nobody, the
 * parent who pays for their child.
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

/** Null for a parent who pays for a child, has open invoices or credit entries, or whose children have no payer. */
const payerInPlace = sql<string | null>`case
  when exists (select from student_parent own where own.parent_id = parent.id and own.is_payer)
    or exists (select from invoice where payer_parent_id = parent.id and status in ('unpaid', 'pending'))
    or exists (select from credit_entry where credit_entry.parent_id = parent.id) then null
  else (select payer.parent_id from student_parent own
    join student_parent payer on payer.student_id = own.student_id and payer.is_payer
    join student on student.id = own.student_id
    where own.parent_id = parent.id and student.deleted_at is null order by student.born_on limit 1) end`

/** Children for whom this parent pays, and this parent's children without a payer. */
const isOfFamily = (id: string) =>
  sql<boolean>`student.id in (select own.student_id from student_parent own where own.parent_id = ${id}
    and (own.is_payer or not exists (
      select from student_parent payer where payer.student_id = own.student_id and payer.is_payer)))`

/** The children in the reader's scope, the eldest first, and how many more there are. */
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

/** The enrolments of some students that have not ended. */
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

/** The payer and the other parents of these children; each with the relationship to the eldest of them. */
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

/** The unpaid invoices in the reader's scope, the earliest due first, as a payment is allocated to them. */
export function openInvoicesOf(
  db: Kysely<DB>,
  scope: RowScope,
  id: string,
  today: string,
): Promise<OpenInvoice[]> {
  return issuedTo(db, scope, id, today).where('invoice.status', 'in', ['unpaid', 'pending']).execute()
}

/**
 * Selected invoices of a family, the earliest due first, also those that were paid or cancelled meanwhile. Refuses
 * (not_found.invoice) one of another family or out of scope.
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
    .select(titleFacts.as('title'))
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

/** The last audit entries about these people. */
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

/** Students or parents that a search considers at most. */
const mostHits = 200

/**
 * Searches families by the name of a child or parent (its words in any order), student number, phone in any format, family
 * code, or full identity or birth certificate number. Bounded and indexed, so that it costs the same in an organisation of any
 * size. `more`: there are further results.
 */
export async function searchFamilies(
  db: Kysely<DB>,
  scope: RowScope,
  keys: Keys,
  typed: string,
): Promise<{ rows: FoundFamily[]; more: boolean }> {
  if (typed.trim().length < leastTyped) return { rows: [], more: false }
  const found = await db
    .with('child', () => childrenAbout(db, scope, keys, typed))
    .with('adult', () => parentsAbout(db, scope, keys, typed))
    // From the parents to their children and from these to the payers, in steps that each use an index.
    .with('related', (query) =>
      query
        .selectFrom('child')
        .select('child.id')
        .union(
          query
            .selectFrom('student_parent as own')
            .innerJoin('adult', 'adult.id', 'own.parent_id')
            .select('own.student_id as id'),
        ),
    )
    .with('family', (query) =>
      query
        .selectFrom('student_parent as payer')
        .innerJoin('related', 'related.id', 'payer.student_id')
        .where('payer.is_payer', '=', true)
        .select('payer.parent_id as id')
        // a parent without children, or whose children have no payer, is a family of their own
        .union(
          query
            .selectFrom('adult')
            .where(
              sql<boolean>`not exists (select from student_parent own join student_parent payer
                on payer.student_id = own.student_id where own.parent_id = adult.id and payer.is_payer)`,
            )
            .select('adult.id'),
        ),
    )
    .selectFrom(
      parentsIn(db, scope)
        .select(['parent.id', 'parent.name', 'parent.phone', 'parent.family_code'])
        .as('parent'),
    )
    .where('parent.id', 'in', (eb) => eb.selectFrom('family').select('family.id'))
    .select(['parent.id', 'parent.name', 'parent.phone', 'parent.family_code'])
    .select([childNames(db, scope).as('children'), owedBy(db, scope).as('owed_sen')])
    .orderBy('parent.name')
    .orderBy('parent.id')
    .limit(mostFound + 1)
    .execute()
  return { rows: found.slice(0, mostFound), more: found.length > mostFound }
}

function childrenAbout(db: Kysely<DB>, scope: RowScope, keys: Keys, typed: string) {
  const number = identityOf(typed)
  return studentsIn(db, scope)
    .where((eb) =>
      eb.or([
        contains(eb, typed, ['student.name', 'student.student_no']),
        ...(number
          ? [
              eb('student.identity_no_index', 'in', indexes(keys, 'student', number)),
              eb(sql`lower(student.birth_cert_no)`, '=', number.toLowerCase()),
            ]
          : []),
      ]),
    )
    .select('student.id')
    .limit(mostHits)
}

function parentsAbout(db: Kysely<DB>, scope: RowScope, keys: Keys, typed: string) {
  const digits = phoneDigits(typed)
  const number = identityOf(typed)
  return parentsIn(db, scope)
    .where((eb) =>
      eb.or([
        contains(eb, typed, ['parent.name', 'parent.family_code']),
        contains(eb, compact(typed), ['parent.family_code']),
        ...(digits ? [contains(eb, digits, ['parent.phone'])] : []),
        ...(number ? [eb('parent.identity_no_index', 'in', indexes(keys, 'parent', number))] : []),
      ]),
    )
    .select('parent.id')
    .limit(mostHits)
}

/** The typed text as a stored identity number, if it may be one. */
function identityOf(typed: string): string | undefined {
  const number = identityNo.safeParse(typed)
  return number.success && /^(?=.*\d)[A-Z0-9]{5,15}$/.test(number.data) ? number.data : undefined
}

const indexes = ({ ring, place }: Keys, table: 'student' | 'parent', number: string) =>
  identityIndexes(ring, { place, table }, number)

const childNames = (db: Kysely<DB>, scope: RowScope) =>
  sql<string | null>`(select string_agg(child.name, ', ' order by child.born_on)
    from (${studentsIn(db, scope).selectAll('student')}) as child
    join student_parent on student_parent.student_id = child.id
    where student_parent.parent_id = parent.id)`
