import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import type { Logger } from 'pino'
import { withPlatform } from '#db/with-tenant.ts'
import type { RedisLines } from './queue/redis.ts'

interface Probed {
  host: string
  port: number
  pool: pg.Pool
  redis: Pick<RedisLines, 'ready' | 'lostSince'> | undefined
  log: Logger
}

/**
 * What a service manager may ask of a worker. `/healthz`: the process lives. `/readyz`: it can take jobs, so the database
 * and the queue are there and the process is not about to stop. A port that is taken is told, and the worker works on.
 */
export function startProbes({ host, port, pool, redis, log }: Probed) {
  let stopping = false

  async function hindrance(): Promise<string | undefined> {
    if (stopping) return 'stopping'
    if (redis && (!redis.ready() || redis.lostSince())) return 'queue offline'
    const answer = withPlatform(pool, (trx) =>
      trx.selectFrom('platform.worker').select('id').limit(1).execute(),
    )
    return answer.then(
      () => undefined,
      () => 'database offline',
    )
  }

  const server = createServer(async (request, response) => {
    const asked = request.url === '/readyz' ? await hindrance() : undefined
    const known = request.url === '/readyz' || request.url === '/healthz'
    const status = known ? (asked ? 503 : 200) : 404
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(known ? (asked ?? 'ok') : 'not found')
  })
  server.on('error', (error) => log.error({ why: error.message }, 'nobody can ask how this worker is'))
  server.listen(port, host)

  return {
    /** Where it listens; undefined before it does. */
    port: () => (server.address() as AddressInfo | null)?.port,
    /** From now on it is not ready. */
    stopping() {
      stopping = true
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
