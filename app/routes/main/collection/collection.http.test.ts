import { beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { type App, app } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

let shop: Shop
let product: App

beforeAll(async () => {
  shop = await openShop()
  product = await app()
})

/** A payment through FPX, just now. */
async function paid(at: Shop, sen = 12_000) {
  const bill = await at.bill(sen)
  const attempt = await at.start([bill.public_code], { at: new Date() })
  await at.say(attempt, '00', {}, new Date())
  const [payment] = await at.paymentOf(attempt.id)
  return payment!
}

describe('the operator', () => {
  test('sees the money of all organisations, by the platform’s own ledger', async () => {
    const second = await openShop()
    const payment = await paid(shop)
    await paid(second, 33_300)
    const operator = await product.operator('finance')
    const all = await page(operator, '/admin/collection?limit=100')
    expect(all).toContain(shop.tenant.entity.name)
    expect(all).toContain(second.tenant.entity.name)
    const one = await page(operator, `/admin/collection?entity_id=${second.tenant.entity.id}`)
    expect(one).toContain('1 entry')
    expect(one).toContain('RM334.00')
    expect(one).toContain('RM333.00')
    expect(await page(operator, `/admin/collection?q=${payment.gateway_transaction_id}`)).toContain(
      payment.number,
    )
    const csv = await page(operator, `/admin/collection/export/csv?entity_id=${second.tenant.entity.id}`)
    expect(csv).toContain('334.00,1.00,333.00')
    expect(await page(operator, `/admin/collection/print?entity_id=${second.tenant.entity.id}`)).toContain(
      'RM333.00',
    )
    expect(all).not.toContain('Nur Aisyah')
  })

  test('of the support looks and takes nothing away', async () => {
    const support = await product.operator('support')
    await page(support, '/admin/collection')
    await page(support, '/admin/collection/print', 403)
    await page(support, '/admin/collection/export/csv', 403)
    await page(support, '/admin/nothing/print', 404)
  })
})
