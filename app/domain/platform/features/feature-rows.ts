import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { FeatureCode } from '#app/domain/core/features/feature.ts'
import type { DB } from '#db/types.ts'

/** The features that have pages of their own. */
export const pagedFeatures = [
  'infaq',
  'zakat',
  'bank_transfer',
  'online_registration',
  'attendance',
  'recurring',
  'chip',
  'einvoice',
  'custom_domain',
  'custom_smtp',
  'label_override',
] as const satisfies FeatureCode[]
export type PagedFeature = (typeof pagedFeatures)[number]

/** Rows that an organisation made while its package had the feature. */
const rowsOf: Record<PagedFeature, RawBuilder<unknown>> = {
  infaq: sql`infaq_type`,
  zakat: sql`zakat_type`,
  bank_transfer: sql`transfer_slip`,
  online_registration: sql`application`,
  attendance: sql`class_session`,
  recurring: sql`generation`,
  chip: sql`chip_account`,
  einvoice: sql`einvoice_setting`,
  custom_domain: sql`platform.entity where id = platform.current_entity() and custom_domain is not null`,
  custom_smtp: sql`platform.entity where id = platform.current_entity() and smtp_host is not null`,
  label_override: sql`setting where key = 'labels'`,
}

/** Whether an organisation has rows of a feature that its package lacks now: they can still be viewed. */
export async function hasRowsOf(db: Kysely<DB>, code: PagedFeature): Promise<boolean> {
  const { there } = await db
    .selectNoFrom(sql<boolean>`exists (select from ${rowsOf[code]})`.as('there'))
    .executeTakeFirstOrThrow()
  return there
}

/** Features on sale that an organisation's package lacks, each with the public packages that have it and its earlier rows. */
export async function missingFeatures(db: Kysely<DB>) {
  const rows = await db
    .selectFrom('platform.feature as feature')
    .select(sql<FeatureCode>`feature.code`.as('code'))
    .select(
      sql<string>`(select string_agg(package.name, ', ' order by package.sort_order, package.id)
      from platform.package join platform.package_feature on package_id = package.id
      where feature_code = feature.code and package.is_public and package.status = 'active')`.as('packages'),
    )
    .where('feature.status', '=', 'active')
    .where(sql<boolean>`not platform.has_feature(feature.code)`)
    .where(sql<boolean>`exists (select from platform.package join platform.package_feature on package_id = package.id
      where feature_code = feature.code and package.is_public and package.status = 'active')`)
    .orderBy('feature.code')
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const paged = pagedFeatures.find((one) => one === row.code)
      return { ...row, has_rows: paged ? await hasRowsOf(db, paged) : false }
    }),
  )
}
