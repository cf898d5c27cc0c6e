import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { type FeatureCode, isEssential } from '#app/domain/core/features/feature.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type ResourceStatus, resourceStatuses } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'

/** Features, with the number of packages and organisations that have each. */
export const featureList = operatorList<Selected<typeof listed>>()({
  name: 'feature',
  title: 'feature.plural',
  access: { view: 'admin.feature.view', print: 'admin.feature.print' },
  columns: [
    { key: 'words', label: 'feature.name_label', words: 'feature.name', room: 'who' },
    { key: 'packages', label: 'package.plural', lines: true },
    { key: 'entities', label: 'feature.entities', kind: 'count', sort: true },
    { key: 'status', label: 'feature.status', kind: 'status', sort: true },
  ],
  filters: { status: oneOf('feature.status', resourceStatuses, 'common.status') },
  defaultSort: 'code',
  tieBreaker: 'code',
  query(db, _reader, { q, status }) {
    let query = listed(db)
    if (status) query = query.where('feature.status', '=', status)
    if (q) query = query.where((eb) => contains(eb, q, ['feature.code', namesOfPackages]))
    return query
  },
})

function listed(db: Kysely<DB>) {
  return db
    .selectFrom('platform.feature as feature')
    .select(['feature.code as id', 'feature.code', 'feature.code as words', 'feature.status'])
    .select(namesOfPackages.as('packages'))
    .select(({ selectFrom }) =>
      selectFrom('platform.entity')
        .select(sql<number>`count(*)`.as('entities'))
        .where(sql<boolean>`feature.code = any (platform.features_of(platform.entity.id))`)
        .as('entities'),
    )
}

/** Names of the packages with the row's feature. */
const namesOfPackages = sql<string | null>`(select string_agg(name, ', ' order by sort_order, id)
  from platform.package join platform.package_feature on package_id = id where feature_code = feature.code)`

/** One feature and the packages that include it. Refuses not_found.feature. */
export async function feature(db: Kysely<DB>, code: string) {
  const row = await db
    .selectFrom('platform.feature')
    .select(['code', 'status', 'version', 'updated_at'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.feature')
  return { ...row, code: row.code as FeatureCode, packages: await packagesWith(db, code) }
}

/** Packages that include a feature, in the order of the price list. */
async function packagesWith(db: Kysely<DB>, code: string) {
  return db
    .selectFrom('platform.package')
    .innerJoin('platform.package_feature', 'package_id', 'platform.package.id')
    .select(['platform.package.id', 'name', 'is_public', 'status'])
    .where('feature_code', '=', code)
    .orderBy('sort_order')
    .orderBy('platform.package.id')
    .execute()
}

/** The packages on sale by the features that they include, in the order of the price list. */
export async function offeredByFeature(db: Kysely<DB>): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('platform.package')
    .innerJoin('platform.package_feature', 'package_id', 'platform.package.id')
    .innerJoin('platform.feature', 'platform.feature.code', 'feature_code')
    .select(['feature_code', 'platform.package.name'])
    .where('is_public', '=', true)
    .where('platform.package.status', '=', 'active')
    .where('platform.feature.status', '=', 'active')
    .orderBy('sort_order')
    .orderBy('platform.package.id')
    .execute()
  const byCode = Map.groupBy(rows, ({ feature_code }) => feature_code)
  return new Map([...byCode].map(([code, found]) => [code, found.map(({ name }) => name)]))
}

/** For an organisation without a feature: its own package, and the packages on sale that include the feature. */
export async function whereToGet(db: Kysely<DB>, code: FeatureCode) {
  const [current, { status, packages }] = await Promise.all([
    db
      .selectFrom('platform.subscription')
      .innerJoin('platform.package', 'platform.package.id', 'package_id')
      .select('name')
      .where(sql<boolean>`entity_id = platform.current_entity()`)
      .executeTakeFirst(),
    feature(db, code),
  ])
  const offered = packages.filter((one) => one.is_public && one.status === 'active').map(({ name }) => name)
  return { held: current?.name ?? null, off: status !== 'active', offered }
}

/**
 * Switches a feature on or off for all organisations, whatever their package. Refuses not_found.feature, version_conflict,
 * the status that it already has (action_not_allowed), and switching off an essential feature (feature.essential).
 */
export async function setFeatureStatus(
  trx: Transaction<DB>,
  actor: Actor,
  { code, version, status }: { code: FeatureCode; version: number; status: ResourceStatus },
): Promise<void> {
  const row = await trx
    .selectFrom('platform.feature')
    .select(['status', 'version'])
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.feature')
  refuseStale(row, version)
  if (row.status === status) throw new Refusal('action_not_allowed')
  if (isEssential(code)) throw new Refusal('feature.essential')
  await trx
    .updateTable('platform.feature')
    .set({ status, ...touched })
    .where('code', '=', code)
    .where('version', '=', version)
    .execute()
  await recordOperator(
    trx,
    actor,
    status === 'active' ? 'feature.activated' : 'feature.deactivated',
    { type: 'feature', id: null },
    { before: { code, status: row.status }, after: { code, status } },
  )
}
