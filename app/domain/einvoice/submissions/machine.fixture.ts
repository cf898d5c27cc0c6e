import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { appDatabaseUrl, environment } from '#app/environment.ts'
import { createPool, type TenantRef } from '#db/pool.ts'
import { withTenant } from '#db/with-tenant.ts'
import { workOnce } from './work-once.fixture.ts'

export interface MachineTask {
  places: TenantRef[]
  url: string
  /** Milliseconds by which its time is ahead of the machine's. */
  offset: number
}

/** Another process of the product, which sends the e-invoices of some organisations until it is killed. */
if (process.send) {
  const pool = createPool(appDatabaseUrl(environment), { max: 10, waitMs: 60_000 })
  // it waits for its task, though nothing else is going on in it yet
  process.channel!.ref()
  process.once('message', async ({ places, url, offset }: MachineTask) => {
    const now = () => new Date(Date.now() + offset)
    process.send!('begun')
    await Promise.all(
      places.map(async (place) => {
        const tools = {
          keys: { ring: environmentKeyring(environment), place: place.schema },
          write: (work: Parameters<typeof withTenant>[2]) => withTenant(pool, place, work),
          config: () => ({ environment: 'sandbox', apiUrl: url, portalUrl: url }) as const,
          // The portal of this test counts no calls: nobody waits for a turn.
          ...{ now, timeoutMs: 300_000, patienceMs: 3_600_000, sleep: async () => {} },
        }
        for (;;) {
          await workOnce(tools as Parameters<typeof workOnce>[0], now())
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }),
    )
  })
}
