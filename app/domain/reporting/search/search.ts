import type { Kysely } from 'kysely'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { normalPhone } from '#app/domain/core/contact/phone.ts'
import { withoutMarks } from '#app/domain/core/invisible.ts'
import type { Column } from '#app/domain/core/lists/columns.ts'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import { columnsFor, type List, type OperatorReader, type Reader } from '#app/domain/core/lists/list.ts'
import { readFirstRows } from '#app/domain/core/lists/read-list.ts'
import { searchKey } from '#app/domain/core/lists/search.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { paymentList } from '#app/domain/payments/payments/find-payments.ts'
import { foundColumns } from '#app/domain/people/families/family.ts'
import { searchFamilies } from '#app/domain/people/families/find-families.ts'
import { parentList } from '#app/domain/people/parents/find-parents.ts'
import { studentList } from '#app/domain/people/students/find-students.ts'
import { entityList } from '#app/domain/platform/entities/find-entities.ts'
import { platformInvoiceList } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { registrationList } from '#app/domain/platform/registrations/find-registrations.ts'
import type { DB } from '#db/types.ts'

/** Rows of a kind that one search shows. */
export const shownOfEach = 5

/** Letters and digits that a search needs: fewer would match half of the organisation. */
const leastLetters = 2

/** As long as a search of any list may be. */
const mostLetters = 100

export type TenantKind = 'family' | 'student' | 'parent' | 'invoice' | 'payment'
export type OperatorKind = 'entity' | 'registration' | 'platform_invoice'

/** A row that was found: `open` is the id of its page. */
export type Hit = Record<string, unknown> & { id: string; open: string }

/** What was found of one kind. */
export interface Group<Kind extends string> {
  kind: Kind
  columns: readonly Column<string>[]
  /** The first of them. */
  rows: readonly Hit[]
  /** How many there are in all; `more`: or more than that. */
  total: number
  more: boolean
}

/** A text as it is searched for, and why it is not, where that is so. */
export function typedSearch(given: string | null): { q: string; problem?: 'empty' | 'short' | 'long' } {
  const q = withoutMarks(given ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  if (q === '') return { q, problem: 'empty' }
  if (q.length > mostLetters) return { q, problem: 'long' }
  return searchKey(q).length < leastLetters ? { q, problem: 'short' } : { q }
}

/** Who searches an organisation: a reader for each kind of which they may see the list. */
export type TenantReaders = Partial<Record<TenantKind, Reader>>

/**
 * What the organisation knows about a text, kind by kind, each within what its reader reaches; kinds of which nothing is
 * found are left out. All kinds are asked in one round trip, by the queries of their lists, so "show all" shows the same.
 */
export async function searchTenant(
  db: Kysely<DB>,
  readers: TenantReaders,
  keys: Keys,
  q: string,
): Promise<Group<TenantKind>[]> {
  const { family, student, parent, invoice, payment } = readers
  const [families, ...others] = await Promise.all([
    family && familiesAbout(db, family, keys, q),
    student && rowsOf('student', studentList, db, student, q, ['name', 'student_no', 'branch', 'parent']),
    parent && rowsOf('parent', parentList, db, parent, q, ['name', 'phone', 'children', 'status']),
    invoice &&
      rowsOf('invoice', invoiceList, db, invoice, q, [
        'number',
        'student',
        'due_on',
        'balance_sen',
        'status',
      ]),
    payment &&
      rowsOf('payment', paymentList, db, payment, q, [
        ...(['number', 'payer_name', 'booked_on', 'amount_sen', 'status'] as const),
      ]),
  ])
  const groups = [families, ...others].filter((group) => group !== undefined)
  return withoutPayers(groups).filter(({ rows }) => rows.length > 0)
}

/** Who searches the platform: a reader for each kind of which they may see the list. */
export type OperatorReaders = Partial<Record<OperatorKind, OperatorReader>>

/** {@link searchTenant} for an operator. */
export async function searchPlatform(
  db: Kysely<DB>,
  { entity, registration, platform_invoice }: OperatorReaders,
  q: string,
): Promise<Group<OperatorKind>[]> {
  const groups = await Promise.all([
    entity && rowsOf('entity', entityList, db, entity, q),
    registration && rowsOf('registration', registrationList, db, registration, q),
    platform_invoice && rowsOf('platform_invoice', platformInvoiceList, db, platform_invoice, q),
  ])
  return groups.filter((group) => group !== undefined).filter(({ rows }) => rows.length > 0)
}

async function familiesAbout(
  db: Kysely<DB>,
  { scope }: Reader,
  keys: Keys,
  q: string,
): Promise<Group<TenantKind>> {
  const { rows, more } = await searchFamilies(db, scope, keys, q)
  const hits = rows.slice(0, shownOfEach).map((row) => ({ ...row, open: row.id }))
  return { kind: 'family', columns: foundColumns, rows: hits, total: rows.length, more }
}

/** The first rows of a list, with some of its columns: those of its page where none are named. */
async function rowsOf<
  Kind extends string,
  Who,
  F extends Filters<Who>,
  Row extends object,
  Raw extends object,
  Key extends string,
>(
  kind: Kind,
  list: List<Who, unknown, F, Row, Raw, Key>,
  db: Kysely<DB>,
  reader: Who,
  q: string,
  keys?: readonly NoInfer<Key>[],
): Promise<Group<Kind>> {
  const found = await readFirstRows(list, db, reader, list.search.parse({ q }), shownOfEach)
  const columns = columnsFor(list, reader, 'page').filter(({ key }) => keys?.includes(key) ?? true)
  const rows = (found.rows as ({ id: string; payment_id?: string } & Row)[]).map((row) => ({
    ...row,
    open: row.payment_id ?? row.id,
  }))
  return { kind, columns, rows, total: found.total, more: false }
}

/** A parent who pays for a family is shown as that family, and not once more among the parents. */
function withoutPayers(groups: readonly Group<TenantKind>[]): Group<TenantKind>[] {
  const payers = new Set(groups.find(({ kind }) => kind === 'family')?.rows.map(({ id }) => id))
  return groups.map((group) => {
    if (group.kind !== 'parent') return group
    const rows = group.rows.filter(({ id }) => !payers.has(id))
    return { ...group, rows, total: group.total - (group.rows.length - rows.length) }
  })
}

/** The column that identifies a row of a kind. */
const numbers: Record<TenantKind | OperatorKind, string> = {
  family: 'family_code',
  student: 'student_no',
  parent: 'family_code',
  invoice: 'number',
  payment: 'number',
  entity: 'subdomain',
  registration: 'reference',
  platform_invoice: 'number',
}

/**
 * The one row that a search is about: the only one found, the one whose number was typed, or the family whose phone
 * was. Undefined where there is a choice. `besides`: pages were found, too, so that the only row is not all there is.
 */
export function onlyHit<Kind extends TenantKind | OperatorKind>(
  groups: readonly Group<Kind>[],
  q: string,
  besides = false,
): { kind: Kind; open: string } | undefined {
  const hits = groups.flatMap(({ kind, rows }) => rows.map((row) => ({ kind, row })))
  const whole = searchKey(q)
  const named = hits.filter(({ kind, row }) => searchKey(String(row[numbers[kind]] ?? '')) === whole)
  const families = normalPhone(q) ? hits.filter(({ kind }) => kind === 'family') : []
  const total = groups.reduce((sum, group) => sum + group.total, 0)
  for (const found of [named, families, total === hits.length && !besides ? hits : []]) {
    const [first, ...others] = found
    if (first && others.every(({ kind, row }) => kind === first.kind && row.open === first.row.open))
      return { kind: first.kind, open: first.row.open }
  }
  return undefined
}
