import { type Kysely, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { departmentOptions } from '#app/domain/catalogue/departments/departments.ts'
import { type Role, roles } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { phoneDigits } from '#app/domain/core/contact/phone.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { offered } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { maskedOf } from '#app/domain/identity/accounts/identity.ts'
import type { DB } from '#db/types.ts'
import { accountStatuses, seesDetails } from './staff.ts'

/** Staff in scope: all, or those who share a branch with the reader; nobody in other scopes. */
export function staffIn(db: Kysely<DB>, { scope, branch_ids }: RowScope) {
  const query = db
    .selectFrom('staff')
    .innerJoin('user_account', 'user_account.id', 'staff.user_id')
    .where('staff.deleted_at', 'is', null)
  if (scope === 'all') return query
  if (scope !== 'branch') return query.where(sql<boolean>`false`)
  return query.where(
    sql<boolean>`exists (select from staff_branch where staff_branch.staff_id = staff.id
      and staff_branch.branch_id = any(${branch_ids}::uuid[]))`,
  )
}

export const branchNames = sql<string | null>`(select string_agg(branch.name, ', ' order by branch.name)
  from staff_branch join branch on branch.id = staff_branch.branch_id where staff_branch.staff_id = staff.id)`

const details = ({ roles }: Reader) => seesDetails(roles)

/**
 * A reader who may only see names gets those with branch and department, and cannot search or filter by anything else, so that
 * nobody can find out details by searching.
 */
export const staffList = tenantList<Selected<typeof listed>>()({
  name: 'staff',
  title: 'staff.plural',
  access: { view: 'staff.view', create: 'staff.create', print: 'staff.print' },
  columns: [
    { key: 'name', label: 'staff.name', sort: true },
    { key: 'staff_no', label: 'staff.staff_no', kind: 'number', sort: true },
    { key: 'position', label: 'staff.position', room: 'wide', sort: true },
    { key: 'department', label: 'staff.department_id', room: 'wide', sort: true },
    { key: 'branches', label: 'staff.branch_ids', room: 'wide' },
    { key: 'roles', label: 'staff.roles', words: 'common.role', room: 'table', when: details },
    { key: 'phone', label: 'staff.phone', kind: 'phone', when: details },
    { key: 'email', label: 'staff.email', kind: 'email', only: 'file', when: details },
    { key: 'joined_on', label: 'staff.joined_on', kind: 'date', sort: true, only: 'file', when: details },
    { key: 'ended_on', label: 'staff.ended_on', kind: 'date', only: 'file', when: details },
    { key: 'status', label: 'staff.status', kind: 'status', sort: true },
  ],
  filters: {
    branch_id: oneEntry('staff.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
    department_id: oneEntry('staff.department_id', (db, _reader, chosen) => departmentOptions(db, chosen)),
    role: oneOf('staff.role', roles, 'common.role', { when: details }),
    status: oneOf('staff.status', accountStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'name',
  query(db, reader, { q, branch_id, department_id, role, status }) {
    let query = listed(db, reader.scope)
    if (branch_id)
      query = query.where('staff.id', 'in', (eb) =>
        eb.selectFrom('staff_branch').select('staff_id').where('branch_id', '=', branch_id),
      )
    if (department_id) query = query.where('staff.department_id', '=', department_id)
    if (status) query = query.where('user_account.status', '=', status)
    if (role) query = query.where(sql<boolean>`${role} = any(user_account.roles)`)
    if (q) {
      const digits = details(reader) && phoneDigits(q)
      query = query.where((eb) =>
        eb.or([
          contains(eb, q, ['staff.name', 'staff.staff_no', 'staff.position']),
          ...(details(reader) ? [contains(eb, q, ['staff.email'])] : []),
          ...(digits ? [contains(eb, digits, ['staff.phone'])] : []),
        ]),
      )
    }
    return query
  },
  row: (row, reader) =>
    details(reader)
      ? row
      : { ...row, roles: null, phone: null, email: null, joined_on: null, ended_on: null },
})

function listed(db: Kysely<DB>, scope: RowScope) {
  return staffIn(db, scope)
    .leftJoin('department', 'department.id', 'staff.department_id')
    .select(['staff.id', 'staff.name', 'staff.staff_no', 'staff.position', 'department.name as department'])
    .select([branchNames.as('branches'), 'staff.phone', 'staff.email', 'staff.joined_on', 'staff.ended_on'])
    .select([sql<string[] | null>`user_account.roles`.as('roles'), 'user_account.status'])
}

/** One staff member with everything a page may show, never the full identity number; refuses with not_found.staff. */
export async function staffMember(db: Kysely<DB>, scope: RowScope, keys: Keys, id: string) {
  const row = await staffIn(db, scope)
    .leftJoin('department', 'department.id', 'staff.department_id')
    .select((eb) => [
      'staff.id',
      'staff.user_id',
      'staff.name',
      'staff.staff_no',
      'staff.gender',
      'staff.identity_type',
      'staff.identity_no_sealed',
      'staff.born_on',
      'staff.phone',
      'staff.email',
      'staff.department_id',
      'department.name as department',
      branchNames.as('branches'),
      eb
        .selectFrom('staff_branch')
        .whereRef('staff_branch.staff_id', '=', 'staff.id')
        .select(sql<string[] | null>`array_agg(staff_branch.branch_id)`.as('ids'))
        .as('branch_ids'),
      'staff.position',
      'staff.joined_on',
      'staff.ended_on',
      'staff.version',
      'staff.updated_at',
      'user_account.roles',
      'user_account.locale',
      'user_account.status',
      'user_account.last_login_at',
      sql<boolean>`user_account.password_hash is not null`.as('has_password'),
      eb
        .selectFrom('parent')
        .whereRef('parent.user_id', '=', 'staff.user_id')
        .where('parent.deleted_at', 'is', null)
        .select(sql<string>`parent.name || ' · ' || parent.family_code`.as('family'))
        .as('family'),
      eb
        .selectFrom('invitation')
        .whereRef('invitation.user_id', '=', 'staff.user_id')
        .where('used_at', 'is', null)
        .where('replaced_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .select('expires_at')
        .as('invitation_expires_at'),
    ])
    .where('staff.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.staff')
  const { identity_no_sealed: _, ...known } = row
  return {
    ...known,
    branch_ids: row.branch_ids ?? [],
    identity_masked: maskedOf(keys, 'staff', row),
  }
}
type StaffMember = Awaited<ReturnType<typeof staffMember>>

/** The fields of a staff member for a reader who may only see names. */
export function staffName(row: StaffMember) {
  const { id, name, staff_no, position, department, branches, status, version } = row
  return { id, name, staff_no, position, department, branches, status, version }
}

/** How many people have a role: staff in scope, or for the parent role all accounts. */
export async function countHolders(db: Kysely<DB>, scope: RowScope, role: Role): Promise<number> {
  const accounts = role === 'parent' ? db.selectFrom('user_account') : staffIn(db, scope)
  const { count } = await accounts
    .select(sql<number>`count(*)`.as('count'))
    .where(sql<boolean>`${role} = any(user_account.roles)`)
    .executeTakeFirstOrThrow()
  return count
}

/** Active staff, and the current head. */
export function headOptions(db: Kysely<DB>, current: string | null = null) {
  return offered(db, 'staff', current).select(['id', 'name']).orderBy('name').limit(500).execute()
}
