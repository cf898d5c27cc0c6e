import type { Kysely } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { keptStatuses } from '#app/domain/core/crud/nouns.ts'
import { methodFeatures } from '#app/domain/core/features/feature.ts'
import { hasFeature } from '#app/domain/core/features/has-feature.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { optionMethods } from './payment-option.ts'

/** Ways to pay belong to the whole organisation, so every scope that may look sees all of them. */
export const paymentOptionList = tenantList<Selected<typeof found>>()({
  name: 'payment-option',
  title: 'payment_option.plural',
  access: { view: 'payment_option.view', create: 'payment_option.create', print: 'payment_option.print' },
  columns: [
    { key: 'name', label: 'payment_option.name', room: 'who', sort: true },
    { key: 'sort_order', label: 'payment_option.sort_order', kind: 'count', room: 'table', sort: true },
    { key: 'code', label: 'payment_option.code', kind: 'number', sort: true },
    { key: 'method', label: 'payment_option.method', words: 'payment_option.methods', sort: true },
    { key: 'min_sen', label: 'payment_option.min_sen', kind: 'money', room: 'wide' },
    { key: 'max_sen', label: 'payment_option.max_sen', kind: 'money', room: 'wide' },
    { key: 'needs_slip', label: 'payment_option.needs_slip', words: 'common.answer', only: 'file' },
    { key: 'instructions', label: 'payment_option.instructions', only: 'file' },
    { key: 'status', label: 'payment_option.status', kind: 'status', sort: true },
  ],
  filters: {
    method: oneOf('payment_option.method', optionMethods, 'payment_option.methods'),
    status: oneOf('payment_option.status', keptStatuses, 'common.status'),
  },
  tabs: byStatus,
  standard: 'sort_order',
  query(db, _reader, { q, method, status }) {
    let query = found(db)
    if (method) query = query.where('payment_option.method', '=', method)
    if (status) query = query.where('payment_option.status', '=', status)
    if (q)
      query = query.where((eb) =>
        contains(eb, q, ['payment_option.code', 'payment_option.name', 'payment_option.instructions']),
      )
    return query
  },
})

/** One way to pay; refuses with not_found.payment_option. */
export async function paymentOption(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db).where('payment_option.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.payment_option')
  return row
}

/** The ways to pay that are on and in the organisation's package, in its order. */
export const activeOptions = (db: Kysely<DB>) =>
  found(db)
    .where('payment_option.status', '=', 'active')
    .where(({ or, eb }) =>
      or([
        eb('payment_option.method', 'not in', Object.keys(methodFeatures)),
        ...Object.entries(methodFeatures).map(([method, feature]) =>
          eb.and([eb('payment_option.method', '=', method), hasFeature(feature)]),
        ),
      ]),
    )
    .orderBy('sort_order')
    .orderBy('payment_option.id')

function found(db: Kysely<DB>) {
  return db
    .selectFrom('payment_option')
    .where('payment_option.deleted_at', 'is', null)
    .selectAll('payment_option')
}
