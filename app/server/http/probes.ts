import { timingSafeEqual } from 'node:crypto'
import { challengeAnswer } from '#app/domain/organisation/own-domain/check.ts'
import type { Services } from '#app/server/request/services.ts'
import { hostOf } from '#app/server/routing/site.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { CertificateHostCheck } from './certificate-hosts.ts'
import type { Metrics } from './metrics.ts'

interface Probed {
  services: Pick<Services, 'pool' | 'ring'>
  metrics: Metrics
  mayHaveCertificate: CertificateHostCheck
  askKey?: string | undefined
  stopping?: (() => boolean) | undefined
}

const text = (status: number, body: string) =>
  new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })

/**
 * On any host. `/healthz`: the process lives. `/readyz`: it can serve, so the database is there and the process is not
 * about to stop. `/metrics`: for our own network only. `/proxy/ask?domain=…`: whether a proxy of ours may fetch a
 * certificate for a host. `/.well-known/lunas/…`: proves that a domain leads to us, even before an organisation has it.
 */
export async function probe(url: URL, request: Request, caller: string, probed: Probed) {
  const path = url.pathname
  if (path === '/healthz') return text(200, 'ok')
  if (path === '/readyz') return readiness(probed)
  if (path.startsWith('/.well-known/lunas/')) return challenged(path, request, probed)
  if (path === '/proxy/ask') return certificateFor(url, request, caller, probed)
  if (path !== '/metrics' || !isOurs(request, caller)) return undefined
  const { registry } = probed.metrics
  return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
}

async function readiness({ services, stopping }: Probed): Promise<Response> {
  if (stopping?.()) return text(503, 'stopping')
  try {
    await withPlatform(services.pool, (trx) =>
      trx.selectFrom('platform.setting').select('key').limit(1).execute(),
    )
    return text(200, 'ok')
  } catch {
    return text(503, 'database offline')
  }
}

/** Asks no database, because anybody may ask, under the name of any host. */
function challenged(path: string, request: Request, { services }: Probed): Response | undefined {
  const host = hostOf(request.headers.get('host'))
  const answer = host && challengeAnswer(services.ring, host, path)
  return answer ? text(200, answer) : undefined
}

/** For anybody else the address does not exist. */
async function certificateFor(
  url: URL,
  request: Request,
  caller: string,
  { mayHaveCertificate, askKey }: Probed,
) {
  if (!isOurs(request, caller) && !hasKey(url.searchParams.get('key'), askKey)) return undefined
  const answer = await mayHaveCertificate(url.searchParams.get('domain'))
  if (answer === 'busy') return text(503, 'busy')
  return answer ? text(200, 'yes') : text(404, 'no')
}

function hasKey(given: string | null, key: string | undefined): boolean {
  if (!given || !key || given.length !== key.length) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(key))
}

/** On this machine or a private network, and let in from outside by no proxy. */
function isOurs(request: Request, caller: string): boolean {
  if (request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false
  return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd])/.test(caller.replace(/^::ffff:/, ''))
}
