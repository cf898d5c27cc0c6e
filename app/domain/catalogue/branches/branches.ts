import { type Kysely, sql, type Transaction } from 'kysely'
import { crudVerbs, refuseLastActive } from '#app/domain/catalogue/crud/crud-verbs.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addressNames, states } from '#app/domain/core/contact/address.ts'
import { refuseBeyondLimit } from '#app/domain/core/features/limits.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { type Chosen, idsOf, offered } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'
import { branchForm } from './branch.ts'

/**
 * Branches that a scope reaches: all, the person's own, those of the classes they teach or help in, those of a
 * parent's own children.
 */
function branchesIn(db: Kysely<DB>, { scope, branch_ids, user_id, parent_id }: RowScope) {
  const query = db.selectFrom('branch').where('branch.deleted_at', 'is', null)
  if (scope === 'all') return query
  if (scope === 'branch') return query.where(sql<boolean>`branch.id = any(${branch_ids}::uuid[])`)
  if (scope === 'class')
    return query.where('branch.id', 'in', (eb) =>
      eb
        .selectFrom('subject')
        .innerJoin('subject_trainer', 'subject_trainer.subject_id', 'subject.id')
        .where('subject_trainer.user_id', '=', user_id)
        .where('subject.deleted_at', 'is', null)
        .select('subject.branch_id'),
    )
  return query.where('branch.id', 'in', (eb) =>
    eb
      .selectFrom('student')
      .innerJoin('student_parent', 'student_parent.student_id', 'student.id')
      .where('student_parent.parent_id', '=', parent_id)
      .where('student.deleted_at', 'is', null)
      .select('student.branch_id'),
  )
}

/** All branches that a reader may see, with their addresses. */
export function branchesInScope(db: Kysely<DB>, scope: RowScope) {
  return branchesIn(db, scope)
    .select(['id', 'code', 'name', 'is_hq', 'phone', 'email', 'status'])
    .select([...addressNames, 'country'])
    .orderBy('is_hq', 'desc')
    .orderBy('code')
    .execute()
}

/** Names of the branches where lessons are, for everybody who belongs to the organisation. */
export function activeBranches(db: Kysely<DB>) {
  return offered(db, 'branch')
    .select(['id', 'code', 'name', 'is_hq'])
    .orderBy('is_hq', 'desc')
    .orderBy('code')
    .execute()
}

export const branchList = tenantList<Selected<typeof listed>>()({
  name: 'branch',
  title: 'branch.plural',
  access: { view: 'branch.view', create: 'branch.create', print: 'branch.print' },
  columns: [
    { key: 'code', label: 'branch.code', kind: 'number', sort: true },
    { key: 'name', label: 'branch.name', room: 'who', sort: true },
    { key: 'kind', label: 'branch.kind', words: 'branch.kinds', room: 'wide' },
    { key: 'city', label: 'branch.city', sort: true },
    { key: 'state', label: 'branch.state', room: 'wide' },
    { key: 'phone', label: 'branch.phone', kind: 'phone' },
    { key: 'email', label: 'branch.email', kind: 'email', room: 'wide' },
    { key: 'status', label: 'branch.status', kind: 'status', sort: true },
  ],
  filters: {
    state: oneOf('branch.state', states),
    status: oneOf('branch.status', resourceStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'code',
  query(db, { scope }, { q, state, status }) {
    let query = listed(db, scope)
    if (state) query = query.where('branch.state', '=', state)
    if (status) query = query.where('branch.status', '=', status)
    if (q) query = query.where((eb) => contains(eb, q, ['branch.code', 'branch.name', 'branch.city']))
    return query
  },
})

function listed(db: Kysely<DB>, scope: RowScope) {
  return branchesIn(db, scope)
    .select(['branch.id', 'branch.code', 'branch.name', 'branch.city', 'branch.state'])
    .select(['branch.phone', 'branch.email', 'branch.status'])
    .select(sql<string>`case when is_hq then 'hq' else 'branch' end`.as('kind'))
}

/** One branch; refuses with not_found.branch. */
export async function branch(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await branchesIn(db, scope)
    .select([
      'branch.id',
      'branch.code',
      'branch.name',
      'branch.is_hq',
      'branch.phone',
      'branch.email',
      ...addressNames,
      'branch.status',
      'branch.version',
      'branch.updated_at',
    ])
    .where('branch.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.branch')
  return row
}

/** Active branches to choose from and those that the row has already; with a scope over branches, of the person's own. */
export function branchOptions(db: Kysely<DB>, kept?: Chosen, scope?: RowScope) {
  let query = offered(db, 'branch', kept)
  if (scope && scope.scope !== 'all')
    query = query.where(sql<boolean>`id = any(${[...scope.branch_ids, ...idsOf(kept)]}::uuid[])`)
  return query.select(['id', 'name']).orderBy('is_hq', 'desc').orderBy('name').execute()
}

/** Active branches in which somebody may work with people, and the one that a row is in already. */
export function branchesToChoose(db: Kysely<DB>, { scope, branch_ids }: RowScope, kept?: Chosen) {
  const query = offered(db, 'branch', kept).select(['id', 'name'])
  const reached =
    scope === 'all'
      ? query
      : query.where(sql<boolean>`id = any(${[...branch_ids, ...[kept ?? []].flat()]}::uuid[])`)
  return reached.orderBy('is_hq', 'desc').orderBy('name').execute()
}

/** Refuses a branch that is out of reach, not active or none at all (not_found.branch). */
export async function refuseForeignBranch(
  trx: Transaction<DB>,
  branch_id: string,
  scope: RowScope,
): Promise<void> {
  const reached = scope.scope === 'all' || scope.branch_ids.includes(branch_id)
  const found =
    reached && (await offered(trx, 'branch').select('id').where('id', '=', branch_id).executeTakeFirst())
  if (!found) throw new Refusal('not_found.branch', 'branch_id')
}

/** With one branch or none there is nothing to choose. */
export async function branchChoices(db: Kysely<DB>, { scope, branch_ids }: RowScope) {
  if (scope !== 'all' && branch_ids.length < 2) return []
  let query = db.selectFrom('branch').select(['id', 'name']).where('deleted_at', 'is', null)
  if (scope !== 'all') query = query.where('id', 'in', branch_ids)
  const branches = await query.orderBy('name').execute()
  return branches.length > 1 ? branches : []
}

/** The names of some branches, in alphabetical order. */
export async function branchNames(db: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('branch')
    .select('name')
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

export const usesOfBranch = {
  student: 'branch_id',
  staff_branch: 'branch_id',
  bank_statement: 'branch_id',
  cash_drawer: 'branch_id',
  subject: 'branch_id',
  department: 'branch_id',
  program_branch: 'branch_id',
  application_student: 'branch_id',
  invoice: 'branch_id',
  payment: 'branch_id',
  donation: 'branch_id',
  collection: 'branch_id',
  closure: 'branch_id',
} as const

const plain = crudVerbs('branch', branchForm, usesOfBranch, branch)

/**
 * What is done with branches. A second main branch is refused (duplicate.branch_hq), so is the end of the last
 * active one (branch.last_active), and one more than the package allows.
 */
export const branches: typeof plain = {
  ...plain,
  async create(trx, actor, input) {
    await refuseBeyondLimit(trx, 'branch')
    return plain.create(trx, actor, input)
  },
  async setStatus(trx, actor, at, status) {
    if (status === 'inactive') await refuseLastActive(trx, 'branch', at)
    else await refuseBeyondLimit(trx, 'branch')
    return plain.setStatus(trx, actor, at, status)
  },
  async remove(trx, actor, at) {
    await refuseLastActive(trx, 'branch', at)
    return plain.remove(trx, actor, at)
  },
}
