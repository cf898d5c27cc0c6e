import { beforeEach, expect, test } from 'vitest'
import { idFrom } from '#db/id.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { besides } from '#tests/support/database/locks.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { absenceTo } from '#tests/support/messaging/absence-to.ts'
import { creditsOf, lookAndMoveCredits, withCredits } from '#tests/support/messaging/delivery-world.ts'
import { wakeDeliveries } from './wake.ts'

let tenant: Tenant
const message_id = idFrom('message', 'absence')
const noon = new Date('2026-03-02T04:00:00Z')

beforeEach(async () => {
  tenant = await freshTenant()
})

/** A message that waits, by its key. */
const waits = (trx: Trx, key: string, channel: 'email' | 'inapp' = 'email') =>
  absenceTo(trx, {
    key,
    deliveries: [{ channel, address: channel === 'email' ? 'ibu@keluarga.test' : null, credits: 0 }],
  })

/** One that should have left ten minutes ago. */
const make = (channel?: 'email' | 'inapp') =>
  tenant.write(async (trx) => {
    await waits(trx, 'absence', channel)
    await trx
      .updateTable('message_delivery')
      .set({ next_at: new Date(noon.getTime() - 600_000) })
      .execute()
  })
const wake = () => tenant.write((trx) => wakeDeliveries(trx, noon))
const isWatched = async () =>
  (await tenant.read((db) => db.selectFrom('platform.message_watch').select('since').execute())).length === 1

test('what waits and nobody is at is asked for, and looked after until it has left', async () => {
  await make()
  expect(await isWatched()).toBe(true)
  expect(await wake()).toEqual(['email'])
  expect(await isWatched()).toBe(true)
  await tenant.write((trx) =>
    trx
      .updateTable('message_delivery')
      .set({ status: 'sent' })
      .where('message_id', '=', message_id)
      .execute(),
  )
  expect(await wake()).toEqual([])
  expect(await isWatched()).toBe(false)
})

test('what is there as soon as it is made needs nobody to look after it', async () => {
  await make('inapp')
  expect(await isWatched()).toBe(false)
})

test('an organisation of which something else was made meanwhile stays watched', async () => {
  await make()
  await tenant.write((trx) => trx.updateTable('message_delivery').set({ status: 'sent' }).execute())
  let made: Promise<unknown> | undefined
  await tenant.write(async (trx) => {
    await trx.selectFrom('platform.message_watch').select('since').forUpdate().execute()
    // The other transaction cannot end before this one.
    made = tenant.write((other) => waits(other, 'other'))
    await wakeDeliveries(trx, noon)
  })
  await made
  expect(await isWatched()).toBe(true)
})

test('a message that costs credits and the look at what waits lock in one order', async () => {
  await withCredits(tenant, 10)
  await make()
  const makePaid = () =>
    tenant.write((trx) =>
      absenceTo(trx, {
        key: 'paid',
        deliveries: [{ channel: 'whatsapp', address: '+60123456711', credits: 2 }],
      }),
    )
  expect(await besides(tenant, (held) => lookAndMoveCredits(tenant, held), makePaid)).toMatchObject({
    status: 'fulfilled',
  })
  expect(await creditsOf(tenant)).toEqual({ balance: 7, ledger: 7 })
})
