import { expect, test } from 'vitest'
import { ring } from '#app/domain/payments/attempts/test-support.ts'
import { approvePayout, markPaid, releasePayout } from './change-payout.ts'
import { approvedBy, exportPayouts } from './export-payouts.ts'
import { prepareNow } from './prepare-payouts.ts'
import { openPayee, operator } from './test-support.ts'

const [finance, owner] = [operator('Finance'), operator('Owner')]

test('of an organisation that is closed nothing is released, approved or sent; what is sent is paid on a day between approval and today', async () => {
  const payee = await openPayee()
  const { entity_id, platform } = payee
  const latest = async () => (await payee.payouts()).at(-1)!
  const status = (to: string) =>
    platform((trx) =>
      trx.updateTable('platform.entity').set({ status: to }).where('id', '=', entity_id).execute(),
    )
  const whileClosed = async (work: () => Promise<unknown>) => {
    await status('inactive')
    await expect(work()).rejects.toMatchObject({ code: 'payout.closed' })
    await status('active')
    return work()
  }
  await payee.settled(2)
  const now = { payout_on: '2026-02-04', now: new Date('2026-02-04T04:00:00Z') }
  const prepare = (seen_sen: number) =>
    platform((trx) => prepareNow(trx, ring, finance, entity_id, { ...now, seen_sen }))
  for (const seen of [23_999, 24_001])
    await expect(prepare(seen)).rejects.toMatchObject({ code: 'payout.sum_changed' })
  await prepare(24_000)
  await whileClosed(async () => {
    const seen = await latest()
    return platform((trx) => releasePayout(trx, ring, finance, seen))
  })
  await whileClosed(async () => {
    const seen = await latest()
    return platform((trx) => approvePayout(trx, ring, owner, seen))
  })
  const send = (payout_on: string) =>
    platform((trx) => exportPayouts(trx, ring, finance, { payout_on, layout: 'comma' }))
  await expect(send('2026-02-03')).rejects.toMatchObject({ code: 'payout.none_approved' })
  expect(await platform((trx) => approvedBy(trx, '2026-02-05'))).toMatchObject({ count: 1, net_sen: 24_000 })
  // What was approved for a day before goes with it.
  await whileClosed(() => send('2026-02-05'))
  const { id, version } = await latest()
  await platform((trx) =>
    trx
      .updateTable('platform.payout')
      .set({ approved_at: new Date('2026-02-04T16:30:00Z') })
      .where('id', '=', id)
      .execute(),
  )
  const paid = (paid_on: string) =>
    platform((trx) => markPaid(trx, finance, id, { version, bank_reference: 'M2E-1', paid_on }, '2026-02-06'))
  await expect(paid('2026-02-07')).rejects.toMatchObject({ code: 'payout.day_in_future' })
  // It was approved after midnight here.
  await expect(paid('2026-02-04')).rejects.toMatchObject({ code: 'payout.day_too_early' })
  await paid('2026-02-05')
  expect(await latest()).toMatchObject({ status: 'paid', paid_on: '2026-02-05' })
})
