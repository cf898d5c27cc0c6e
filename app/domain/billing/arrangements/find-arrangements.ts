import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { invoicesIn, owed, statusOn } from '#app/domain/core/invoicing/invoice.ts'
import { titleFacts } from '#app/domain/core/invoicing/title.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type ArrangementStatus, arrangementStatuses, graceDays, settledParts } from './arrangement.ts'

/**
 * What was received on the invoices of an arrangement since it was agreed, in sen; a cancelled invoice counts as settled.
 */
const receivedSen = sql<number>`(select coalesce(sum(case when invoice.status = 'cancelled' then agreed.balance_sen
    else greatest(0, agreed.balance_sen - invoice.balance_sen) end), 0)::bigint
  from arrangement_invoice as agreed join invoice on invoice.id = agreed.invoice_id
  where agreed.arrangement_id = arrangement.id)`

/** What should have been received by a day, in sen. */
const dueBy = (
  day: string,
) => sql`(select coalesce(sum(part.amount_sen), 0) from arrangement_instalment as part
  where part.arrangement_id = arrangement.id and part.due_on <= ${day}::date)`

/**
 * The status of an arrangement on a day. For an active one the invoices decide: it is kept when everything was received, and
 * broken when a part is missing after its grace days, also before the nightly job has stored that.
 */
export const stateOn = (today: string) => sql<ArrangementStatus>`case
  when arrangement.status <> 'active' then arrangement.status
  when ${receivedSen} >= arrangement.total_sen then 'kept'
  when ${receivedSen} < ${dueBy(addDays(today, -graceDays - 1))} then 'broken'
  else 'active' end`

/** Whether an invoice is part of an active arrangement that is not broken; for a query over `invoice`. */
export const isArranged = (today: string) => sql<boolean>`exists (select from arrangement_invoice as chosen
  join arrangement on arrangement.id = chosen.arrangement_id
  where chosen.invoice_id = invoice.id and arrangement.status = 'active' and ${stateOn(today)} = 'active')`

/** The next part that is not fully received, with the missing amount. */
const nextPart = sql<{ next_on: string | null; next_sen: number | null }>`(select part.due_on as next_on,
    least(part.amount_sen, part.upto - ${receivedSen})::bigint as next_sen
  from (select due_on, amount_sen, sum(amount_sen) over (order by position) as upto
    from arrangement_instalment where arrangement_id = arrangement.id) as part
  where part.upto > ${receivedSen} order by part.due_on limit 1)`

/** Arrangements with invoices in scope, the latest first; a family sees those agreed with it. */
export const arrangementList = tenantList<Selected<typeof found>>()({
  name: 'arrangement',
  title: 'arrangement.plural',
  access: { view: 'arrangement.view', print: 'arrangement.print' },
  columns: [
    { key: 'parent', label: 'arrangement.parent', room: 'who', sort: true },
    { key: 'family_code', label: 'parent.family_code', kind: 'number', only: 'file' },
    { key: 'requested_at', label: 'arrangement.requested_at', kind: 'instant', room: 'widest', sort: true },
    { key: 'parts', label: 'arrangement.parts', kind: 'count', room: 'wide' },
    { key: 'next_on', label: 'arrangement.next_on', kind: 'date', sort: true },
    { key: 'next_sen', label: 'arrangement.next_sen', kind: 'money', room: 'wide' },
    { key: 'came_sen', label: 'arrangement.came_sen', kind: 'money', room: 'wide' },
    { key: 'total_sen', label: 'arrangement.total_sen', kind: 'money', room: 'much', sort: true },
    { key: 'status', label: 'arrangement.status', kind: 'status' },
  ],
  filters: {
    status: oneOf('arrangement.status', arrangementStatuses, 'common.status'),
    broken: oneOf('arrangement.broken', ['open'], 'arrangement.brokens'),
  },
  tabs: byStatus,
  defaultSort: '-requested_at',
  query(db, { scope, today }, { q, status, broken }) {
    let query = found(db, scope, today)
    if (status) query = query.where(stateOn(today), '=', status)
    if (broken) query = query.where(isUnattended(today), '=', true)
    return q ? query.where((eb) => contains(eb, q, ['parent.name', 'parent.family_code'])) : query
  },
})

/** Broken, with a balance on its invoices, and without a contact or another arrangement since. */
const isUnattended = (today: string) => sql<boolean>`(${stateOn(today)} = 'broken'
  and ${receivedSen} < arrangement.total_sen
  and not exists (select from arrangement as later
    where later.parent_id = arrangement.parent_id and later.requested_at > arrangement.requested_at)
  and not exists (select from family_contact
    where family_contact.parent_id = arrangement.parent_id and family_contact.contacted_on >= coalesce(arrangement.over_on, ${today}::date)))`

/** Arrangements with an invoice in scope. */
export function arrangementsIn(db: Kysely<DB>, scope: RowScope) {
  const query = db.selectFrom('arrangement')
  if (scope.scope === 'all') return query
  if (scope.scope === 'own')
    return query
      .where('arrangement.parent_id', '=', scope.parent_id ?? null!)
      .where('arrangement.status', 'in', ['active', 'kept', 'broken', 'ended'])
  return query.where(
    'arrangement.id',
    'in',
    db
      .selectFrom('arrangement_invoice')
      .where('invoice_id', 'in', invoicesIn(db, scope).select('invoice.id'))
      .select('arrangement_id'),
  )
}

function found(db: Kysely<DB>, scope: RowScope, today: string) {
  return arrangementsIn(db, scope)
    .innerJoin('parent', 'parent.id', 'arrangement.parent_id')
    .leftJoinLateral(nextPart.as('next'), (join) => join.onTrue())
    .select(['arrangement.id', 'arrangement.parent_id', 'arrangement.total_sen', 'arrangement.reason'])
    .select(['arrangement.requested_at', 'arrangement.requested_by', 'arrangement.version'])
    .select(['parent.name as parent', 'parent.family_code'])
    .select(['next.next_on', 'next.next_sen', receivedSen.as('came_sen'), stateOn(today).as('status')])
    .select(
      sql<number>`(select count(*) from arrangement_instalment where arrangement_id = arrangement.id)`.as(
        'parts',
      ),
    )
}

/** One arrangement with its parts, invoices and decider; refuses not_found.arrangement. */
export async function arrangementOf(db: Kysely<DB>, scope: RowScope, id: string, today: string) {
  const row = await found(db, scope, today)
    .innerJoin('user_account as requester', 'requester.id', 'arrangement.requested_by')
    .leftJoin('user_account as decider', 'decider.id', 'arrangement.decided_by')
    .select(['requester.name as requester', 'decider.name as decider', 'arrangement.decided_at'])
    .select(['arrangement.decision_reason', 'arrangement.over_on'])
    .where('arrangement.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.arrangement')
  const [parts, invoices] = await Promise.all([
    db
      .selectFrom('arrangement_instalment')
      .select(['position', 'due_on', 'amount_sen'])
      .where('arrangement_id', '=', id)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('arrangement_invoice as agreed')
      .innerJoin('invoice', 'invoice.id', 'agreed.invoice_id')
      .select(['invoice.id', 'invoice.number', titleFacts.as('title'), 'invoice.due_on'])
      .select(['agreed.balance_sen as agreed_sen', owed.as('balance_sen'), statusOn(today).as('status')])
      .where('agreed.arrangement_id', '=', id)
      .orderBy('invoice.due_on')
      .orderBy('invoice.number')
      .execute(),
  ])
  return { ...row, parts: settledParts(parts, row.came_sen, today), invoices }
}
export type Arrangement = Awaited<ReturnType<typeof arrangementOf>>

/** For a family's page: the open arrangement, or the last one that was kept or broken; null for none. */
export async function lastArrangementOf(db: Kysely<DB>, scope: RowScope, parent_id: string, today: string) {
  const row = await found(db, scope, today)
    .where('arrangement.parent_id', '=', parent_id)
    .where('arrangement.status', 'in', ['proposed', 'active', 'kept', 'broken'])
    .orderBy('arrangement.requested_at', 'desc')
    .orderBy('arrangement.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { id, status, next_on, next_sen, came_sen, total_sen } = row
  return { id, status, next_on, next_sen, came_sen, total_sen }
}
