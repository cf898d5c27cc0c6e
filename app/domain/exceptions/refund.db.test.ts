import { beforeAll, describe, expect, test } from 'vitest'
import { newTxn, type Shop } from '#app/domain/attempts/test-support.ts'
import { confirmRefund, rejectRefund } from './change-exception.server.ts'
import { staffException } from './find-exceptions.server.ts'
import { desk, everywhere, exceptionsOf, type OpenDesk, openDesk } from './test-support.ts'

let at: OpenDesk
let shop: Shop
beforeAll(async () => {
  at = await openDesk()
  shop = at.shop
})

describe('money that went back', () => {
  const refund = {
    decision: 'refunded' as const,
    refunded_on: '2026-02-01',
    reference: 'MBB-77120',
  }

  test('needs two people, and takes the credit from the family', async () => {
    const { bill, id } = await at.secondDebit()
    expect(await at.creditOf(bill.payer_parent_id)).toBe(12_100)
    await at.resolve(id, refund, 'admin')
    expect(await at.creditOf(bill.payer_parent_id)).toBe(12_100)
    const admin = await shop.tenant.actor('admin')
    const owner = await shop.tenant.actor('superadmin')
    const own = shop.tenant.write((trx) => confirmRefund(trx, admin, desk, id))
    await expect(own).rejects.toMatchObject({ code: 'four_eyes.own_request' })
    await shop.tenant.write((trx) => confirmRefund(trx, owner, desk, id))
    expect(await at.creditOf(bill.payer_parent_id)).toBe(0)
    const row = await shop.tenant.read((db) => staffException(db, everywhere, id))
    expect(row).toMatchObject({
      state: 'resolved',
      resolution: 'refunded',
      reference: 'MBB-77120',
      refunded_on: '2026-02-01',
      proposer: admin.name,
      resolver: owner.name,
    })
    const again = shop.tenant.write((trx) => confirmRefund(trx, owner, desk, id))
    await expect(again).rejects.toMatchObject({ code: 'payment_exception.decided' })
    await shop.balanced()
  })

  test('does not go back on a day to come', async () => {
    const { id } = await at.secondDebit()
    await expect(at.resolve(id, { ...refund, refunded_on: '2026-02-02' })).rejects.toMatchObject({
      code: 'payment_exception.future',
      field: 'refunded_on',
    })
  })

  test('does not go back before the day on which the bank moved it', async () => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    await shop.say(attempt, '00', { fpx_fpxTxnTime: '20260129120000' })
    await shop.say(attempt, '00', { fpx_fpxTxnId: newTxn(), fpx_fpxTxnTime: '20260130235959' })
    const [row] = await exceptionsOf(shop, attempt.id)
    await expect(at.resolve(row!.id, { ...refund, refunded_on: '2026-01-29' })).rejects.toMatchObject({
      code: 'payment_exception.before_money',
      field: 'refunded_on',
      values: { date: '2026-01-30' },
    })
    await at.resolve(row!.id, { ...refund, refunded_on: '2026-01-30' })
  })

  test('is refused when the family has used its credit', async () => {
    const { bill, id } = await at.secondDebit()
    await at.resolve(id, refund, 'admin')
    await shop.tenant.write((trx) =>
      trx
        .insertInto('credit_entry')
        .values({
          id: crypto.randomUUID(),
          parent_id: bill.payer_parent_id,
          delta_sen: -1,
          reason: 'applied',
        })
        .execute(),
    )
    const owner = await shop.tenant.actor('superadmin')
    const confirmed = shop.tenant.write((trx) => confirmRefund(trx, owner, desk, id))
    await expect(confirmed).rejects.toMatchObject({ code: 'payment.credit_used' })
    await shop.tenant.write((trx) => rejectRefund(trx, owner, desk, id))
    expect((await shop.tenant.read((db) => staffException(db, everywhere, id))).state).toBe('open')
  })

  test('the database itself wants the second person', async () => {
    const { id } = await at.secondDebit()
    await at.resolve(id, refund, 'admin')
    const admin = await shop.tenant.actor('admin')
    const forced = shop.tenant.write((trx) =>
      trx
        .updateTable('platform.payment_exception')
        .set({ state: 'resolved', resolved_by: admin.id, resolver: admin.name, resolved_at: new Date() })
        .where('id', '=', id)
        .execute(),
    )
    await expect(forced).rejects.toMatchObject({ constraint: 'payment_exception_four_eyes_check' })
  })
})
