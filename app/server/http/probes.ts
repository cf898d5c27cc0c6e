import type { Services } from '#app/server/request/services.ts'
import { inPlatform } from '#db/in-place.ts'
import type { Metrics } from './metrics.ts'

interface Probed {
  services: Pick<Services, 'pool'>
  metrics: Metrics
  stopping?: (() => boolean) | undefined
}

const text = (status: number, body: string) =>
  new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })

/**
 * On any host. `/healthz`: the process lives. `/readyz`: it can serve, so the database is there and the process is not
 * about to stop. `/metrics`: told to our own network only.
 */
export async function probe(path: string, request: Request, caller: string, probed: Probed) {
  if (path === '/healthz') return text(200, 'ok')
  if (path === '/readyz') return readiness(probed)
  if (path !== '/metrics' || !isOurs(request, caller)) return undefined
  const { registry } = probed.metrics
  return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
}

async function readiness({ services, stopping }: Probed): Promise<Response> {
  if (stopping?.()) return text(503, 'stopping')
  try {
    await inPlatform(services.pool, (trx) =>
      trx.selectFrom('platform.setting').select('key').limit(1).execute(),
    )
    return text(200, 'ok')
  } catch {
    return text(503, 'database offline')
  }
}

/** On this machine or a private network, and let in from outside by no proxy. */
function isOurs(request: Request, caller: string): boolean {
  if (request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false
  return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd])/.test(caller.replace(/^::ffff:/, ''))
}
