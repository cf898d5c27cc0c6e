import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { type DomainChecks, domainChecks, type OwnDomainStatus } from './own-domain.ts'

/** The organisation's domain and how far it is proven, as its own people and operators see it. */
export async function ownDomain(db: Kysely<DB>, id: string) {
  const { found, ...row } = await db
    .selectFrom('platform.entity')
    .select([
      'custom_domain as domain',
      'custom_domain_token as token',
      'custom_domain_proven_at as proven_at',
      'custom_domain_checked_at as checked_at',
      'custom_domain_since as since',
      'custom_domain_misses as misses',
      'custom_domain_off_at as off_at',
      'custom_domain_off_reason as off_reason',
      'custom_domain_checks as found',
      'version',
      sql<OwnDomainStatus>`custom_domain_status`.as('status'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const checks: DomainChecks | null = domainChecks.safeParse(found).data ?? null
  return { ...row, checks }
}
export type OwnDomain = Awaited<ReturnType<typeof ownDomain>>
