import { type Kysely, sql } from 'kysely'
import { startOfMonth } from '#app/domain/core/dates.ts'
import type { InBoth } from '#app/domain/core/lists/columns.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { operatorList, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { entityChoices } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import type { DB } from '#db/types.ts'
import { channelCredits } from './price.ts'

/** Why a balance moved: see the migration of platform.credit_entry. */
const creditKinds = ['opening', 'included', 'topup', 'grant', 'reserve', 'return'] as const
const creditUsesShown = ['announcement', 'absence', 'reminder', 'platform_invoice'] as const

const movement = [
  { key: 'delta', label: 'message_credit.delta', kind: 'count', room: 'much', total: true, sort: true },
  { key: 'included_delta', label: 'message_credit.included_delta', kind: 'count', only: 'file' },
  { key: 'balance', label: 'message_credit.balance', kind: 'count', room: 'table' },
  { key: 'reason', label: 'message_credit.reason', only: 'file' },
] as const

const movementFilters = {
  kind: oneOf('message_credit.kind', creditKinds, 'message_credit.kinds'),
  about: oneOf('message_credit.use', creditUsesShown, 'message_credit.uses'),
  from: onDay('message_credit.from', { until: 'to' }),
  to: onDay('message_credit.to'),
}

interface MovementSearch {
  kind: string | undefined
  about: string | undefined
  from: string | undefined
  to: string | undefined
}

/** The ledger of the organisation's message credits, the latest first, each line with the balance after it. */
export const creditLedger = tenantList<Selected<typeof ownMovements>>()({
  name: 'message-credit-entry',
  title: 'message_credit.ledger',
  access: { view: 'credit.top_up', print: 'credit.top_up' },
  columns: [
    { key: 'kind', label: 'message_credit.kind', words: 'message_credit.kinds', room: 'who', sort: true },
    { key: 'moved_on', label: 'message_credit.moved_on', kind: 'date' },
    { key: 'what', kind: 'title', label: 'message_credit.what' },
    ...movement,
  ],
  filters: movementFilters,
  defaultSort: '-position',
  tieBreaker: 'position',
  query(db, _reader, { q, ...search }) {
    const query = narrowed(ownMovements(db), search)
    if (!q) return query
    return query.where((eb) =>
      contains(eb, q, [
        ...(['announcement.title_en', 'announcement.title_my', 'parent.name'] as const),
        ...(['invoice.number', 'entry.reason'] as const),
      ]),
    )
  },
})

/** With what each line is about, where that can be opened. */
function ownMovements(db: Kysely<DB>) {
  return movements(db)
    .leftJoin('announcement', (join) =>
      join.onRef('announcement.id', '=', 'entry.about_id').on('entry.about', '=', 'announcement'),
    )
    .leftJoin('reminder', (join) =>
      join.onRef('reminder.id', '=', 'entry.about_id').on('entry.about', '=', 'reminder'),
    )
    .leftJoin('parent', 'parent.id', 'reminder.parent_id')
    .where('entry.entity_id', '=', sql<string>`platform.current_entity()`)
    .select(['reminder.parent_id'])
    .select(
      sql<InBoth | string | null>`case when announcement.id is not null
        then jsonb_build_object('en', announcement.title_en, 'my', announcement.title_my)
        else to_jsonb(coalesce(parent.name, invoice.number, entry.reason)) end`.as('what'),
    )
}

/** The latest lines of the organisation's ledger. */
export const latestMovements = (db: Kysely<DB>, lines = 10) =>
  ownMovements(db).orderBy('entry.position', 'desc').limit(lines).execute()

/** The ledgers of all organisations. */
export const everyCreditLedger = operatorList<Selected<typeof everyMovement>>()({
  name: 'message-credit-entry',
  title: 'message_credit.every_ledger',
  access: { view: 'admin.subscription.view', print: 'admin.subscription.print' },
  columns: [
    { key: 'entity', label: 'subscription.entity', room: 'who', sort: true },
    { key: 'moved_on', label: 'message_credit.moved_on', kind: 'date' },
    { key: 'kind', label: 'message_credit.kind', words: 'message_credit.kinds', sort: true },
    { key: 'about', label: 'message_credit.use', words: 'message_credit.uses', room: 'wide' },
    ...movement,
    { key: 'number', label: 'message_credit.invoice', kind: 'number', only: 'file' },
  ],
  filters: { entity_id: oneEntry('subscription.entity', entityChoices), ...movementFilters },
  defaultSort: '-position',
  tieBreaker: 'position',
  query(db, _reader, { q, entity_id, ...search }) {
    let query = narrowed(everyMovement(db), search)
    if (entity_id) query = query.where('entry.entity_id', '=', entity_id)
    if (q) query = query.where((eb) => contains(eb, q, ['entity.name', 'invoice.number', 'entry.reason']))
    return query
  },
})

const everyMovement = (db: Kysely<DB>) =>
  movements(db)
    .innerJoin('platform.entity as entity', 'entity.id', 'entry.entity_id')
    .select(['entity.name as entity', 'invoice.number'])

/** The latest lines of one organisation's ledger, in the platform's schema. */
export const latestMovementsOf = (db: Kysely<DB>, entity_id: string, lines = 10) =>
  everyMovement(db)
    .where('entry.entity_id', '=', entity_id)
    .orderBy('entry.position', 'desc')
    .limit(lines)
    .execute()

/** The day in Malaysian time. */
const movedOn = sql<string>`(entry.created_at at time zone 'Asia/Kuala_Lumpur')::date`

function movements(db: Kysely<DB>) {
  return db
    .selectFrom('platform.credit_entry as entry')
    .leftJoin('platform.platform_invoice as invoice', (join) =>
      join.onRef('invoice.id', '=', 'entry.about_id').on('entry.about', '=', 'platform_invoice'),
    )
    .select(['entry.id', 'entry.position', 'entry.kind', 'entry.delta', 'entry.included_delta'])
    .select(['entry.balance', 'entry.about', 'entry.about_id', 'entry.reason', movedOn.as('moved_on')])
}

type Movements = ReturnType<typeof movements>

function narrowed<Q extends Movements>(query: Q, { kind, about, from, to }: MovementSearch): Q {
  let narrower: Movements = query
  if (kind) narrower = narrower.where('entry.kind', '=', kind)
  if (about) narrower = narrower.where('entry.about', '=', about)
  // As instants, so that the day needs no function of its column.
  if (from) narrower = narrower.where('entry.created_at', '>=', startOf(from))
  if (to) narrower = narrower.where('entry.created_at', '<', sql<Date>`${startOf(to)} + interval '1 day'`)
  return narrower as Q
}

/** The instant at which a day begins in Malaysia. */
const startOf = (day: string) => sql<Date>`(${day}::date::timestamp at time zone 'Asia/Kuala_Lumpur')`

/** Balances of all organisations, and what each used this month. */
export const creditBalances = operatorList<Selected<typeof balances>>()({
  name: 'message-credit',
  title: 'message_credit.plural',
  access: { view: 'admin.subscription.view', print: 'admin.subscription.print' },
  columns: [
    { key: 'entity', label: 'subscription.entity', room: 'who', sort: true },
    { key: 'credit', label: 'message_credit.left', kind: 'count', room: 'much', total: true, sort: true },
    { key: 'included', label: 'message_credit.included', kind: 'count', room: 'wide', total: true },
    { key: 'bought', label: 'message_credit.bought', kind: 'count', room: 'wide', total: true },
    { key: 'used', label: 'message_credit.used_this_month', kind: 'count', total: true, sort: true },
    { key: 'topped_up_on', label: 'message_credit.last_top_up', kind: 'date', room: 'table' },
    { key: 'subdomain', label: 'entity.subdomain', only: 'file' },
  ],
  filters: {
    level: oneOf('message_credit.left', ['none', 'few', 'enough'], 'message_credit.levels'),
  },
  defaultSort: 'entity',
  query(db, _reader, { q, level }) {
    let query = balances(db)
    if (level === 'none') query = query.where('held.credit', '=', 0)
    if (level === 'few') query = query.where('held.credit', '>', 0).where('held.credit', '<', 100)
    if (level === 'enough') query = query.where('held.credit', '>=', 100)
    if (q) query = query.where((eb) => contains(eb, q, ['entity.name', 'entity.subdomain']))
    return query
  },
})

function balances(db: Kysely<DB>) {
  return db
    .selectFrom('platform.subscription as held')
    .innerJoin('platform.entity as entity', 'entity.id', 'held.entity_id')
    .select(['held.id', 'held.entity_id', 'entity.name as entity', 'entity.subdomain', 'held.credit'])
    .select(['held.included_credit as included'])
    .select(sql<number>`held.credit - held.included_credit`.as('bought'))
    .select(
      sql<number>`coalesce((select -sum(delta)::int from platform.credit_entry
        where entity_id = held.entity_id and kind in ('reserve', 'return')
        and created_at >= date_trunc('month', now() at time zone 'Asia/Kuala_Lumpur') at time zone 'Asia/Kuala_Lumpur'), 0)`.as(
        'used',
      ),
    )
    .select(
      sql<
        string | null
      >`(select (max(created_at) at time zone 'Asia/Kuala_Lumpur')::date from platform.credit_entry
        where entity_id = held.entity_id and kind = 'topup')`.as('topped_up_on'),
    )
}

/** What used credits within a month: by purpose and channel, messages and credits. */
export interface CreditUseOfMonth {
  use: 'announcement' | 'absence' | 'reminder'
  channel: 'sms' | 'whatsapp'
  messages: number
  credits: number
}

/** What was sent since the first of the month and cost credits, in the organisation's schema. */
export async function usedThisMonth(db: Kysely<DB>, today: string): Promise<CreditUseOfMonth[]> {
  const first = startOf(startOfMonth(today))
  const { rows } = await sql<CreditUseOfMonth>`
    select message.kind as use, delivery.channel, count(*)::int as messages, sum(delivery.credits)::int as credits
    from message_delivery as delivery join message on message.id = delivery.message_id
    where delivery.credits > 0 and delivery.status in ('sent', 'delivered', 'read') and delivery.sent_at >= ${first}
    group by 1, 2
    union all
    select 'reminder', 'sms', -sum(delta)::int / ${sql.lit(channelCredits.sms)}, -sum(delta)::int
    from platform.credit_entry
    where entity_id = platform.current_entity() and about = 'reminder' and created_at >= ${first}
    having sum(delta) <> 0
    order by 1, 2`.execute(db)
  return rows
}

/** Credits that are set aside for announcements that are leaving: reserved, not used yet and not returned. */
export async function reservedNow(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ credits: number }>`
    select coalesce(sum(greatest(0, coalesce((select -sum(delta) from platform.credit_entry
        where entity_id = platform.current_entity() and about_id = announcement.id and kind in ('reserve', 'return')), 0)
      - coalesce((select sum(delivery.credits) from message join message_delivery as delivery
          on delivery.message_id = message.id
        where message.announcement_id = announcement.id and delivery.status in ('sent', 'delivered', 'read')), 0))),
      0)::int as credits
    from announcement where status = 'sending' and deleted_at is null`.execute(db)
  return rows[0]!.credits
}
