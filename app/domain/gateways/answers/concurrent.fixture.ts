import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { appDatabaseUrl, environment } from '#app/environment.ts'
import { createPool, type TenantRef } from '#db/pool.ts'
import { withTenant } from '#db/with-tenant.ts'
import { type Circumstances, type Deed, doDeed, inLanes } from './concurrent-work.ts'

interface Task {
  place: TenantRef
  deeds: Deed[]
  lanes: number
  about: Omit<Circumstances, 'ring'>
}

/** Another process of the product, which does its tasks with the same invoices at the same time. */
if (process.send) {
  const ring = environmentKeyring(environment)
  // it waits for its task, though nothing else is going on in it yet
  process.channel!.ref()
  const pool = createPool(appDatabaseUrl(environment), { max: 10, waitMs: 60_000 })
  process.once('message', async ({ place, deeds, lanes, about }: Task) => {
    const write: Parameters<typeof doDeed>[0] = (work) => withTenant(pool, place, work)
    const done = await inLanes(lanes, deeds, (deed) => doDeed(write, deed, { ...about, ring }))
    await pool.end()
    process.send!(done)
    process.disconnect()
  })
}
