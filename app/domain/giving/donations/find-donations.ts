import { type Kysely, sql } from 'kysely'
import { refundedSen } from '#app/domain/accounting/collections/collection.ts'
import {
  type Authority,
  type GiftStatus,
  type GivingKind,
  giftStatuses,
} from '#app/domain/accounting/gifts/gift.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { paymentMethods } from '#app/domain/core/invoicing/payment.ts'
import { inBranches } from '#app/domain/core/invoicing/payment-scope.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** Donations within the scope, failed ones included, the latest first. */
const listOf = (kind: GivingKind) =>
  tenantList<Selected<typeof found>>()({
    name: kind,
    title: `donation.of.${kind}`,
    access: { view: 'donation.view', create: 'donation.record', print: 'donation.print' },
    columns: [
      { key: 'number', label: 'donation.number', kind: 'number', sort: true },
      { key: 'given_on', label: 'donation.given_on', kind: 'date', sort: true },
      { key: 'donor_name', label: 'donation.donor', none: 'donation.anonymous', room: 'who', sort: true },
      { key: 'type', label: `donation.type_of.${kind}`, room: 'wide', sort: true },
      { key: 'method', label: 'payment.method', words: 'payment.methods', room: 'widest' },
      ...(kind === 'zakat'
        ? ([{ key: 'persons', label: 'donation.persons', kind: 'count', only: 'file' }] as const)
        : []),
      { key: 'message', label: 'donation.message', only: 'file' },
      { key: 'branch', label: 'payment.branch', only: 'file' },
      { key: 'after_close', label: 'donation.after_close', words: 'common.answer', only: 'file' },
      { key: 'amount_sen', label: 'payment.amount', kind: 'money', room: 'much', total: true, sort: true },
      { key: 'status', label: 'payment.status', kind: 'status' },
    ],
    filters: {
      from: onDay('payment.from', { until: 'to' }),
      to: onDay('payment.to'),
      type_id: oneEntry(`donation.type_of.${kind}`, (db) => typeChoices(db, kind)),
      method: oneOf('payment.method', paymentMethods, 'payment.methods'),
      status: oneOf('payment.status', giftStatuses, 'common.status'),
    },
    tabs: byStatus,
    summed: { column: 'status', values: ['paid'], word: 'donation.total_paid' },
    defaultSort: '-given_on',
    query(db, { scope }, { q, from, to, type_id, method, status }) {
      let query = found(db, scope, kind)
      if (from) query = query.where(givenOn, '>=', from)
      if (to) query = query.where(givenOn, '<=', to)
      if (type_id) query = query.where(`donation.${kind}_type_id`, '=', type_id)
      if (method) query = query.where(paidBy, '=', method)
      if (status) query = query.where(statusOf, '=', status)
      return q
        ? query.where((eb) =>
            contains(eb, q, ['payment.number', 'donation.donor_name', 'payment_attempt.order_no']),
          )
        : query
    },
  })

export const infaqList = listOf('infaq')
export const zakatList = listOf('zakat')

const givenOn = sql<string>`coalesce(payment.paid_on, (donation.created_at at time zone 'Asia/Kuala_Lumpur')::date)`
const paidBy = sql<string>`coalesce(payment.method, payment_attempt.gateway)`
/** Status by the payment, else by the attempt. */
const statusOf = sql<GiftStatus>`case
  when payment.status is not null then payment.status
  when payment_attempt.state in ('failed','cancelled','timed_out','expired') then 'failed'
  else 'pending' end`

/** SQL condition: donations within a scope, by branch; parents see their own. */
export function donationsIn(scope: RowScope) {
  if (scope.scope === 'all') return sql<boolean>`true`
  if (scope.scope === 'branch') return inBranches('donation.branch_id', scope)
  return sql<boolean>`donation.parent_id = ${scope.parent_id}`
}

function found(db: Kysely<DB>, scope: RowScope, kind: GivingKind) {
  return db
    .selectFrom('donation')
    .innerJoin('branch', 'branch.id', 'donation.branch_id')
    .leftJoin('payment', 'payment.id', 'donation.payment_id')
    .leftJoin('payment_attempt', 'payment_attempt.id', 'donation.attempt_id')
    .where('donation.kind', '=', kind)
    .where(donationsIn(scope))
    .select(['donation.id', 'payment.number', givenOn.as('given_on'), 'donation.donor_name'])
    .select(
      sql<string>`(select name from ${sql.table(`${kind}_type`)} as type
        where type.id = ${sql.ref(`donation.${kind}_type_id`)})`.as('type'),
    )
    .select([paidBy.as('method'), 'donation.persons', 'donation.message', 'branch.name as branch'])
    .select(['donation.after_close', 'donation.amount_sen', statusOf.as('status')])
}

const typeChoices = (db: Kysely<DB>, kind: GivingKind) =>
  db
    .selectFrom(`${kind}_type` as 'infaq_type')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()

/** One donation with its payment; refuses not_found.infaq or not_found.zakat. */
export async function donation(db: Kysely<DB>, scope: RowScope, kind: GivingKind, id: string) {
  const row = await found(db, scope, kind)
    .select(['donation.rate_sen', 'donation.intention', 'donation.payment_id', 'donation.attempt_id'])
    .select(['donation.second_of', 'donation.created_at'])
    .select(refundedSen(sql.ref('donation.payment_id')).as('sent_back_sen'))
    .select(sql<Authority | null>`donation.appointment`.as('appointment'))
    .select(sql<string>`${sql.ref(`donation.${kind}_type_id`)}`.as('type_id'))
    .select(['payment_attempt.order_no', 'payment_attempt.state', 'payment.reference_no'])
    .select((eb) => [
      eb.fn.coalesce('payment.public_code', 'payment_attempt.public_code').as('public_code'),
      eb.fn.coalesce('payment.payer_fee_sen', 'payment_attempt.payer_fee_sen').as('payer_fee_sen'),
    ])
    .where('donation.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal(`not_found.${kind}`)
  return row
}

/** The latest donations of a parent under their own name, for the dashboard. */
export async function ownGifts(db: Kysely<DB>, parent_id: string) {
  return db
    .selectFrom('donation')
    .innerJoin('payment', 'payment.id', 'donation.payment_id')
    .select(['donation.id', 'payment.number', 'payment.paid_on', 'donation.amount_sen'])
    .select(sql<GivingKind>`donation.kind`.as('kind'))
    .where('donation.parent_id', '=', parent_id)
    .where('payment.status', '=', 'paid')
    .orderBy('payment.id', 'desc')
    .limit(4)
    .execute()
}
export type OwnGift = Awaited<ReturnType<typeof ownGifts>>[number]
