import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addressNames } from '#app/domain/core/contact/address.ts'
import { states } from '#app/domain/core/contact/malaysia.ts'
import { keptStatuses } from '#app/domain/core/crud/nouns.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { type Chosen, idsOf, offered } from '#app/domain/core/lists/offered.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

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
    status: oneOf('branch.status', keptStatuses, 'common.status'),
  },
  tabs: byStatus,
  standard: 'code',
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
