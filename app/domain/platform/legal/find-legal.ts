import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { type LegalSlug, shippedVersion, versionName } from './legal-paper.ts'

/** A version that the operator has published. */
export interface LegalVersion {
  version: string
  /** A plain date. */
  valid_from: string
  body_en: string
  body_my: string
  created_at: Date
}

/** All that the operator has published of a paper, the latest first. */
export async function publishedVersions(db: Kysely<DB>, slug: LegalSlug): Promise<LegalVersion[]> {
  const rows = await db
    .selectFrom('platform.legal_version')
    .select(['valid_from', 'number', 'body_en', 'body_my', 'created_at'])
    .where('slug', '=', slug)
    .orderBy('valid_from', 'desc')
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ number, ...row }) => ({ ...row, version: versionName(row.valid_from, number) }))
}

/**
 * The version in force on a day: the latest that was published for it or an earlier day, else the shipped one, of which no
 * text is returned.
 */
export function inForce(
  published: readonly LegalVersion[],
  slug: LegalSlug,
  today: string,
): { version: string | undefined; published?: LegalVersion } {
  const found = published.find(({ valid_from }) => valid_from <= today)
  return found ? { version: found.version, published: found } : { version: shippedVersion(slug) }
}

/** The name of the version in force, which somebody agrees to now. */
export async function versionInForce(
  db: Kysely<DB>,
  slug: LegalSlug,
  today: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('platform.legal_version')
    .select(['valid_from', 'number'])
    .where('slug', '=', slug)
    .where('valid_from', '<=', today)
    .orderBy('valid_from', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? versionName(row.valid_from, row.number) : shippedVersion(slug)
}

/** Who agreed to a paper, the latest first. */
export function consentsTo(db: Kysely<DB>, slug: LegalSlug, limit = 200) {
  return db
    .selectFrom('platform.legal_consent as consent')
    .innerJoin('platform.entity_registration as registration', 'registration.id', 'consent.registration_id')
    .select(['consent.id', 'consent.version', 'consent.person', 'consent.agreed_at'])
    .select(['registration.organisation_name', 'registration.id as registration_id'])
    .where('consent.slug', '=', slug)
    .orderBy('consent.agreed_at', 'desc')
    .limit(limit)
    .execute()
}

/** How many organisations agreed to a paper, by version. */
export async function consentCounts(db: Kysely<DB>, slug: LegalSlug): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('platform.legal_consent')
    .select(['version', sql<number>`count(*)::int`.as('count')])
    .where('slug', '=', slug)
    .groupBy('version')
    .execute()
  return new Map(rows.map(({ version, count }) => [version, count]))
}
