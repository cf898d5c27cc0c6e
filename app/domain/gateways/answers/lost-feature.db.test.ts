import { beforeAll, expect, test } from 'vitest'
import { essentialFeatures } from '#app/domain/core/features/feature.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { inPlatform } from '#db/in-place.ts'
import { subscribed } from '#tests/support/product/packages.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const switchFpx = (status: string) =>
  inPlatform(shop.tenant.database.pool, (trx) =>
    trx.updateTable('platform.feature').set({ status }).where('code', '=', 'fpx').execute(),
  )

test('what is on its way arrives, whatever is switched off or gone from the package meanwhile', async () => {
  const bills = [await shop.bill(), await shop.bill(), await shop.bill()]
  const [first, second] = [
    await shop.start([bills[0]!.public_code]),
    await shop.start([bills[1]!.public_code]),
  ]
  const late = () => shop.start([bills[2]!.public_code])
  await switchFpx('inactive')
  try {
    await expect(late()).rejects.toThrow('payment.online_off')
    expect(await shop.say(first, '00')).toMatchObject({ state: 'paid', effect: 'post', alarm: null })
  } finally {
    await switchFpx('active')
  }
  await subscribed(shop.tenant, { features: essentialFeatures })
  await expect(late()).rejects.toThrow('payment.online_off')
  expect(await shop.say(second, '00')).toMatchObject({ state: 'paid', effect: 'post', alarm: null })
  expect((await shop.invoiceNow(bills[0]!.id)).status).toBe('paid')
  expect((await shop.invoiceNow(bills[1]!.id)).status).toBe('paid')
  expect((await shop.invoiceNow(bills[2]!.id)).status).toBe('unpaid')
  await shop.balanced()
})
