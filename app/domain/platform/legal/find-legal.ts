import { type Kysely, sql } from 'kysely'
import type { LegalSlug } from '#app/domain/core/help/legal-paper.ts'
import type { DB } from '#db/types.ts'

/** Who agreed to a paper, the latest first. */
export function consentsTo(db: Kysely<DB>, slug: LegalSlug, limit = 200) {
  return db
    .selectFrom('platform.legal_consent as consent')
    .leftJoin('platform.entity_registration as registration', 'registration.id', 'consent.registration_id')
    .leftJoin('platform.entity as entity', 'entity.id', 'consent.entity_id')
    .select(['consent.id', 'consent.version', 'consent.person', 'consent.agreed_at'])
    .select(sql<string>`coalesce(entity.name, registration.organisation_name)`.as('organisation_name'))
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
