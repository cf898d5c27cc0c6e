import type { Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseTime } from '#app/domain/core/clock.ts'
import { FpxConfigError } from '#app/integrations/fpx/config.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type BankWorld, confirm, openBankWorld } from '#tests/support/bank/bank-world.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { enquirePayment, sweepPayments } from './payments.ts'

/** An http test, since the payer's part of it goes through the built product. */
let world: BankWorld
beforeAll(async () => {
  world = await openBankWorld()
})
afterAll(() => world.close())

/** A payment that the bank has taken and of which no word has reached us; its time to be asked about has come. */
async function unheard() {
  await world.control('scenario', { scenario: 'callbacks_lost' })
  const { bill, code, screen } = await world.toBank(12_000, 'TEST0021')
  await confirm(screen)
  const { id } = await world.attemptOf(code)
  return { id, bill, code }
}

const makeDue = (id: string, minutesAgo: number) =>
  world.tenant.write(async (trx) => {
    const next_enquiry_at = new Date(Date.now() - minutesAgo * 60_000)
    await trx.updateTable('payment_attempt').set({ next_enquiry_at }).where('id', '=', id).execute()
    await trx
      .updateTable('platform.gateway_order')
      .set({ next_enquiry_at })
      .where('attempt_id', '=', id)
      .execute()
  })

const tools = () => jobTools(world.tenant, 'payment.enquire', { settings: world.settings })

test('the worker finds a payment of which no callback told', async () => {
  const { id, bill, code } = await unheard()
  await enquirePayment({ attempt_id: id }, tools())
  expect((await world.books(code, bill.id)).payments).toBe(0)
  await makeDue(id, 0)
  await enquirePayment({ attempt_id: id }, tools())
  expect(await world.books(code, bill.id)).toEqual({ state: 'paid', payments: 1, invoice: 'paid' })
  await enquirePayment({ attempt_id: id }, tools())
  expect((await world.books(code, bill.id)).payments).toBe(1)
})

test('without keys nothing is claimed, so that the job is tried again', async () => {
  const { id, code } = await unheard()
  await makeDue(id, 0)
  const before = await world.attemptOf(code)
  const keyless = jobTools(world.tenant, 'payment.enquire', {
    settings: { ...world.settings, dataDir: '/nowhere' },
  })
  await expect(enquirePayment({ attempt_id: id }, keyless)).rejects.toThrow(FpxConfigError)
  expect(await world.attemptOf(code)).toEqual(before)
})

test('the sweep finds a payment whose job was lost, in whatever organisation', async () => {
  const { id } = await unheard()
  await makeDue(id, 11)
  const { pool } = world.tenant.database
  const platform = {
    ...tools(),
    withTenant: <R>(work: (trx: Transaction<DB>) => Promise<R>) => withPlatform(pool, work),
  }
  const began = await world.tenant.read(databaseTime)
  await sweepPayments({}, platform)
  await expect(world.tenant).toHaveEnqueued('payment.enquire', { attempt_id: id })
  const order = await world.tenant.read((db) =>
    db
      .selectFrom('platform.gateway_order')
      .select('next_enquiry_at')
      .where('attempt_id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  expect(order.next_enquiry_at!.getTime()).toBeGreaterThan(began.getTime())
})
