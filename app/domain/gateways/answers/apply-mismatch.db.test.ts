import { beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

describe('signed, but not what was asked', () => {
  test.each([
    ['amount', { fpx_txnAmount: '1.00' }],
    ['seller', { fpx_sellerId: 'SE99999999' }],
    ['exchange', { fpx_sellerExId: 'EX99999999' }],
    ['currency', { fpx_txnCurrency: 'USD' }],
    ['model', { fpx_msgToken: '02' }],
    ['order number', { fpx_sellerOrderNo: 'LN-0000-0000-0000' }],
    ['time of the request', { fpx_sellerTxnTime: '20260131115959' }],
    ['FPX id', { fpx_fpxTxnId: '' }],
  ])('another %s: no money moves, a person must look', async (_what, given) => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    const applied = await shop.say(attempt, '00', given)
    expect(applied).toMatchObject({ state: 'needs_review', effect: 'review', alarm: { reason: 'mismatch' } })
    expect(await shop.paymentOf(attempt.id)).toEqual([])
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending', paid_sen: 0 })
    expect(await shop.attempt(attempt.public_code)).toMatchObject({
      response_code: null,
      gateway_transaction_id: null,
    })
    expect(await shop.messagesOf(attempt.id)).toMatchObject([
      { verified: true, outcome: 'review', response_code: '00' },
    ])
    expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid' })
    // The doubt is settled: nobody need look any more.
    expect(await shop.attempt(attempt.public_code)).toMatchObject({ state: 'paid', review_reason: null })
    await shop.balanced()
  })
})
