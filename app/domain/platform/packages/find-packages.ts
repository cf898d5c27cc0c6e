import { type Kysely, sql } from 'kysely'
import { keptStatuses } from '#app/domain/core/crud/nouns.ts'
import { type FeatureCode, featureCodes } from '#app/domain/core/features/feature.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** The price list, in its own order. */
export const packageList = operatorList<Selected<typeof listed>>()({
  name: 'package',
  title: 'package.plural',
  access: { view: 'admin.package.view', create: 'admin.package.edit', print: 'admin.package.print' },
  columns: [
    { key: 'name', label: 'package.name', room: 'who', sort: true },
    { key: 'code', label: 'package.code', sort: true },
    { key: 'yearly_fee_sen', label: 'package.yearly_fee_sen', kind: 'money', room: 'much', sort: true },
    {
      key: 'registration_fee_sen',
      label: 'package.registration_fee_sen',
      kind: 'money',
      only: 'file',
      sort: true,
    },
    {
      key: 'transaction_fee_sen',
      label: 'package.transaction_fee_sen',
      kind: 'money',
      only: 'file',
      sort: true,
    },
    {
      key: 'student_limit',
      label: 'package.student_limit',
      kind: 'count',
      none: 'package.no_limit',
      sort: true,
    },
    { key: 'features', label: 'package.features', kind: 'count', room: 'wide', sort: true },
    { key: 'entities', label: 'package.entities', kind: 'count', sort: true },
    { key: 'offer', label: 'package.offer', words: 'package.offers', room: 'wide' },
    { key: 'sort_order', label: 'package.sort_order', kind: 'count', only: 'file', sort: true },
    { key: 'status', label: 'package.status', kind: 'status', sort: true },
  ],
  filters: {
    offer: oneOf('package.offer', ['public', 'hidden'], 'package.offers'),
    status: oneOf('package.status', keptStatuses, 'common.status'),
  },
  tabs: byStatus,
  standard: 'sort_order',
  query(db, _reader, { q, offer, status }) {
    let query = listed(db)
    if (offer) query = query.where('is_public', '=', offer === 'public')
    if (status) query = query.where('status', '=', status)
    if (q) query = query.where((eb) => contains(eb, q, ['code', 'name', 'description']))
    return query
  },
})

function listed(db: Kysely<DB>) {
  return db
    .selectFrom('platform.package as package')
    .select(['package.id', 'code', 'name', 'yearly_fee_sen', 'registration_fee_sen', 'transaction_fee_sen'])
    .select(['student_limit', 'sort_order', 'status'])
    .select(sql<string>`case when is_public then 'public' else 'hidden' end`.as('offer'))
    .select(({ selectFrom }) => [
      selectFrom('platform.package_feature')
        .select(sql<number>`count(*)`.as('features'))
        .whereRef('package_id', '=', 'package.id')
        .as('features'),
      selectFrom('platform.subscription')
        .select(sql<number>`count(*)`.as('entities'))
        .whereRef('package_id', '=', 'package.id')
        .as('entities'),
    ])
}

/** One package with what it holds, in the order of the features. Refuses with not_found.package. */
export async function salesPackage(db: Kysely<DB>, id: string) {
  const row = await db.selectFrom('platform.package').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.package')
  return { ...row, features: await featuresIn(db, id) }
}

/** In the order in which features are told. */
export async function featuresIn(db: Kysely<DB>, package_id: string): Promise<FeatureCode[]> {
  const held = await db
    .selectFrom('platform.package_feature')
    .select('feature_code')
    .where('package_id', '=', package_id)
    .execute()
  const codes = new Set(held.map(({ feature_code }) => feature_code))
  return featureCodes.filter((code) => codes.has(code))
}

/** Shown at most; a package may have thousands. */
const shown = 20

/** Organisations that have it, which a change of it touches: how many, and the first of them by name. */
export async function touchedBy(db: Kysely<DB>, package_id: string) {
  const having = db
    .selectFrom('platform.subscription')
    .innerJoin('platform.entity', 'platform.entity.id', 'entity_id')
    .where('package_id', '=', package_id)
  const [{ count }, first] = await Promise.all([
    having.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    having
      .select(['platform.entity.id', 'name', 'subdomain', 'expires_on', 'platform.subscription.status'])
      .orderBy('name')
      .orderBy('platform.entity.id')
      .limit(shown)
      .execute(),
  ])
  return { count, first }
}
