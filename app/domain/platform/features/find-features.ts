import { type Kysely, sql } from 'kysely'
import { keptStatuses } from '#app/domain/core/crud/nouns.ts'
import type { FeatureCode } from '#app/domain/core/features/feature.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** What packages are made of, and how many packages and organisations have each. */
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
  filters: { status: oneOf('feature.status', keptStatuses, 'common.status') },
  standard: 'code',
  tie: 'code',
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

/** Of those that hold the feature of the row. */
const namesOfPackages = sql<string | null>`(select string_agg(name, ', ' order by sort_order, id)
  from platform.package join platform.package_feature on package_id = id where feature_code = feature.code)`

/** One feature and the packages that hold it. Refuses with not_found.feature. */
export async function feature(db: Kysely<DB>, code: string) {
  const row = await db
    .selectFrom('platform.feature')
    .select(['code', 'status', 'version', 'updated_at'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.feature')
  return { ...row, code: row.code as FeatureCode, packages: await packagesWith(db, code) }
}

/** Packages that hold a feature, in the order of the price list. */
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

/** What is said to an organisation that lacks a feature: its own package, and those on offer that hold it. */
export async function whereToGet(db: Kysely<DB>, code: FeatureCode) {
  const [held, { status, packages }] = await Promise.all([
    db
      .selectFrom('platform.subscription')
      .innerJoin('platform.package', 'platform.package.id', 'package_id')
      .select('name')
      .where(sql<boolean>`entity_id = platform.current_entity()`)
      .executeTakeFirst(),
    feature(db, code),
  ])
  const offered = packages.filter((one) => one.is_public && one.status === 'active').map(({ name }) => name)
  return { held: held?.name ?? null, off: status !== 'active', offered }
}
