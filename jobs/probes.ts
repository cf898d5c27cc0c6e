import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import type { Logger } from 'pino'
import { lateSchedules } from '#app/domain/platform/overview/late-schedules.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { RedisLines } from './queue/redis.ts'

interface Probed {
  host: string
  port: number
  pool: pg.Pool
  redis: Pick<RedisLines, 'ready' | 'lostSince'> | undefined
  /** Seconds by which the clock of this machine differs from the database's; 0 when they agree. */
  secondsOff?: () => number
  log: Logger
}

/**
 * What a service manager may ask of a worker. `/healthz`: the process lives. `/readyz`: it can take jobs, so the database
 * and the queue are there, its clock is right, each schedule runs, and the process is not about to stop. A port that is
 * taken is told, and the worker works on.
 */
export function startProbes({ host, port, pool, redis, secondsOff, log }: Probed) {
  let stopping = false

  async function hindrance(): Promise<string | undefined> {
    if (stopping) return 'stopping'
    if (redis && (!redis.ready() || redis.lostSince())) return 'queue offline'
    const late = await withPlatform(pool, lateSchedules).catch(() => undefined)
    if (!late) return 'database offline'
    const off = secondsOff?.() ?? 0
    if (off !== 0) return `clock ${off > 0 ? 'ahead of' : 'behind'} the database by ${Math.abs(off)} s`
    return late.length > 0 ? `schedules late: ${late.map(({ name }) => name).join(', ')}` : undefined
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
