import { type Kysely, sql } from 'kysely'
import { type FeatureCode, featureCodes } from '#app/domain/core/features/feature.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
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
    status: oneOf('package.status', resourceStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'sort_order',
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

/** One package with its features in their order. Refuses not_found.package. */
export async function salesPackage(db: Kysely<DB>, id: string) {
  const row = await db.selectFrom('platform.package').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.package')
  return { ...row, features: await featuresIn(db, id) }
}

/** Codes of a package's features, in their display order. */
export async function featuresIn(db: Kysely<DB>, package_id: string): Promise<FeatureCode[]> {
  const included = await db
    .selectFrom('platform.package_feature')
    .select('feature_code')
    .where('package_id', '=', package_id)
    .execute()
  const codes = new Set(included.map(({ feature_code }) => feature_code))
  return featureCodes.filter((code) => codes.has(code))
}

/** Organisations listed by name; a package may have thousands. */
const shown = 20

/** Organisations affected by a change of the package: their number and the first by name. */
export async function organisationsWithPackage(db: Kysely<DB>, package_id: string) {
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

export interface Offer {
  id: string
  name: string
  description: string | null
  registration_fee_sen: number
  yearly_fee_sen: number
  transaction_fee_sen: number
  transaction_fee_b2b1_sen: number
  included_credit: number
  /** Null: no limit. */
  student_limit: number | null
  branch_limit: number | null
  staff_limit: number | null
  storage_mb: number | null
  trial_days: number
  /** In display order. */
  features: FeatureCode[]
}

/** What decides between packages at first sight. */
export type Price = Pick<
  Offer,
  'id' | 'name' | 'registration_fee_sen' | 'yearly_fee_sen' | 'transaction_fee_sen' | 'student_limit'
>

/** An offer without what only the comparison of packages shows. */
export function priceOf(offer: Offer): Price {
  const { id, name, registration_fee_sen, yearly_fee_sen, transaction_fee_sen, student_limit } = offer
  return { id, name, registration_fee_sen, yearly_fee_sen, transaction_fee_sen, student_limit }
}

/** Public active packages in the operator's order. Runs in the platform's schema. */
export async function offers(db: Kysely<DB>): Promise<Offer[]> {
  const rows = await db
    .selectFrom('platform.package')
    .select(['id', 'name', 'description', 'registration_fee_sen', 'yearly_fee_sen', 'transaction_fee_sen'])
    .select(['transaction_fee_b2b1_sen', 'included_credit', 'student_limit', 'branch_limit', 'staff_limit'])
    .select(['storage_mb', 'trial_days'])
    .where('is_public', '=', true)
    .where('status', '=', 'active')
    .orderBy('sort_order')
    .orderBy('yearly_fee_sen')
    .orderBy('code')
    .execute()
  if (rows.length === 0) return []
  const included = await db
    .selectFrom('platform.package_feature')
    .innerJoin('platform.feature', 'platform.feature.code', 'platform.package_feature.feature_code')
    .select(['package_id', 'feature_code'])
    .where(
      'package_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('platform.feature.status', '=', 'active')
    .execute()
  const holds = new Set(included.map(({ package_id, feature_code }) => `${package_id} ${feature_code}`))
  return rows.map((row) => ({
    ...row,
    features: featureCodes.filter((code) => holds.has(`${row.id} ${code}`)),
  }))
}

/** Packages that an operator may choose for an organisation: all active ones, public or not, and its present one. */
export function packagesOnSale(db: Kysely<DB>, had: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('platform.package')
    .select(['id', 'name'])
    .where(({ or, eb }) => or([eb('status', '=', 'active'), eb('id', '=', had)]))
    .orderBy('sort_order')
    .orderBy('code')
    .execute()
}

/** Choices of a list's package filter, in the order of the price list. */
export async function packageChoices(db: Kysely<DB>) {
  return db
    .selectFrom('platform.package')
    .select(['id', 'name'])
    .orderBy('sort_order')
    .orderBy('name')
    .execute()
}
