import { type Kysely, type RawBuilder, sql } from 'kysely'
import { entityChoices } from '#app/domain/accounting/collections/find-collections.ts'
import { branchChoices } from '#app/domain/catalogue/branches/choices.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { operatorList, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import type { DB } from '#db/types.ts'
import { type ExceptionKind, exceptionKinds, exceptionStates, patienceDays } from './exception.ts'
import { inBranch, onDesk, tenantDesk } from './find-exceptions.ts'

/** What both desks say of each. */
const columns = [
  { key: 'kind', label: 'payment_exception.kind', words: 'payment_exception.kinds', sort: true },
  {
    key: 'amount_sen',
    label: 'payment_exception.amount',
    kind: 'money',
    room: 'much',
    total: true,
    sort: true,
  },
  { key: 'transaction_id', label: 'payment.transaction_id', kind: 'number', room: 'widest', lines: true },
  { key: 'owner', label: 'payment_exception.owner', room: 'wide' },
  { key: 'state', label: 'payment.status', kind: 'status', words: 'payment_exception.states' },
  { key: 'expected_sen', label: 'payment_exception.expected', kind: 'money', total: true, only: 'file' },
  { key: 'response_code', label: 'payment.response_code', only: 'file' },
  {
    key: 'resolution',
    label: 'payment_exception.resolution',
    words: 'payment_exception.resolutions',
    only: 'file',
  },
  { key: 'resolver', label: 'payment_exception.resolver', only: 'file' },
  { key: 'resolved_at', label: 'payment_exception.resolved_at', kind: 'instant', only: 'file' },
] as const

const filters = {
  from: onDay('payment.from', { until: 'to' }),
  to: onDay('payment.to'),
  // `unsettled`: not resolved yet; of these `unowned`: nobody has taken them, `old`: they have waited for a week.
  state: oneOf(
    'payment.status',
    ['unsettled', 'unowned', 'old', ...exceptionStates],
    'payment_exception.states',
  ),
  kind: oneOf('payment_exception.kind', exceptionKinds, 'payment_exception.kinds'),
}

interface Asked {
  state: (typeof filters.state.values)[number] | undefined
  kind: ExceptionKind | undefined
  from: string | undefined
  to: string | undefined
}

/** What FPX says otherwise than it was asked, or twice; what has waited longest stands on top. */
export const exceptionList = tenantList<Selected<typeof raised>>()({
  name: 'payment-exception',
  title: 'payment_exception.plural',
  access: { view: 'payment_exception.view', print: 'payment_exception.print' },
  columns: [
    { key: 'order_no', label: 'payment.order_no', kind: 'number' },
    { key: 'raised_at', label: 'payment_exception.raised_at', kind: 'instant', sort: true },
    { key: 'payer', label: 'payment.payer', room: 'who' },
    ...columns,
  ],
  filters: {
    ...filters,
    branch_id: oneEntry('payment.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
  },
  tabs: { filter: 'state', column: 'tabs' },
  standard: 'raised_at',
  query(db, { scope }, { q, branch_id, ...asked }) {
    let query = raised(db)
      .where(onDesk(tenantDesk(scope)))
      .where(narrowed(asked))
    if (branch_id) query = query.where(inBranch(branch_id))
    return q ? query.where((eb) => contains(eb, q, [...searched, 'payment_exception.payer'])) : query
  },
})

/** Those of all organisations, which settle their own, and the messages of nobody, which only an operator can. */
export const allExceptionList = operatorList<Selected<typeof raisedAnywhere>>()({
  name: 'payment-exception',
  title: 'payment_exception.plural',
  access: { view: 'admin.payment_exception.view', print: 'admin.payment_exception.print' },
  columns: [
    { key: 'order_no', label: 'payment.order_no', kind: 'number' },
    { key: 'raised_at', label: 'payment_exception.raised_at', kind: 'instant', room: 'card', sort: true },
    {
      key: 'entity',
      label: 'collection.entity',
      none: 'payment_exception.no_entity',
      room: 'who',
      sort: true,
    },
    ...columns,
  ],
  filters: { ...filters, entity_id: oneEntry('collection.entity', entityChoices) },
  tabs: { filter: 'state', column: 'tabs' },
  standard: 'raised_at',
  query(db, _reader, { q, entity_id, ...asked }) {
    let query = raisedAnywhere(db).where(narrowed(asked))
    if (entity_id) query = query.where('payment_exception.entity_id', '=', entity_id)
    return q ? query.where((eb) => contains(eb, q, [...searched, 'entity.name'])) : query
  },
})

const searched = ['payment_exception.order_no', 'payment_exception.transaction_id'] as const

function narrowed({ state, kind, from, to }: Asked) {
  const conditions = [
    ...(kind ? [sql`payment_exception.kind = ${kind}`] : []),
    ...(from ? [sql`payment_exception.raised_at >= ${dayBegins(from)}`] : []),
    ...(to ? [sql`payment_exception.raised_at < ${dayBegins(to, 1)}`] : []),
    ...(state ? [byState[state] ?? sql`payment_exception.state = ${state}`] : []),
  ]
  return sql<boolean>`${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}`
}

const byState: Record<'unsettled' | 'unowned' | 'old', RawBuilder<unknown>> &
  Partial<Record<string, RawBuilder<unknown>>> = {
  unsettled: sql`payment_exception.state <> 'resolved'`,
  unowned: sql`payment_exception.state <> 'resolved' and payment_exception.owner_id is null`,
  old: sql`payment_exception.state <> 'resolved'
    and payment_exception.raised_at < now() - ${sql.lit(patienceDays)} * interval '1 day'`,
}

function raised(db: Kysely<DB>) {
  return db
    .selectFrom('platform.payment_exception as payment_exception')
    .select(['payment_exception.id', 'payment_exception.order_no', 'payment_exception.raised_at'])
    .select(['payment_exception.payer', 'payment_exception.kind', 'payment_exception.amount_sen'])
    .select(['payment_exception.transaction_id', 'payment_exception.owner', 'payment_exception.state'])
    .select(['payment_exception.expected_sen', 'payment_exception.response_code'])
    .select(['payment_exception.resolution', 'payment_exception.resolver', 'payment_exception.resolved_at'])
    .select(
      sql<string[]>`array_remove(array[payment_exception.state,
        case when ${byState.unsettled} then 'unsettled' end,
        case when ${byState.unowned} then 'unowned' end,
        case when ${byState.old} then 'old' end], null)`.as('tabs'),
    )
}

function raisedAnywhere(db: Kysely<DB>) {
  return raised(db)
    .leftJoin('platform.entity as entity', 'entity.id', 'payment_exception.entity_id')
    .select('entity.name as entity')
}
