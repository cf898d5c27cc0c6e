import { type Kysely, sql } from 'kysely'
import { openedIdentity } from '#app/domain/accounts/identity.server.ts'
import { maskedIdentity } from '#app/domain/accounts/identity.ts'
import type { RowScope } from '#app/domain/actor.ts'
import { phoneDigits } from '#app/domain/contact/phone.ts'
import { contains } from '#app/domain/lists/contains.server.ts'
import { paginate } from '#app/domain/lists/paginate.server.ts'
import type { ListPageOf } from '#app/domain/lists/search.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { Keys } from '#app/domain/secrets.server.ts'
import type { DB } from '#db/types.ts'
import type { StaffRow } from './staff.ts'
import type { StaffSearch } from './staff-form.ts'

/** Staff whom a scope reaches: all, or who shares a branch with the reader. Other scopes reach nobody. */
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

const branchNames = sql<string | null>`(select string_agg(branch.name, ', ' order by branch.name)
  from staff_branch join branch on branch.id = staff_branch.branch_id where staff_branch.staff_id = staff.id)`

/**
 * The list. Without `details` it holds names and where they work, and can be neither searched nor filtered by anything
 * else, so that nobody finds out by asking.
 */
export async function staffMembers(
  db: Kysely<DB>,
  scope: RowScope,
  search: StaffSearch,
  details: boolean,
): Promise<ListPageOf<StaffRow, StaffSearch>> {
  let query = staffIn(db, scope)
    .leftJoin('department', 'department.id', 'staff.department_id')
    .select([
      'staff.id',
      'staff.name',
      'staff.staff_no',
      'staff.position',
      'department.name as department',
      branchNames.as('branches'),
      'user_account.roles',
      'staff.phone',
      'staff.email',
      'staff.joined_on',
      'staff.ended_on',
      'user_account.status',
    ])
  if (search.branch_id)
    query = query.where('staff.id', 'in', (eb) =>
      eb.selectFrom('staff_branch').select('staff_id').where('branch_id', '=', search.branch_id!),
    )
  if (search.department_id) query = query.where('staff.department_id', '=', search.department_id)
  if (search.status) query = query.where('user_account.status', '=', search.status)
  if (search.role && details) query = query.where(sql<boolean>`${search.role} = any(user_account.roles)`)
  if (search.q) {
    const digits = phoneDigits(search.q)
    query = query.where((eb) =>
      eb.or([
        contains(eb, search.q, ['staff.name', 'staff.staff_no', 'staff.position']),
        ...(details ? [contains(eb, search.q, ['staff.email'])] : []),
        ...(details && digits ? [contains(eb, digits, ['staff.phone'])] : []),
      ]),
    )
  }
  const page = await paginate<'staff', StaffRow, StaffSearch>(
    db.selectFrom(query.as('staff')).selectAll() as never,
    search,
    {
      sorts: {
        name: 'name',
        staff_no: 'staff_no',
        position: 'position',
        department: 'department',
        ...(details ? { joined_on: 'joined_on' } : {}),
        status: 'status',
      },
      standard: 'name',
      tie: 'id',
    },
  )
  return details ? page : { ...page, rows: page.rows.map(nameOnly) }
}

function nameOnly(row: StaffRow): StaffRow {
  return { ...row, roles: null, phone: null, email: null, joined_on: null, ended_on: null }
}

/** One staff member with all that a page may show; refuses with not_found.staff. Never the whole identity number. */
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
  const { identity_no_sealed: sealed, ...known } = row
  const place = { place: keys.place, table: 'staff', row: id } as const
  return {
    ...known,
    branch_ids: row.branch_ids ?? [],
    identity_masked: sealed && maskedIdentity(row.identity_type, openedIdentity(keys.ring, place, sealed)),
  }
}
export type StaffMember = Awaited<ReturnType<typeof staffMember>>

/** What is left of a staff member for who may only know the names. */
export function staffName(row: StaffMember) {
  const { id, name, staff_no, position, department, branches, status, version } = row
  return { id, name, staff_no, position, department, branches, status, version }
}
