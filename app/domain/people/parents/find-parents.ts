import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import type { SessionRole } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { phoneDigits } from '#app/domain/core/contact/phone.ts'
import { creditStanding } from '#app/domain/core/invoicing/credit-standing.ts'
import { invoicesIn, owed, owedBy } from '#app/domain/core/invoicing/invoice.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import {
  identityDetail,
  identityIndexes,
  identityNo,
  maskedOf,
} from '#app/domain/identity/accounts/identity.ts'
import { isProofOld } from '#app/domain/identity/codes/second-fact.ts'
import { isRestorable, studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import { lacksBuyerDetails } from './buyer-details.ts'
import { type ParentDetail, parentDetail, parentStatuses, seesBalance } from './parent.ts'

const full = ({ roles }: Reader) => parentDetail(roles) === 'full'
const contact = ({ roles }: Reader) => parentDetail(roles) !== 'phone'
const money = ({ roles }: Reader) => seesBalance(roles)

type Listed = Selected<typeof listed>
/** The row does not even contain what the reader may not see. */
type Shown = Omit<Listed, 'email' | 'family_code' | 'balance_sen'> &
  Partial<Pick<Listed, 'email' | 'family_code' | 'balance_sen'>>

/** Parents in scope by their children; the balance only for readers who see money, over the invoices in their scope. */
export const parentList = tenantList<Required<Shown>, Listed>()({
  name: 'parent',
  title: 'parent.plural',
  access: { view: 'parent.view', create: 'parent.create', print: 'parent.print' },
  columns: [
    { key: 'name', label: 'parent.name', sort: true },
    { key: 'phone', label: 'parent.phone', kind: 'phone' },
    { key: 'email', label: 'parent.email', room: 'wide', when: contact },
    { key: 'family_code', label: 'parent.family_code', kind: 'number', room: 'table', when: full },
    { key: 'children', label: 'parent.children', kind: 'count', room: 'table', sort: true },
    {
      ...{ key: 'balance_sen', label: 'parent.balance_sen', kind: 'money', room: 'much' },
      ...{ total: true, sort: true, when: money },
    },
    { key: 'status', label: 'parent.status', kind: 'status', sort: true },
  ],
  filters: {
    branch_id: oneEntry('parent.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
    status: oneOf('parent.status', parentStatuses, 'common.status'),
    einvoice: oneOf('parent.einvoice', ['lacking'], 'parent.einvoices', { when: full }),
  },
  tabs: byStatus,
  defaultSort: 'name',
  query(db, reader, { q, branch_id, status, einvoice }) {
    let query = listed(db, reader.scope, money(reader))
    if (einvoice) query = query.where(lacksBuyerDetails)
    if (status) query = query.where('parent.status', '=', status)
    if (branch_id)
      query = query.where('parent.id', 'in', (eb) =>
        eb
          .selectFrom('student_parent')
          .innerJoin('student', 'student.id', 'student_parent.student_id')
          .where('student.branch_id', '=', branch_id)
          .where('student.deleted_at', 'is', null)
          .select('student_parent.parent_id'),
      )
    if (q) query = query.where((eb) => matchesParent(eb, q, parentDetail(reader.roles)))
    return query
  },
  row: (row, reader) => shownTo(reader, row) as Required<Shown>,
})

function shownTo(reader: Reader, { email, family_code, balance_sen, ...row }: Listed): Shown {
  return {
    ...row,
    ...(contact(reader) ? { email } : {}),
    ...(full(reader) ? { family_code } : {}),
    ...(money(reader) ? { balance_sen } : {}),
  }
}

const childrenCount = sql<number>`(select count(*) from student_parent join student on student.id = student_parent.student_id
  where student_parent.parent_id = parent.id and student.deleted_at is null)`

/** Null for a parent without an account. */
const accountStatus = sql<
  string | null
>`(select status from user_account where user_account.id = parent.user_id)`

function listed(db: Kysely<DB>, scope: RowScope, withMoney: boolean) {
  const balance = withMoney ? owedBy(db, scope) : sql<number>`0::bigint`
  return parentsIn(db, scope)
    .select([
      'parent.id',
      'parent.name',
      'parent.phone',
      'parent.email',
      'parent.family_code',
      'parent.status',
    ])
    .select([childrenCount.as('children'), balance.as('balance_sen')])
}

/** Removed parents who can be restored, the latest first. */
export const removedParentList = tenantList<Selected<typeof removed>>()({
  name: 'parent/removed',
  title: 'parent.removed_plural',
  access: { view: 'parent.remove' },
  columns: [
    { key: 'name', label: 'parent.name', sort: true },
    { key: 'family_code', label: 'parent.family_code', kind: 'number' },
    { key: 'deleted_at', label: 'parent.deleted_at', kind: 'instant', sort: true },
  ],
  filters: {},
  defaultSort: '-deleted_at',
  query(db, { scope, roles }, { q }) {
    const query = removed(db, scope)
    return q ? query.where((eb) => matchesParent(eb, q, parentDetail(roles))) : query
  },
})

function removed(db: Kysely<DB>, scope: RowScope) {
  return reachedParents(db, scope)
    .where(isRestorable('parent'))
    .select(['parent.id', 'parent.name', 'parent.family_code', 'parent.deleted_at', 'parent.version'])
}

/**
 * One parent with everything that any page may show, never the full identity number; refuses with not_found.parent. `parentFor`
 * reduces it to what a reader may see.
 */
export async function parentRow(db: Kysely<DB>, scope: RowScope, keys: Keys, id: string) {
  const row = await parentsIn(db, scope)
    .select(['parent.id', 'parent.name', 'parent.relationship', 'parent.phone', 'parent.email'])
    .select(['parent.identity_type', 'parent.identity_no_sealed', 'parent.home_phone', 'parent.occupation'])
    .select([
      'parent.income_above_2500',
      'parent.tin',
      ...addressNames.map((name) => `parent.${name}` as const),
    ])
    .select([
      'parent.preferred_locale',
      'parent.preferred_channel',
      'parent.consent_at',
      'parent.family_code',
    ])
    .select(['parent.status', 'parent.version', 'parent.updated_at', childrenCount.as('children')])
    .select(sql<boolean>`parent.user_id is not null`.as('has_account'))
    .select(accountStatus.as('account_status'))
    .select((eb) => oldPhone(eb).as('phone_old'))
    .select(['parent.phone_proven_at', 'parent.email_proven_at'])
    .select(['parent.identity_proven_at', 'parent.name_confirmed', 'parent.user_id'])
    .where('parent.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.parent')
  const { identity_no_sealed: _, ...kept } = row
  const {
    phone_proven_at: _p,
    email_proven_at: _e,
    identity_proven_at: _i,
    name_confirmed: _n,
    ...known
  } = kept
  return { ...known, unconfirmed: unconfirmedOf(row), identity_masked: maskedOf(keys, 'parent', row) }
}
/** Whether the phone of the parent's account was proven so long ago that signing in by it asks for the family code. */
export const oldPhone = (eb: ExpressionBuilder<DB, 'parent'>) =>
  eb.exists(
    eb
      .selectFrom('user_account')
      .select('user_account.id')
      .whereRef('user_account.id', '=', 'parent.user_id')
      .whereRef('user_account.phone', '=', 'parent.phone')
      .where('user_account.deleted_at', 'is', null)
      .where(isProofOld()),
  )

interface Countable {
  name_confirmed: boolean
  phone_proven_at: Date | null
  email: string | null
  email_proven_at: Date | null
  identity_no_sealed: string | null
  identity_proven_at: Date | null
}

/** Which details of a parent are only what the family said of itself. */
export function unconfirmedOf(row: Countable): ('name' | 'phone' | 'email' | 'identity_no')[] {
  return [
    ...(row.name_confirmed ? [] : (['name'] as const)),
    ...(row.phone_proven_at ? [] : (['phone'] as const)),
    ...(row.email && !row.email_proven_at ? (['email'] as const) : []),
    ...(row.identity_no_sealed && !row.identity_proven_at ? (['identity_no'] as const) : []),
  ]
}

type ParentRow = Awaited<ReturnType<typeof parentRow>>

/** What a reader may see of a parent. */
export function parentFor(roles: readonly SessionRole[], row: ParentRow) {
  const { id, name, relationship, phone, email, home_phone, children, status, version } = row
  const detail: ParentDetail = parentDetail(roles)
  const sees = identityDetail(roles, 'parent.view')
  const { identity_type, identity_masked, income_above_2500, user_id: _, ...others } = row
  return {
    row: { id, name, relationship, phone, children, status, version },
    contact: detail === 'phone' ? null : { email, home_phone },
    identity: sees ? { identity_type, identity_masked } : null,
    income: sees === 'known' ? { income_above_2500 } : null,
    full: detail === 'full' ? others : null,
  }
}

export type ParentFor = ReturnType<typeof parentFor>

/** What a family owes on the invoices in scope, its credit, and what of that is reserved; in sen. */
export async function familyBalance(db: Kysely<DB>, scope: RowScope, parent_id: string) {
  const [{ owed_sen }, credit] = await Promise.all([
    invoicesIn(db, scope)
      .where('invoice.payer_parent_id', '=', parent_id)
      .select(sql<number>`coalesce(sum(${owed}), 0)`.as('owed_sen'))
      .executeTakeFirstOrThrow(),
    creditStanding(db, parent_id),
  ])
  return { owed_sen, ...credit }
}

/** Searches parents only by fields the reader may see, so that nobody can find out others by searching. */
export function matchesParent(eb: ExpressionBuilder<DB, 'parent'>, typed: string, detail: ParentDetail) {
  const digits = phoneDigits(typed)
  const known = {
    phone: ['parent.name'],
    contact: ['parent.name', 'parent.email'],
    full: ['parent.name', 'parent.email', 'parent.family_code'],
  } as const
  return eb.or([
    contains(eb, typed, known[detail]),
    ...(digits ? [contains(eb, digits, ['parent.phone'])] : []),
  ])
}

/** The active parent in scope with a typed identity number, in any format; undefined when there is none. */
export async function parentByIdentity(db: Kysely<DB>, scope: RowScope, keys: Keys, typed: string) {
  const number = identityNo.safeParse(typed)
  if (!number.success || !/^(?=.*\d)[A-Z0-9]{5,15}$/.test(number.data)) return undefined
  return parentsIn(db, scope)
    .select(['parent.id', 'parent.name'])
    .where(
      'parent.identity_no_index',
      'in',
      identityIndexes(keys.ring, { place: keys.place, table: 'parent' }, number.data),
    )
    .where('parent.status', '=', 'active')
    .executeTakeFirst()
}

/** Active parents for whom a child can be registered, or who can be added to a child's family. */
export const familyList = tenantList<Selected<typeof families>>()({
  name: 'student/new',
  title: 'student.new',
  access: { view: 'student.create' },
  columns: [
    { key: 'name', label: 'parent.name', sort: true },
    { key: 'phone', label: 'parent.phone', kind: 'phone' },
    { key: 'children', label: 'parent.children' },
  ],
  filters: {},
  defaultSort: 'name',
  query(db, { scope, roles }, { q }) {
    const query = families(db, scope)
    return q ? query.where((eb) => matchesParent(eb, q, parentDetail(roles))) : query
  },
})
export type FamilyRow = Selected<typeof families>

function families(db: Kysely<DB>, scope: RowScope) {
  return parentsIn(db, scope)
    .where('parent.status', '=', 'active')
    .select(['parent.id', 'parent.name', 'parent.phone'])
    .select(
      sql<string | null>`(select string_agg(student.name, ', ' order by student.born_on) from student_parent
        join student on student.id = student_parent.student_id
        where student_parent.parent_id = parent.id and student.deleted_at is null)`.as('children'),
    )
}

/** An active parent for whom a child can be registered; refuses with not_found.parent. */
export async function familyParent(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await parentsIn(db, scope)
    .select(['parent.id', 'parent.name', 'parent.relationship'])
    .where('parent.id', '=', id)
    .where('parent.status', '=', 'active')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.parent')
  return row
}

/** Refuses with not_found.parent. */
export async function reachedParent(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await parentsIn(db, scope)
    .select(['parent.id', 'parent.name'])
    .where('parent.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.parent')
  return row
}

/**
 * Parents in scope by their children, removed ones included. A parent without children belongs to the branches of the staff
 * member who registered them.
 */
export function reachedParents(db: Kysely<DB>, scope: RowScope) {
  const query = db.selectFrom('parent')
  if (scope.scope === 'all') return query
  if (scope.scope === 'own') return query.where('parent.id', '=', scope.parent_id)
  if (scope.scope === 'class')
    return query.where('parent.id', 'in', (eb) =>
      eb
        .selectFrom('student_parent')
        .where('student_id', 'in', studentsIn(db, scope).select('student.id'))
        .select('parent_id'),
    )
  return query.where(
    sql<boolean>`(exists (select from student_parent join student on student.id = student_parent.student_id
        where student_parent.parent_id = parent.id and student.branch_id = any(${scope.branch_ids}::uuid[]))
      or (not exists (select from student_parent where student_parent.parent_id = parent.id)
        and exists (select from staff join staff_branch on staff_branch.staff_id = staff.id
          where staff.user_id = parent.created_by and staff_branch.branch_id = any(${scope.branch_ids}::uuid[]))))`,
  )
}

export function parentsIn(db: Kysely<DB>, scope: RowScope) {
  return reachedParents(db, scope).where('parent.deleted_at', 'is', null)
}
