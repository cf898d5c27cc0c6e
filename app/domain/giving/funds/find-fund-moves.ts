import { type Kysely, sql } from 'kysely'
import { type GivingKind, givingKinds } from '#app/domain/accounting/gifts/gift.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import {
  type FundMoveStatus,
  type FundPurpose,
  type FundReason,
  fundMoveStatuses,
  fundPurposes,
  fundReasons,
} from './fund-move.ts'

/** Moves out of funds and requests for them, the latest first. Funds belong to the whole organisation. */
export const fundMoveList = tenantList<Selected<typeof moves>>()({
  name: 'fund-move',
  title: 'fund_move.plural',
  access: { view: 'fund_move.view', print: 'fund_move.print' },
  columns: [
    { key: 'type', label: 'fund_move.type', room: 'who', sort: true },
    { key: 'kind', label: 'fund_move.kind', words: 'donation.of', room: 'widest' },
    { key: 'purpose', label: 'fund_move.purpose', words: 'fund_move.purposes', room: 'wide' },
    { key: 'target', label: 'fund_move.recipient', room: 'wide', sort: true },
    { key: 'moved_on', label: 'fund_move.moved_on', kind: 'date', sort: true },
    { key: 'reference_no', label: 'payment.reference_no', only: 'file' },
    { key: 'reason', label: 'fund_move.reason', only: 'file' },
    { key: 'requester', label: 'fund_move.requester', room: 'widest' },
    {
      key: 'amount_sen',
      label: 'fund_move.amount_sen',
      kind: 'money',
      room: 'much',
      total: true,
      sort: true,
    },
    { key: 'status', label: 'fund_move.status', kind: 'status' },
  ],
  filters: {
    kind: oneOf('fund_move.kind', givingKinds, 'donation.of'),
    purpose: oneOf('fund_move.purpose', fundPurposes, 'fund_move.purposes'),
    status: oneOf('fund_move.status', fundMoveStatuses, 'common.status'),
  },
  tabs: byStatus,
  summed: { column: 'status', values: ['approved'], word: 'fund_move.total_approved' },
  defaultSort: '-moved_on',
  query(db, _reader, { q, kind, purpose, status }) {
    let query = moves(db)
    if (kind) query = query.where('fund_move.kind', '=', kind)
    if (purpose) query = query.where('fund_move.purpose', '=', purpose)
    if (status) query = query.where('fund_move.status', '=', status)
    return q
      ? query.where((eb) =>
          contains(eb, q, [
            'own_infaq.name',
            'own_zakat.name',
            'fund_move.recipient',
            'fund_move.reference_no',
          ]),
        )
      : query
  },
})

/** All requests, since funds belong to the whole organisation. */
export const fundMovesIn = (db: Kysely<DB>, _scope: RowScope) => db.selectFrom('fund_move')

function moves(db: Kysely<DB>) {
  return db
    .selectFrom('fund_move')
    .leftJoin('infaq_type as own_infaq', 'own_infaq.id', 'fund_move.infaq_type_id')
    .leftJoin('zakat_type as own_zakat', 'own_zakat.id', 'fund_move.zakat_type_id')
    .leftJoin('infaq_type as to_infaq', 'to_infaq.id', 'fund_move.to_infaq_type_id')
    .leftJoin('zakat_type as to_zakat', 'to_zakat.id', 'fund_move.to_zakat_type_id')
    .innerJoin('user_account as requester', 'requester.id', 'fund_move.requested_by')
    .select(['fund_move.id', 'fund_move.amount_sen', 'fund_move.moved_on', 'fund_move.reference_no'])
    .select([
      'fund_move.reason',
      'fund_move.requested_at',
      'fund_move.version',
      'requester.name as requester',
    ])
    .select((eb) => [
      eb.fn.coalesce('own_infaq.name', 'own_zakat.name').$notNull().as('type'),
      eb.fn.coalesce('fund_move.recipient', 'to_infaq.name', 'to_zakat.name').$notNull().as('target'),
      sql<FundMoveStatus>`fund_move.status`.as('status'),
      sql<FundPurpose>`fund_move.purpose`.as('purpose'),
      sql<GivingKind>`fund_move.kind`.as('kind'),
    ])
}

/** One of them with who decided; refuses with not_found.fund_move. */
export async function fundMove(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await moves(db)
    .leftJoin('user_account as decider', 'decider.id', 'fund_move.decided_by')
    .select(['fund_move.requested_by', 'fund_move.decided_at', 'fund_move.decision_reason'])
    .select('decider.name as decider')
    .select((eb) => [
      eb.fn.coalesce('fund_move.infaq_type_id', 'fund_move.zakat_type_id').$notNull().as('type_id'),
      eb.fn.coalesce('fund_move.to_infaq_type_id', 'fund_move.to_zakat_type_id').as('to_type_id'),
      sql<boolean>`coalesce(to_infaq.deleted_at, to_zakat.deleted_at) is not null`.as('target_gone'),
    ])
    .where('fund_move.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.fund_move')
  return row
}
export type FundMove = Awaited<ReturnType<typeof fundMove>>

/** The entries of all funds, the latest first. */
export const fundList = tenantList<Selected<typeof entries>>()({
  name: 'fund',
  title: 'fund.plural',
  access: { view: 'fund_move.view', print: 'fund_move.print' },
  columns: [
    { key: 'entered_on', label: 'fund.entered_on', kind: 'date', sort: true },
    { key: 'type', label: 'fund.type', room: 'who', sort: true },
    { key: 'kind', label: 'fund_move.kind', words: 'donation.of', room: 'widest' },
    { key: 'reason', label: 'fund.reason', words: 'fund.reasons' },
    { key: 'about', label: 'fund.about', room: 'wide' },
    { key: 'delta_sen', label: 'fund.delta_sen', kind: 'money', room: 'much', total: true, sort: true },
  ],
  filters: {
    from: onDay('payment.from', { until: 'to' }),
    to: onDay('payment.to'),
    kind: oneOf('fund_move.kind', givingKinds, 'donation.of'),
    reason: oneOf('fund.reason', fundReasons, 'fund.reasons'),
  },
  defaultSort: '-entered_on',
  query(db, _reader, { q, from, to, kind, reason }) {
    let query = entries(db)
    if (from) query = query.where('fund_entry.entered_on', '>=', from)
    if (to) query = query.where('fund_entry.entered_on', '<=', to)
    if (kind) query = query.where('fund_entry.kind', '=', kind)
    if (reason) query = query.where('fund_entry.reason', '=', reason)
    return q
      ? query.where((eb) => contains(eb, q, ['infaq_type.name', 'zakat_type.name', 'payment.number']))
      : query
  },
})

function entries(db: Kysely<DB>) {
  return db
    .selectFrom('fund_entry')
    .leftJoin('infaq_type', 'infaq_type.id', 'fund_entry.infaq_type_id')
    .leftJoin('zakat_type', 'zakat_type.id', 'fund_entry.zakat_type_id')
    .leftJoin('donation', 'donation.id', 'fund_entry.donation_id')
    .leftJoin('payment', 'payment.id', 'donation.payment_id')
    .leftJoin('fund_move', 'fund_move.id', 'fund_entry.fund_move_id')
    .select(['fund_entry.id', 'fund_entry.entered_on', 'fund_entry.delta_sen'])
    .select((eb) => [
      eb.fn.coalesce('infaq_type.name', 'zakat_type.name').$notNull().as('type'),
      eb.fn.coalesce('payment.number', 'fund_move.recipient', 'fund_move.reason').as('about'),
      sql<GivingKind>`fund_entry.kind`.as('kind'),
      sql<FundReason>`fund_entry.reason`.as('reason'),
    ])
    .select(['fund_entry.donation_id', 'fund_entry.fund_move_id'])
}

/** The entries of a fund summed by reason, in sen; reasons without entries are left out. */
export async function fundSums(db: Kysely<DB>, kind: GivingKind, type_id: string) {
  const rows = await db
    .selectFrom('fund_entry')
    .select([sql<FundReason>`reason`.as('reason'), sql<number>`sum(delta_sen)::bigint`.as('sen')])
    .where(`${kind}_type_id`, '=', type_id)
    .groupBy('reason')
    .execute()
  const items = fundReasons.flatMap((reason) => rows.filter((row) => row.reason === reason))
  return { items, balance_sen: items.reduce((sum, { sen }) => sum + sen, 0) }
}

/** The type whose fund it is; refuses not_found.infaq_type or not_found.zakat_type. */
export async function fundOwner(db: Kysely<DB>, kind: GivingKind, id: string) {
  const row = await fundTypes(db, kind).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal(`not_found.${kind}_type`)
  return row
}

/** Other funds of the same kind, into which money may be moved. */
export const fundTargets = (db: Kysely<DB>, kind: GivingKind, from: string) =>
  fundTypes(db, kind).where('id', '<>', from).orderBy('name').execute()

const fundTypes = (db: Kysely<DB>, kind: GivingKind) =>
  db
    .selectFrom(`${kind}_type` as 'infaq_type')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
