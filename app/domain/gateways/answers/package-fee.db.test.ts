import { expect, test } from 'vitest'
import { openShop } from '#app/domain/payments/attempts/test-support.ts'
import { paymentRules } from '#app/domain/payments/payments/payment-rules.ts'
import { offers } from '#app/domain/platform/packages/find-packages.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { subscribed } from '#tests/support/product/packages.ts'

test('the fee of an FPX payment is the one on the price list, from the settings to the ledger and the revenue', async () => {
  const shop = await openShop()
  const { tenant } = shop
  const prices = { transaction_fee_sen: 1_50, transaction_fee_b2b1_sen: 3_00 }
  const package_id = await subscribed(tenant, prices)
  // As it was written before the package decided the amount.
  const stored = { b2c_sen: 1_00, b2b1_sen: 2_00, subsidy: 'none', part_sen: 0 }
  await tenant.write((trx) =>
    trx
      .insertInto('setting')
      .values({ key: 'fpx_fee', value: JSON.stringify(stored) })
      .execute(),
  )
  const listed = await withPlatform(tenant.database.pool, (trx) => offers(trx))
  expect(listed.find(({ id }) => id === package_id)).toMatchObject(prices)
  expect(await tenant.read(paymentRules)).toMatchObject({ b2c_sen: 1_50, b2b1_sen: 3_00 })

  const bill = await shop.bill(100_00)
  const attempt = await shop.start([bill.public_code])
  expect(attempt).toMatchObject({ amount_sen: 101_50, payer_fee_sen: 1_50, tenant_fee_sen: 0 })
  await shop.say(attempt, '00')
  const [payment] = await shop.paymentOf(attempt.id)
  const { ledger, revenue } = await withPlatform(tenant.database.pool, async (trx) => ({
    ledger: await trx
      .selectFrom('platform.ledger')
      .select(['gross_sen', 'payer_fee_sen', 'net_sen'])
      .where('reference', '=', payment!.number)
      .where('entity_id', '=', tenant.entity.id)
      .executeTakeFirstOrThrow(),
    revenue: await trx
      .selectFrom('platform.revenue')
      .select(['type', 'gross_sen'])
      .where('reference', '=', payment!.number)
      .where('entity_id', '=', tenant.entity.id)
      .executeTakeFirstOrThrow(),
  }))
  expect(ledger).toEqual({ gross_sen: 101_50, payer_fee_sen: 1_50, net_sen: 100_00 })
  expect(revenue).toEqual({ type: 'transaction_fee', gross_sen: 1_50 })

  const companys = await shop.bill(100_00)
  expect(await shop.start([companys.public_code], { model: 'B2B1' })).toMatchObject({ payer_fee_sen: 3_00 })
  await shop.balanced()
})
