import { beforeEach, expect, test } from 'vitest'
import { idFrom } from '#db/id.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { absenceTo } from '#tests/support/messaging/absence-to.ts'
import { creditsOf, withCredits } from '#tests/support/messaging/delivery-world.ts'
import { type Outcome, settleDeliveries } from './settle.ts'

let tenant: Tenant
const message_id = idFrom('message', 'absence')
beforeEach(async () => {
  tenant = await freshTenant()
  await withCredits(tenant, 10)
  const deliveries = [{ channel: 'whatsapp', address: '+60123456711', credits: 2 }] as const
  await tenant.write((trx) => absenceTo(trx, { key: 'absence', deliveries }))
})

const set = (values: object) =>
  tenant.write((trx) => trx.updateTable('message_delivery').set(values).execute())
const settle = (outcome: Outcome) =>
  tenant.write((trx) =>
    settleDeliveries(
      trx,
      'whatsapp',
      [{ claimed: { message_id, attempts: 1, held_since: null }, outcome }],
      new Date(),
    ),
  )
const state = () =>
  tenant.read((db) =>
    db.selectFrom('message_delivery').select(['status', 'reason']).executeTakeFirstOrThrow(),
  )

test.each([
  ['number', 10],
  ['unsure', 8],
] as const)('an alert that failed for %s leaves a balance of %i', async (reason, balance) => {
  await set({ status: 'sending', attempts: 1 })
  await settle({ status: 'failed', reason })
  expect(await state()).toEqual({ status: 'failed', reason })
  expect(await creditsOf(tenant)).toEqual({ balance, ledger: balance })
})

test('a report that was faster than the answer of the gateway stays', async () => {
  await set({ status: 'delivered', attempts: 1, sent_at: new Date(), delivered_at: new Date() })
  await settle({ status: 'failed', reason: 'number' })
  expect(await state()).toEqual({ status: 'delivered', reason: null })
  expect(await creditsOf(tenant)).toEqual({ balance: 8, ledger: 8 })
})
