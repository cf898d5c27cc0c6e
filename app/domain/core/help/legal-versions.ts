import { type Kysely, sql } from 'kysely'
import { todayInSql } from '#app/domain/core/clock.ts'
import type { DB } from '#db/types.ts'
import { type LegalSlug, type OwnLegalSlug, shippedVersion, versionName } from './legal-paper.ts'

/** A version that was published, by the operator or by an organisation. */
export interface LegalVersion {
  version: string
  /** A plain date. */
  valid_from: string
  body_en: string
  body_my: string
  created_at: Date
}

/** All that the operator has published of a paper, the latest first. */
export const publishedVersions = (db: Kysely<DB>, slug: LegalSlug) =>
  versionsIn(db, 'platform.legal_version', slug)

/** All that an organisation has published of a paper for its families, the latest first. */
export const ownVersions = (db: Kysely<DB>, slug: OwnLegalSlug) => versionsIn(db, 'legal_version', slug)

/** Both tables have the same columns. */
async function versionsIn(
  db: Kysely<DB>,
  table: 'platform.legal_version' | 'legal_version',
  slug: string,
): Promise<LegalVersion[]> {
  const rows = await db
    .selectFrom(table as 'legal_version')
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

/**
 * The version of the FPX terms in force now that the operator has published, as a value of a query; null while there is
 * none, when the shipped one is in force (`fpxTermsOf`).
 */
export const publishedFpxTerms = sql<string | null>`(
  select valid_from || case when number > 1 then '.' || number else '' end from platform.legal_version
  where slug = 'fpx-terms' and valid_from <= ${todayInSql} order by valid_from desc, number desc limit 1)`

/** The version of the FPX terms in force, by what `publishedFpxTerms` says. */
export const fpxTermsOf = (published: string | null): string | null =>
  published ?? shippedVersion('fpx-terms') ?? null

/** An organisation's own papers in force on a day, each with the name of its version; none that it has not published. */
export async function ownInForce(
  db: Kysely<DB>,
  today: string,
): Promise<Partial<Record<OwnLegalSlug, string>>> {
  const rows = await db
    .selectFrom('legal_version')
    .distinctOn('slug')
    .select(['slug', 'valid_from', 'number'])
    .where('valid_from', '<=', today)
    .orderBy('slug')
    .orderBy('valid_from', 'desc')
    .orderBy('number', 'desc')
    .execute()
  return Object.fromEntries(
    rows.map(({ slug, valid_from, number }) => [slug, versionName(valid_from, number)]),
  )
}
