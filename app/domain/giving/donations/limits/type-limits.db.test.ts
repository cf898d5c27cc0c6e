import { beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { infaqType } from '#tests/support/database/giving-factories.ts'
import { give } from '../test-support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

test('online nothing is given beyond what its organisation takes, and the answer says how much that is', async () => {
  const type = await shop.tenant.write((trx) => infaqType(trx, { min_sen: 10_00, max_sen: 50_00 }))
  const gives = (amount: number) => give(shop, 'infaq', type.id, { amount })
  await expect(gives(9_99)).rejects.toMatchObject({
    ...{ code: 'donation.below_min', field: 'amount', values: { amount: 'RM10.00' } },
  })
  await expect(gives(50_01)).rejects.toMatchObject({
    ...{ code: 'donation.above_max', field: 'amount', values: { amount: 'RM50.00' } },
  })
  expect(await gives(10_00)).toMatchObject({ purpose: 'donation' })
  expect(await gives(50_00)).toMatchObject({ purpose: 'donation' })
})
