import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sharesOf } from '#db/sharing/shares.ts'

/** Of one process, for Prometheus; made once by the process entry. */
export function makeMetrics(pools: Record<string, pg.Pool>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({
    name: 'lunas_pool_connections',
    help: 'Connections of each pool by state',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'open' }, pool.totalCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount + sharesOf(pool).waiting())
      }
    },
  })
  return {
    registry,
    requests: new Histogram({
      name: 'lunas_request_seconds',
      help: 'Time to answer, by side, method and status',
      labelNames: ['side', 'method', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    unclean: new Counter({
      name: 'lunas_unclean_connections_total',
      help: 'Connections that came back inside a transaction or on a tenant’s path, and were destroyed',
      registers,
    }),
  }
}
export type Metrics = ReturnType<typeof makeMetrics>
