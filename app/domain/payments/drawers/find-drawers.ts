import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { inBranches } from '#app/domain/core/invoicing/payment-scope.ts'
import { linkOnly, onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { ManualMethod } from '#app/domain/payments/payments/payment.ts'
import type { DB } from '#db/types.ts'
import { type DrawerMove, type DrawerStatus, type DrawerSum, drawerStatuses, sumsOf } from './drawer.ts'

/** Cash drawers within the scope, the latest first. */
export const drawerList = tenantList<Selected<typeof found>>()({
  name: 'drawer',
  title: 'drawer.plural',
  access: { view: 'collection.view', print: 'collection.print' },
  columns: [
    { key: 'clerk', label: 'drawer.clerk', room: 'who', sort: true },
    { key: 'opened_on', label: 'drawer.opened_on', kind: 'date', sort: true },
    { key: 'branch', label: 'drawer.branch', room: 'wide' },
    { key: 'counted_at', label: 'drawer.counted_at', kind: 'instant', only: 'file' },
    { key: 'difference_reason', label: 'drawer.difference_reason', only: 'file' },
    { key: 'float_sen', label: 'drawer.float_sen', kind: 'money', room: 'wide' },
    { key: 'difference_sen', label: 'drawer.difference_sen', kind: 'money', room: 'much' },
    { key: 'status', label: 'drawer.status', kind: 'status' },
  ],
  filters: {
    from: onDay('drawer.from', { until: 'to' }),
    to: onDay('drawer.to'),
    status: oneOf('drawer.status', drawerStatuses, 'common.status'),
    confirm: linkOnly(z.literal('mine')),
    branch_id: oneEntry('drawer.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
  },
  tabs: byStatus,
  defaultSort: '-id',
  query(db, { scope }, { q, from, to, status, branch_id, confirm }) {
    let query = found(db, scope)
    if (from) query = query.where('cash_drawer.opened_on', '>=', from)
    if (to) query = query.where('cash_drawer.opened_on', '<=', to)
    if (status) query = query.where('cash_drawer.status', '=', status)
    if (confirm) query = query.where(mayConfirm(scope.user_id))
    if (branch_id) query = query.where('cash_drawer.branch_id', '=', branch_id)
    return q ? query.where((eb) => contains(eb, q, ['clerk.name'])) : query
  },
})

/** Waits for a second person, who neither owned nor counted it: the rule of `confirmDrawer`. */
const mayConfirm = (user_id: string) =>
  sql<boolean>`(cash_drawer.status = 'awaiting_confirmation' and cash_drawer.user_id::text <> ${user_id}
    and cash_drawer.counted_by::text is distinct from ${user_id})`

export const drawersIn = (db: Kysely<DB>, scope: RowScope) =>
  db.selectFrom('cash_drawer').where(within(scope))

function within(scope: RowScope) {
  if (scope.scope === 'all') return sql<boolean>`true`
  if (scope.scope === 'branch') return inBranches('cash_drawer.branch_id', scope)
  return sql<boolean>`cash_drawer.user_id = ${scope.user_id}`
}

/** Whether the reader may take money into the drawer of this clerk. */
export const mayFill = ({ scope, user_id }: RowScope, clerk_id: string): boolean =>
  scope !== 'own' || user_id === clerk_id

function found(db: Kysely<DB>, scope: RowScope) {
  return drawersIn(db, scope)
    .innerJoin('user_account as clerk', 'clerk.id', 'cash_drawer.user_id')
    .innerJoin('branch', 'branch.id', 'cash_drawer.branch_id')
    .select(['cash_drawer.id', 'clerk.name as clerk', 'branch.name as branch', 'cash_drawer.opened_on'])
    .select(['cash_drawer.float_sen', 'cash_drawer.difference_sen', 'cash_drawer.difference_reason'])
    .select(['cash_drawer.counted_at', sql<DrawerStatus>`cash_drawer.status`.as('status')])
}

/** One drawer with its movements; refuses not_found.drawer. */
export async function drawer(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await found(db, scope)
    .leftJoin('user_account as counter', 'counter.id', 'cash_drawer.counted_by')
    .leftJoin('user_account as confirmer', 'confirmer.id', 'cash_drawer.confirmed_by')
    .select(['cash_drawer.user_id', 'cash_drawer.counted_by', 'cash_drawer.opened_at', 'cash_drawer.version'])
    .select(['cash_drawer.confirmed_at', 'counter.name as counter', 'confirmer.name as confirmer'])
    .where('cash_drawer.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.drawer')
  const [moves, sums, { payments }] = await Promise.all([
    movesOf(db, id),
    row.status === 'open' ? expectedIn(db, id).then((expected) => sumsOf(expected)) : countedIn(db, id),
    paymentsIn(db, id),
  ])
  return { ...row, moves, sums, payments }
}

/** A user's open drawer, if any. */
export async function openDrawerOf(db: Kysely<DB>, user_id: string) {
  return db
    .selectFrom('cash_drawer')
    .select(['id', 'branch_id', 'opened_on'])
    .where('user_id', '=', user_id)
    .where('status', '=', 'open')
    .executeTakeFirst()
}

function movesOf(db: Kysely<DB>, drawer_id: string): Promise<DrawerMove[]> {
  return db
    .selectFrom('cash_drawer_move')
    .innerJoin('user_account', 'user_account.id', 'cash_drawer_move.created_by')
    .select(['cash_drawer_move.id', 'cash_drawer_move.created_at', 'cash_drawer_move.reason'])
    .select(['cash_drawer_move.delta_sen', 'user_account.name as creator'])
    .where('drawer_id', '=', drawer_id)
    .orderBy('cash_drawer_move.id')
    .execute()
}

async function paymentsIn(db: Kysely<DB>, drawer_id: string) {
  return db
    .selectFrom('payment')
    .select(sql<number>`count(*)`.as('payments'))
    .where('drawer_id', '=', drawer_id)
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow()
}

/**
 * Expected sums of a drawer by method, in sen: payments not cancelled, cash as rounded, plus the opening cash and cash
 * movements.
 */
export async function expectedIn(
  db: Kysely<DB>,
  drawer_id: string,
): Promise<Partial<Record<ManualMethod, number>>> {
  const { rows } = await sql<{ method: ManualMethod; sen: number }>`
    select method, sum(sen)::bigint as sen from (
      select method, amount_sen + rounding_sen as sen from payment
        where drawer_id = ${drawer_id} and status = 'paid'
      union all select 'cash', float_sen from cash_drawer where id = ${drawer_id}
      union all select 'cash', delta_sen from cash_drawer_move where drawer_id = ${drawer_id}) as moved
    group by method`.execute(db)
  return Object.fromEntries(rows.map(({ method, sen }) => [method, sen]))
}

/** Counted sums by method. */
async function countedIn(db: Kysely<DB>, drawer_id: string): Promise<DrawerSum[]> {
  const rows = await db
    .selectFrom('cash_drawer_count')
    .select([sql<ManualMethod>`method`.as('method'), 'expected_sen', 'counted_sen'])
    .where('drawer_id', '=', drawer_id)
    .execute()
  const by = (key: 'expected_sen' | 'counted_sen') =>
    Object.fromEntries(rows.map((row) => [row.method, row[key]]))
  return sumsOf(by('expected_sen'), by('counted_sen'))
}
