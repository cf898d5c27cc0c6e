import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { elapsedMs } from '#app/domain/core/clock.ts'
import type { Stage } from '#app/domain/platform/subscriptions/subscription.ts'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import { isOutage } from '#app/server/http/outage.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import type { TenantRef } from '#db/pool.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'

export interface Entity {
  id: string
  name: string
  subdomain: string
  custom_domain: string | null
  place: Required<TenantRef>
  company_name: string
  registration_number: string
  logo_file: string | null
  header_banner_file: string | null
  background_file: string | null
  theme_colour: string | null
  contact_phone: string
  contact_email: string
  opening_hours: string | null
  opening_hours_en: string | null
  opening_hours_my: string | null
  default_locale: Locale
  tax_registered: boolean
  fpx_seller_id: string | null
  status: string
  /** The features of its package that the platform has switched on. */
  features: readonly string[]
  /** The state of its subscription; null: it has none. */
  stage: Stage | null
  /** Its last day, where it does not go on by itself. */
  ends_on: string | null
}

/** Which product a host serves. `origin` is the canonical one, made from configuration and never from the request. */
export type Site =
  | { side: 'main'; host: string; origin: string }
  | { side: 'tenant'; host: string; origin: string; entity: Entity }

export type Side = Site['side']

export interface SiteOptions {
  mainHost: string
  secure: boolean
  rememberMs?: number
}

/** The host of a Host header: lower case, without port. Undefined for what no browser sends. */
export function hostOf(header: string | null): string | undefined {
  const match = /^([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?::\d{1,5})?$/i.exec(header ?? '')
  return match?.[1]?.toLowerCase()
}

/**
 * Finds the product that a host serves, from a cache of some seconds. Unknown hosts are cached too, simultaneous requests
 * share one query, and while the database is offline the last known organisation is used.
 */
export function siteFinder(pool: pg.Pool, { mainHost, secure, rememberMs = 5_000 }: SiteOptions) {
  const scheme = secure ? 'https' : 'http'
  const mainName = mainHost.split(':')[0]!
  const port = mainHost.includes(':') ? `:${mainHost.split(':')[1]}` : ''
  const main: Site = { side: 'main', host: mainName, origin: `${scheme}://${mainHost}` }
  const remembered = new Map<string, { site: Site | undefined; until: number }>()
  const asked = new Map<string, Promise<Site | undefined>>()

  const siteOf = (entity: Entity, host: string): Site => ({
    side: 'tenant',
    host,
    origin: `${scheme}://${host}${host === entity.custom_domain ? '' : port}`,
    entity,
  })

  async function find(host: string): Promise<Site | undefined> {
    const subdomain = host.endsWith(`.${mainName}`) ? host.slice(0, -mainName.length - 1) : undefined
    const entity = await withPlatform(pool, (trx) =>
      findEntity(trx, subdomain ? { subdomain } : { custom_domain: host }),
    )
    return entity && siteOf(entity, host)
  }

  async function refresh(host: string): Promise<Site | undefined> {
    try {
      const site = await find(host)
      if (remembered.size > 5_000) remembered.clear()
      remembered.set(host, { site, until: elapsedMs() + rememberMs })
      return site
    } catch (error) {
      const known = remembered.get(host)
      if (known?.site && isOutage(error)) return known.site
      throw error
    } finally {
      asked.delete(host)
    }
  }

  return {
    main,
    /** Undefined for a host that is neither ours nor an organisation's. */
    async of(header: string | null): Promise<Site | undefined> {
      const host = hostOf(header)
      if (!host) return undefined
      if (host === mainName) return main
      const known = remembered.get(host)
      if (known && known.until > elapsedMs()) return known.site
      const asking = asked.get(host) ?? refresh(host)
      asked.set(host, asking)
      return asking
    },
    /** Drops an organisation that has changed from the cache; other processes see the change within `rememberMs`. */
    forget(entity_id: string): void {
      for (const [host, { site }] of remembered)
        if (site?.side === 'tenant' && site.entity.id === entity_id) remembered.delete(host)
    },
    ofEntity: (entity: Entity): Site => siteOf(entity, `${entity.subdomain}.${mainName}`),
  }
}
export type SiteFinder = ReturnType<typeof siteFinder>

export async function findEntity(
  db: Kysely<DB>,
  by: { id: string } | { subdomain: string } | { custom_domain: string },
): Promise<Entity | undefined> {
  const [row] = await ('id' in by
    ? byId(db, by.id)
    : 'subdomain' in by
      ? bySubdomain(db, by.subdomain)
      : byDomain(db, by.custom_domain))
  if (!row) return undefined
  const { schema_name, role_name, schema_version, ...entity } = row
  return {
    ...entity,
    default_locale: knownLocale(entity.default_locale),
    place: { schema: schema_name, role: role_name, version: schema_version },
  }
}

const byId = fixedQuery((db, id: string) => entities(db).where('id', '=', id))
const bySubdomain = fixedQuery((db, subdomain: string) => entities(db).where('subdomain', '=', subdomain))
const byDomain = fixedQuery((db, domain: string) =>
  entities(db).where('custom_domain', '=', domain).where('custom_domain_status', '=', 'verified'),
)

function entities(db: Kysely<DB>) {
  return db
    .selectFrom('platform.entity')
    .select([
      'id',
      'name',
      'subdomain',
      'custom_domain',
      'schema_name',
      'role_name',
      'schema_version',
      'company_name',
      'registration_number',
      'logo_file',
      'header_banner_file',
      'background_file',
      'theme_colour',
      'contact_phone',
      'contact_email',
      'opening_hours',
      'opening_hours_en',
      'opening_hours_my',
      'default_locale',
      'tax_registered',
      'fpx_seller_id',
      'status',
    ])
    .select(({ selectFrom }) =>
      selectFrom('platform.subscription')
        .innerJoin('platform.package', 'platform.package.id', 'package_id')
        .select('expires_on')
        .whereRef('entity_id', '=', 'platform.entity.id')
        .where('yearly_fee_sen', '>', 0)
        .as('ends_on'),
    )
    .select(sql<string[]>`platform.features_of(platform.entity.id)`.as('features'))
    .select(({ selectFrom }) =>
      selectFrom('platform.subscription')
        .select('platform.subscription.status')
        .whereRef('entity_id', '=', 'platform.entity.id')
        .$castTo<{ stage: Stage }>()
        .as('stage'),
    )
}
