import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import { lockTable, waitForLocked } from '#tests/support/database/locks.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { startInProcess } from '#tests/support/jobs/worker-in-process.ts'

const asked = (tenant: Tenant, count: number) =>
  tenant.write(async (trx) => {
    for (let n = 0; n < count; n++) await enqueue(trx, 'receipt.send', { payment_id: newId() })
  })
const places = 6
const until = (check: () => void, timeout = 30_000) => vi.waitFor(check, { timeout, interval: 10 })

test("jobs of one organisation that wait for a lock leave connections for another's", async () => {
  const [stuck, other] = [await freshTenant(), await freshTenant()]
  const done: string[] = []
  await startInProcess(
    {
      'receipt.send': async (_payload, { withTenant, entity }) => {
        await withTenant((trx) => trx.selectFrom('category').select('id').execute())
        done.push(entity.id)
      },
    },
    { concurrency: 16 },
  )
  const lock = await lockTable(stuck, 'category')
  await asked(stuck, 12)
  await waitForLocked(stuck, 5)
  await asked(other, 3)
  await until(() => expect(done).toEqual(Array(3).fill(other.place.id)))
  await lock.letGo()
  await until(() => expect(done).toHaveLength(15))
})

test('when the jobs of one organisation are held up, they take turns at one place of the worker, and the rest is for others', async () => {
  const [stuck, other] = [await freshTenant(), await freshTenant()]
  /** How many were at work for the organisation that is held up when the next of it began. */
  const beside: number[] = []
  let atWork = 0
  const done: string[] = []
  await startInProcess(
    {
      'receipt.send': async (_payload, { withTenant, entity }) => {
        if (entity.id === stuck.place.id) beside.push(atWork++)
        try {
          await withTenant(async (trx) => {
            await sql`set local lock_timeout = 300`.execute(trx)
            await trx.selectFrom('category').select('id').execute()
          })
          done.push(entity.id)
        } finally {
          if (entity.id === stuck.place.id) atWork--
        }
      },
    },
    { concurrency: places },
  )
  const lock = await lockTable(stuck, 'category')
  await asked(stuck, 60)
  await until(() => expect(beside.length).toBeGreaterThan(places))
  await asked(other, 3)
  await until(() => expect(done).toEqual(Array(3).fill(other.place.id)))
  // those that took all places before anything was known to be in their way, and from then on one at a time
  expect(beside.slice(places).filter((others) => others > 0)).toEqual([])
  await lock.letGo()
  await until(() => expect(done).toHaveLength(63), 60_000)
})

test('a job that others were in the way of comes again, and has lost none of its tries', async () => {
  const tenant = await freshTenant()
  const attempts: number[] = []
  let done = false
  await startInProcess({
    'receipt.send': async (_payload, { withTenant, job }) => {
      attempts.push(job.attempt)
      await withTenant(async (trx) => {
        await sql`set local lock_timeout = 1`.execute(trx)
        await trx.selectFrom('category').select('id').execute()
      })
      done = true
    },
  })
  const lock = await lockTable(tenant, 'category')
  await asked(tenant, 1)
  await until(() => expect(attempts.length).toBeGreaterThanOrEqual(2))
  await lock.letGo()
  await until(() => expect(done).toBe(true))
  expect(new Set(attempts)).toEqual(new Set([1]))
})
