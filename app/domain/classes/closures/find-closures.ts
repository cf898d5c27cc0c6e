import { type Kysely, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { onDay, oneEntry } from '#app/domain/core/lists/filters.ts'
import { type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** Days on which the organisation, or one branch, holds no sessions; the last ones first. */
export const closureList = tenantList<Selected<typeof listed>>()({
  name: 'closure',
  title: 'closure.plural',
  access: { view: 'attendance.print', create: 'attendance.remove', print: 'attendance.print' },
  columns: [
    { key: 'name', label: 'closure.name', room: 'who', sort: true },
    { key: 'starts_on', label: 'closure.starts_on', kind: 'date', sort: true },
    { key: 'ends_on', label: 'closure.ends_on', kind: 'date', room: 'until', sort: true },
    { key: 'branch', label: 'closure.branch_id', none: 'closure.every_branch', sort: true },
  ],
  filters: {
    from: onDay('closure.from', { until: 'to' }),
    to: onDay('closure.to'),
    branch_id: oneEntry('closure.branch_id', (db, { scope }: Reader) => branchChoices(db, scope)),
  },
  defaultSort: '-starts_on',
  query(db, { scope }, { q, from, to, branch_id }) {
    let query = listed(db, scope)
    if (from) query = query.where('closure.ends_on', '>=', from)
    if (to) query = query.where('closure.starts_on', '<=', to)
    if (branch_id)
      query = query.where((eb) =>
        eb.or([eb('closure.branch_id', 'is', null), eb('closure.branch_id', '=', branch_id)]),
      )
    if (q) query = query.where((eb) => contains(eb, q, ['closure.name']))
    return query
  },
})

/** Closures of the whole organisation, which concern everybody, and those of the branches that a scope reaches. */
function closuresIn(db: Kysely<DB>, { scope, branch_ids }: RowScope) {
  const query = db.selectFrom('closure')
  if (scope === 'all') return query
  return query.where(
    sql<boolean>`(closure.branch_id is null or closure.branch_id = any(${branch_ids}::uuid[]))`,
  )
}

const listed = (db: Kysely<DB>, scope: RowScope) =>
  closuresIn(db, scope)
    .leftJoin('branch', 'branch.id', 'closure.branch_id')
    .select(['closure.id', 'closure.name', 'closure.starts_on', 'closure.ends_on', 'branch.name as branch'])

/** One closure; refuses with not_found.closure. */
export async function closure(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await listed(db, scope)
    .select(['closure.branch_id', 'closure.version', 'closure.updated_at'])
    .where('closure.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.closure')
  return row
}

/** Whether a scope may change a closure: one of all branches only who reaches all of them. */
export const mayChangeClosure = ({ scope, branch_ids }: RowScope, branch_id: string | null): boolean =>
  scope === 'all' || (branch_id !== null && branch_ids.includes(branch_id))

/** The public holidays of the states of the organisation's branches from a day on for a year, by their next day. */
export async function holidaysAhead(db: Kysely<DB>, today: string) {
  const { rows } = await sql<{ id: string; name: string; on_day: string; state: string | null }>`
    select holiday.id, holiday.name, day::date as on_day, holiday.state
    from generate_series(${today}::date, ${today}::date + 365, interval '1 day') as day
      join platform.closure_date as holiday on case when holiday.yearly
        then to_char(holiday.closed_on, 'MMDD') = to_char(day, 'MMDD') else holiday.closed_on = day::date end
    where holiday.state is null or holiday.state in (select branch.state from branch where branch.deleted_at is null)
    order by day, holiday.name limit 100`.execute(db)
  return rows
}
