import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { reverseCollection } from '#app/domain/accounting/collections/change-collection.ts'
import { ring } from '#app/domain/payments/attempts/test-support.ts'
import { decideAdjustment, requestAdjustment, withdrawAdjustment } from './adjustments.ts'
import {
  approvePayout,
  cancelPayout,
  markFailed,
  markPaid,
  releasePayout,
  stopPayout,
} from './change-payout.ts'
import { exportedFile, exportPayouts } from './export-payouts.ts'
import { linesOnPage } from './find-payouts.ts'
import { prepareNow } from './prepare-payouts.ts'
import { openPayee, operator } from './test-support.ts'

let payee: Awaited<ReturnType<typeof openPayee>>
const [finance, owner, second] = [operator('Finance'), operator('Owner'), operator('Second')]
const today = '2026-12-31'

beforeAll(async () => {
  payee = await openPayee()
})

/** The latest payout, as a form has seen it. */
const latest = async () => (await payee.payouts()).at(-1)!
const now = { payout_on: '2026-02-04', now: new Date('2026-02-04T04:00:00Z') }
const day = { payout_on: '2026-02-04', layout: 'comma' }
const approve = async (by = owner) => {
  const seen = await latest()
  return payee.platform((trx) => approvePayout(trx, ring, by, seen))
}
const send = () => payee.platform((trx) => exportPayouts(trx, ring, finance, day))
const paid = async () => {
  const { id, version } = await latest()
  const input = { version, bank_reference: 'M2E-1', paid_on: today }
  return payee.platform((trx) => markPaid(trx, finance, id, input, today))
}
const outcomes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)).sort()

test('two turns at once prepare one payout, which is looked at twice because it is the first', async () => {
  await payee.settled(2)
  expect(await payee.turn('2026-02-02')).toBe(0)
  expect((await Promise.all([payee.turn(), payee.turn()])).sort()).toEqual([0, 1])
  expect(await payee.turn('2026-02-05')).toBe(0)
  const [payout, ...more] = await payee.payouts()
  expect(more).toEqual([])
  expect(payout).toMatchObject({
    ...{ status: 'on_hold', hold_reason: 'first', payout_on: '2026-02-04', lines: 2, account_ending: '4455' },
    ...{ period_start: '2026-01-31', period_end: '2026-01-31', reversals_sen: 0, adjustments_sen: 0 },
    net_sen: 24_000,
  })
  await expect(approve()).rejects.toMatchObject({ code: 'payout.state' })
})

test('who released it does not approve it, and of two who approve one does', async () => {
  const seen = await latest()
  await payee.platform((trx) => releasePayout(trx, ring, finance, seen))
  await expect(approve(finance)).rejects.toMatchObject({ code: 'payout.own' })
  expect(await outcomes([approve(owner), approve(second)])).toEqual(['done', 'payout.state'])
})

test('an account that is another one by now is refused with the file, until somebody has looked at it', async () => {
  await payee.account('9988776655')
  await expect(send()).rejects.toMatchObject({ code: 'payout.account_changed' })
  const seen = await latest()
  await payee.platform((trx) => stopPayout(trx, owner, seen, 'The account is another one'))
  const held = await latest()
  await payee.platform((trx) => releasePayout(trx, ring, finance, held))
  await approve()
})

test('of two who make the file one does, and it is the same whenever it is read', async () => {
  expect(await outcomes([send(), send()])).toEqual(['done', 'payout.none_approved'])
  const { export_id, number } = await latest()
  const file = await payee.platform((trx) => exportedFile(trx, ring, export_id!))
  expect(file.split('\r\n')[1]).toBe(`${number},2026-02-04,Cahaya,9988776655,Maybank,MBB,240.00`)
})

test('of two who mark it as paid one does; the book follows by itself, and a payment is not taken back between', async () => {
  expect(await outcomes([paid(), paid()])).toEqual(['done', 'payout.state'])
  const { id } = await latest()
  const before = await payee.books()
  expect(before.own.map(({ status }) => status)).toEqual(['settled', 'settled'])
  expect(before.platform.map(({ status }) => status)).toEqual(['paid_out', 'paid_out'])
  const [payment] = await payee.shop.payments()
  const back = payee.shop.tenant.write((trx) => reverseCollection(trx, payment!.id, '2026-02-06'))
  await expect(back).rejects.toMatchObject({ code: 'payment.paid_out' })
  expect(await Promise.all([payee.book(), payee.book()])).toContain(2)
  expect(await payee.book()).toBe(0)
  const line = { status: 'paid_out', payout_id: id, net_sen: 12_000 }
  expect(await payee.books()).toEqual({ own: [line, line], platform: [line, line] })
  await payee.shop.balanced()
})

test('a payment taken back after the payout was prepared stops its approval, and comes to nothing in the next', async () => {
  await payee.settled(2)
  await payee.platform((trx) => prepareNow(trx, ring, finance, payee.entity_id, now))
  const [, , payment] = await payee.shop.payments()
  await payee.shop.tenant.write((trx) => reverseCollection(trx, payment!.id, '2026-02-06'))
  await expect(approve()).rejects.toMatchObject({ code: 'payout.lines_changed' })
  const seen = await latest()
  await payee.platform((trx) => cancelPayout(trx, owner, seen, 'A payment was taken back'))
  await payee.platform((trx) => prepareNow(trx, ring, finance, payee.entity_id, now))
  expect(await latest()).toMatchObject({ lines: 3, reversals_sen: 12_000, net_sen: 12_000 })
  await approve()
  await send()
})

test('what the bank did not pay waits for the next one', async () => {
  const { id, version } = await latest()
  await payee.platform((trx) => markFailed(trx, finance, id, { version, fail_reason: 'Account closed' }))
  await payee.book()
  expect((await payee.books()).own.filter(({ payout_id }) => payout_id === id)).toEqual([])
  await payee.platform((trx) => prepareNow(trx, ring, finance, payee.entity_id, now))
  expect(await latest()).toMatchObject({ net_sen: 12_000, status: 'draft' })
  await expect(approve(finance)).rejects.toMatchObject({ code: 'payout.own' })
  await approve()
  await send()
  await paid()
  await payee.book()
})

test('a charge that the bank took back is taken from the next payout, by two people and once', async () => {
  const { number } = (await payee.shop.payments())[0]!
  const charge = (sen: number) => ({
    ...{ entity_id: payee.entity_id, kind: 'chargeback' as const, sen, reference: number },
    reason: 'The bank took it back',
  })
  const ask = (sen: number) => payee.platform((trx) => requestAdjustment(trx, finance, charge(sen)))
  await expect(ask(-12_001)).rejects.toMatchObject({ code: 'payout_adjustment.over_payment' })
  const mistaken = await ask(-12_000)
  await expect(ask(-1)).rejects.toMatchObject({ code: 'payout_adjustment.over_payment' })
  // Who asked thinks better of it, nobody else and once; it counts no more and is not decided.
  const withdraw = (by: typeof owner) => payee.platform((trx) => withdrawAdjustment(trx, by, mistaken))
  await expect(withdraw(owner)).rejects.toMatchObject({ code: 'payout_adjustment.not_yours' })
  expect(await outcomes([withdraw(finance), withdraw(finance)])).toEqual([
    'done',
    'payout_adjustment.decided',
  ])
  const late = payee.platform((trx) => decideAdjustment(trx, owner, mistaken, { status: 'approved' }))
  await expect(late).rejects.toMatchObject({ code: 'payout_adjustment.decided' })
  const id = await ask(-12_000)
  await expect(ask(-1)).rejects.toMatchObject({ code: 'payout_adjustment.over_payment' })
  const yes = { status: 'approved' as const }
  const decide = (by: typeof owner) => payee.platform((trx) => decideAdjustment(trx, by, id, yes))
  await expect(decide(finance)).rejects.toMatchObject({ code: 'four_eyes.own_request' })
  expect(await outcomes([decide(owner), decide(second)])).toEqual(['done', 'payout_adjustment.decided'])
  // Less than nothing is carried forward.
  const prepare = () => payee.platform((trx) => prepareNow(trx, ring, finance, payee.entity_id, now))
  await expect(prepare()).rejects.toMatchObject({ code: 'payout.nothing' })
  await payee.settled(2)
  await prepare()
  expect(await latest()).toMatchObject({ gross_sen: 24_200, adjustments_sen: -12_000, net_sen: 12_000 })
})

test('gross is what was paid out, what waits, fees and what was taken back', async () => {
  const { rows, sums } = await payee.platform(async (trx) => ({
    rows: await trx
      .selectFrom('platform.ledger')
      .selectAll()
      .where('entity_id', '=', payee.entity_id)
      .execute(),
    sums: await trx.selectFrom('platform.payout').selectAll().where('status', '=', 'paid').execute(),
  }))
  const total = (of: typeof rows, key: 'gross_sen' | 'net_sen') => of.reduce((sum, row) => sum + row[key], 0)
  const came = rows.filter(({ gross_sen }) => gross_sen > 0)
  const fees = came.reduce((sum, row) => sum + row.payer_fee_sen + row.tenant_fee_sen, 0)
  const paidIds = new Set(sums.map(({ id }) => id))
  const out = sums.reduce((sum, { net_sen, adjustments_sen }) => sum + net_sen - adjustments_sen, 0)
  const backs = -total(
    rows.filter(({ gross_sen }) => gross_sen < 0),
    'net_sen',
  )
  const held = total(
    rows.filter(({ payout_id }) => !payout_id || !paidIds.has(payout_id)),
    'net_sen',
  )
  expect(total(came, 'gross_sen')).toBe(fees + out + held + backs)
})

test('lines are turned by the hundred, each on one page alone', async () => {
  const { id, entity_id } = await latest()
  const pages = await payee.platform(async (trx) => {
    const before = await linesOnPage(trx, id).execute()
    await sql`insert into platform.ledger (id, entity_id, collection_id, collected_on, source, method, reference,
        gross_sen, net_sen, status, payout_id)
      select gen_random_uuid(), ${entity_id}, gen_random_uuid(), '2026-03-01', 'invoice', 'fpx', 'RCP-' || n, 100, 100,
        'paid_out', ${id} from generate_series(1, ${201 - before.length}::int) as n`.execute(trx)
    return Promise.all([1, 2, 3, 4].map((page) => linesOnPage(trx, id, page).execute()))
  })
  expect(pages.map((lines) => lines.length)).toEqual([100, 100, 1, 0])
  expect(new Set(pages.flat().map((line) => line.id)).size).toBe(201)
})
