import { beforeAll, expect, test } from 'vitest'
import { settleCollections } from '#app/domain/accounting/collections/change-collection.ts'
import { ring } from '#app/domain/payments/attempts/test-support.ts'
import { totalToPayOut } from '#app/domain/platform/overview/overview.ts'
import { decideAdjustment, requestAdjustment } from './adjustments.ts'
import { releasePayout } from './change-payout.ts'
import { balanceOf } from './find-payouts.ts'
import { prepareNow } from './prepare-payouts.ts'
import { openPayee, operator } from './test-support.ts'

let payee: Awaited<ReturnType<typeof openPayee>>

beforeAll(async () => {
  payee = await openPayee()
})

const held = () => payee.platform((trx) => totalToPayOut(trx))
const waiting = () => payee.shop.tenant.read((db) => balanceOf(db, payee.entity_id, '2026-02-03'))

test('what is in a payout waits for none, on the dashboard and on the page of the organisation', async () => {
  await payee.settled(2)
  expect(await held()).toEqual({ sen: 24_000, entities: 1 })
  expect(await waiting()).toEqual({ sen: 24_000, next_on: '2026-02-04' })
  await payee.turn()
  expect(await payee.payouts()).toMatchObject([{ net_sen: 24_000 }])
  expect(await held()).toEqual({ sen: 0, entities: 0 })
  expect(await waiting()).toMatchObject({ sen: 0 })
})

test('what two people have agreed to take is less to wait for, what one has asked for is not yet', async () => {
  const [asker, decider] = [operator('Finance'), operator('Owner')]
  const [payout] = await payee.payouts()
  await payee.platform((trx) => releasePayout(trx, ring, asker, payout!))
  const asked = { entity_id: payee.entity_id, kind: 'correction' as const, sen: -1_500 }
  const reason = 'Fi kad dikenakan dua kali'
  const id = await payee.platform((trx) => requestAdjustment(trx, asker, { ...asked, reason }))
  expect(await waiting()).toMatchObject({ sen: 0 })
  await payee.platform((trx) => decideAdjustment(trx, decider, id, { status: 'approved' }))
  expect(await waiting()).toMatchObject({ sen: -1_500 })
  await payee.settled(1)
  expect(await waiting()).toMatchObject({ sen: 12_000 - 1_500 })
})

test('what the bank has not settled is not paid, also when its day is over', async () => {
  const early = await openPayee()
  const { public_code } = await early.shop.bill()
  await early.shop.say(await early.shop.start([public_code]), '00')
  expect(await early.shop.tenant.read((db) => balanceOf(db, early.entity_id, '2026-02-03'))).toMatchObject({
    sen: 0,
  })
  await early.turn()
  expect(await early.payouts()).toEqual([])
  await early.settled(0)
  await early.turn('2026-02-11')
  expect(await early.payouts()).toMatchObject([{ net_sen: 12_000, lines: 1 }])
})

test('less than RM10 is carried forward to the next payout day, and RM10 is paid', async () => {
  const small = await openPayee()
  const pays = async (sen: number) => {
    const { public_code } = await small.shop.bill(sen)
    await small.shop.say(await small.shop.start([public_code]), '00')
    await small.shop.tenant.write((trx) => settleCollections(trx, '2026-02-02'))
  }
  await pays(8_99)
  await small.turn()
  expect(await small.payouts()).toEqual([])
  const now = { payout_on: '2026-02-04', now: new Date('2026-02-04T04:00:00Z') }
  const byHand = small.platform((trx) => prepareNow(trx, ring, operator('Finance'), small.entity_id, now))
  await expect(byHand).rejects.toMatchObject({ code: 'payout.nothing' })
  await pays(1_01)
  await small.turn()
  expect(await small.payouts(), 'its day is over').toEqual([])
  await small.turn('2026-02-11')
  expect(await small.payouts()).toMatchObject([{ net_sen: 10_00, lines: 2 }])
})
