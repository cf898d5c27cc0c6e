import { sql } from 'kysely'
import { elapsedMs } from '#app/domain/core/clock.ts'
import type { Services } from '#app/server/request/services.ts'
import { hostOf } from '#app/server/routing/site.ts'
import { withPlatform } from '#db/with-tenant.ts'

/** `busy`: there were so many questions about unknown hosts that this one is not looked up now. */
export type CertificateHostCheck = (host: string | null) => Promise<boolean | 'busy'>

/** The most hosts that are looked up in a second. */
const lookUps = 20
/** How long an answer is cached: a no only for a second, so that a domain that was just proven is served soon. */
const rememberMs = { yes: 60_000, no: 1_000 }
/** Beyond so many the cache is emptied. */
const mostRemembered = 10_000

/**
 * Tells whether a proxy may fetch a certificate for a host: our own, the subdomain of an organisation, or a domain that one
 * has proven. Anybody who connects to the proxy makes it ask, under any name, so answers are cached, simultaneous questions
 * about one host share a query, and there is a limit of queries a second.
 */
export function certificateHostCheck({
  pool,
  mainHost,
}: Pick<Services, 'pool' | 'mainHost'>): CertificateHostCheck {
  const mainName = mainHost.split(':')[0]!
  const remembered = new Map<string, { yes: boolean; until: number }>()
  const asked = new Map<string, Promise<boolean>>()
  let second = { began: 0, used: 0 }

  function hasRoom(now: number): boolean {
    if (now - second.began >= 1_000) second = { began: now, used: 0 }
    second.used += 1
    return second.used <= lookUps
  }

  async function look(host: string): Promise<boolean> {
    try {
      const yes = await isKnown(host)
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(host, { yes, until: elapsedMs() + rememberMs[yes ? 'yes' : 'no'] })
      return yes
    } finally {
      asked.delete(host)
    }
  }

  function isKnown(host: string): Promise<boolean> {
    const below = host.endsWith(`.${mainName}`) ? host.slice(0, -mainName.length - 1) : undefined
    return withPlatform(pool, async (trx) => {
      const row = await trx
        .selectFrom('platform.entity')
        .select(sql`1`.as('one'))
        .$if(below !== undefined, (query) => query.where('subdomain', '=', below!))
        .$if(below === undefined, (query) =>
          query.where('custom_domain', '=', host).where('custom_domain_proven_at', 'is not', null),
        )
        .executeTakeFirst()
      return row !== undefined
    })
  }

  return async (typed) => {
    const host = hostOf(typed)
    if (!host?.includes('.')) return host !== undefined && host === mainName
    if (host === mainName) return true
    const now = elapsedMs()
    const known = remembered.get(host)
    if (known && known.until > now) return known.yes
    const asking = asked.get(host)
    if (asking) return asking
    if (!hasRoom(now)) return known?.yes ? true : 'busy'
    const looking = look(host)
    asked.set(host, looking)
    return looking
  }
}
