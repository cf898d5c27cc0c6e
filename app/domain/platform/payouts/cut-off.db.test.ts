import { sql, type Transaction } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { reconcileBooks } from '#app/domain/accounting/reconciliation/reconcile.ts'
import { ring } from '#app/domain/payments/attempts/test-support.ts'
import type { DB } from '#db/types.ts'
import { bookPayoutsOf } from '#jobs/handlers/platform.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { endBackend } from '#tests/support/database/template.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { approvePayout, bookPayouts, markPaid, releasePayout } from './change-payout.ts'
import { exportPayouts } from './export-payouts.ts'
import { prepareDue } from './prepare-payouts.ts'
import { openPayee, operator } from './test-support.ts'

let payee: Awaited<ReturnType<typeof openPayee>>
const [finance, owner] = [operator('Finance'), operator('Owner')]
const today = '2099-12-31'

beforeAll(async () => {
  payee = await openPayee()
  await payee.settled(3)
})

/** The machine under it dies after the work and before it is kept. */
async function cutOff(trx: Transaction<DB>): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
  await endBackend((await testDatabase()).ownerUrl, rows[0]!.pid)
}

const seen = async () => (await payee.payouts())[0]!
const asked = () =>
  payee.platform((trx) =>
    trx
      .selectFrom('platform.outbox')
      .select(['name'])
      .where('entity_id', '=', payee.entity_id)
      .where('name', 'in', ['payout.book', 'payout.notify'])
      .orderBy('id')
      .execute(),
  )
const entries = () =>
  payee.shop.tenant.read((db) =>
    db.selectFrom('audit_log').select('after').where('action', '=', 'collection.paid_out').execute(),
  )
const green = async () =>
  expect(await payee.shop.tenant.read(reconcileBooks)).toMatchObject({ faults: 0, difference_sen: 0 })

test('cut off before the platform has kept it: there is no payout, and the next turn prepares it once', async () => {
  await expect(
    payee.platform(async (trx) => {
      const now = new Date('2026-02-04T04:00:00Z')
      await prepareDue(trx, ring, finance, { today: '2026-02-04', now })
      await cutOff(trx)
    }),
  ).rejects.toThrow()
  expect(await payee.payouts()).toEqual([])
  expect(await asked()).toEqual([])
  await green()
  expect(await payee.turn()).toBe(1)
  expect(await payee.payouts()).toMatchObject([{ lines: 3, net_sen: 36_000 }])
})

test('cut off while it is marked as paid: it still is at the bank, in both books', async () => {
  const first = await seen()
  await payee.platform((trx) => releasePayout(trx, ring, finance, first))
  const draft = await seen()
  await payee.platform((trx) => approvePayout(trx, ring, owner, draft))
  await payee.platform((trx) =>
    exportPayouts(trx, ring, finance, { payout_on: '2026-02-04', layout: 'comma' }),
  )
  await payee.book()
  const { id, version } = await seen()
  const paid = { version, bank_reference: 'M2E-1', paid_on: today }
  const before = await asked()
  await expect(
    payee.platform(async (trx) => {
      await markPaid(trx, finance, id, paid, today)
      await cutOff(trx)
    }),
  ).rejects.toThrow()
  expect(await seen()).toMatchObject({ status: 'processing', bank_reference: null })
  expect(await asked()).toEqual(before)
  await green()
  await payee.platform((trx) => markPaid(trx, finance, id, paid, today))
  expect((await asked()).slice(before.length).map(({ name }) => name)).toEqual([
    'payout.book',
    'payout.notify',
  ])
})

test('cut off between the two books: the organisation’s follows when the job is taken up again, once', async () => {
  const states = async () => (await payee.books()).own.map(({ status }) => status)
  await expect(
    payee.shop.tenant.write(async (trx) => {
      expect(await bookPayouts(trx)).toBe(3)
      await cutOff(trx)
    }),
  ).rejects.toThrow()
  expect(await states()).toEqual(['settled', 'settled', 'settled'])
  expect(await entries()).toEqual([])
  const again = () => bookPayoutsOf({}, jobTools(payee.shop.tenant, 'payout.book'))
  await Promise.all([again(), again()])
  await again()
  expect(await states()).toEqual(['paid_out', 'paid_out', 'paid_out'])
  expect(await entries()).toMatchObject([{ after: { count: 3, net_sen: 36_000 } }])
  await green()
})
