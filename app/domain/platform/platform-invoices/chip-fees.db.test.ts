import { beforeAll, expect, test } from 'vitest'
import { collect } from '#app/domain/accounting/collections/change-collection.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { payment } from '#tests/support/database/money-factories.ts'
import { issueChipFees } from './chip-fees.ts'
import { platformInvoices } from './find-platform-invoices.ts'
import { settlePlatformInvoice } from './issue-and-settle.ts'
import { writeIssuer } from './issuer.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const platform = <R>(work: (trx: Trx) => Promise<R>) => withPlatform(shop.tenant.database.pool, work)
const words = (locale: string) => i18nOf(locale as 'en').getFixedT(locale)
const night = (today: string) => platform((trx) => issueChipFees(trx, words, today))

/** A payment that came on a day, by whatever way. */
const came = (collected_on: string, method: 'chip' | 'cash' | 'fpx' = 'chip') =>
  shop.tenant.write(async (trx) => {
    const { id, number, branch_id } = await payment(trx, { method, paid_on: collected_on, amount_sen: 50_00 })
    await collect(trx, {
      ...{ payment_id: id, branch_id, reference: number, method, collected_on, source: 'invoice' },
      ...{ gross_sen: 50_00, payer_fee_sen: 0, tenant_fee_sen: 0, gateway_transaction_id: null },
    })
  })
const price = (chip_fee: number) =>
  platform((trx) => writeIssuer(trx, systemActor, { name: 'Lunas', rate_bp: 0, chip_fee }))
const bills = () => platform((trx) => platformInvoices(trx, shop.tenant.place.id))

test('a month of payments by CHIP is billed once, each at the price of its day, and what comes late with the next month', async () => {
  await came('2026-01-05')
  await came('2026-01-06')
  await came('2026-01-06', 'cash')
  await came('2026-02-01')
  await night('2026-01-31')
  expect(await bills()).toEqual([])
  // Two workers at once, and another night.
  await Promise.all([night('2026-02-01'), night('2026-02-01')])
  await night('2026-02-02')
  const [january] = await bills()
  expect(await bills()).toHaveLength(1)
  expect(january).toMatchObject({ kind: 'chip_fee', status: 'unpaid', total_sen: 100, due_on: '2026-02-15' })
  expect(january!.number).toMatch(/^PI-26-\d{6}$/)
  expect(january!.lines).toEqual([
    { description: expect.stringMatching(/2026$/), quantity: 2, price_sen: 50, amount_sen: 100 },
  ])

  await came('2026-01-31')
  await price(80)
  await came('2026-02-10')
  await night('2026-02-20')
  expect(await bills()).toHaveLength(1)
  await night('2026-03-02')
  const [february] = await bills()
  expect(february!.lines.map(({ quantity, price_sen }) => [quantity, price_sen])).toEqual([
    [1, 50],
    [1, 50],
    [1, 80],
  ])
  const [log] = await platform((trx) =>
    trx
      .selectFrom('platform.audit_log')
      .select(['after', 'actor_type'])
      .where('action', '=', 'platform_invoice.chip_fee_billed')
      .where('object_id', '=', february!.id)
      .execute(),
  )
  expect(log).toMatchObject({ actor_type: 'system', after: { total_sen: 180, period: '2026-02-01' } })
  const told = await platform((trx) =>
    trx
      .selectFrom('platform.outbox')
      .select(['entity_id', 'payload'])
      .where('name', '=', 'subscription.notify_fee')
      .orderBy('id')
      .execute(),
  )
  expect(told).toEqual(
    [january, february].map((bill) => ({
      entity_id: shop.tenant.place.id,
      payload: { invoice_id: bill!.id },
    })),
  )
})

test('at no price nothing is billed, later either', async () => {
  await price(0)
  await came('2026-05-05')
  await price(50)
  const before = (await bills()).length
  await night('2026-06-01')
  expect(await bills()).toHaveLength(before)
})

test('what an organisation says itself of the price does not count', async () => {
  await came('2026-06-05')
  const own = shop.tenant.write((trx) =>
    trx.updateTable('platform.ledger').set({ chip_fee_sen: 0 }).where('method', '=', 'chip').execute(),
  )
  await expect(own).rejects.toMatchObject({ code: '42501' })
})

test('paid, it earns the fee of transactions and leaves the subscription as it is', async () => {
  const [bill] = await bills()
  await platform((trx) =>
    settlePlatformInvoice(
      trx,
      systemActor,
      bill!.id,
      { on: '2026-03-10', method: 'bank_transfer', reference: 'IBG 1' },
      '2026-03-10',
    ),
  )
  const [earned, held] = await platform(async (trx) => [
    await trx
      .selectFrom('platform.revenue')
      .select(['type', 'gross_sen'])
      .where('source_id', '=', bill!.id)
      .execute(),
    await trx
      .selectFrom('platform.subscription')
      .select('id')
      .where('entity_id', '=', shop.tenant.place.id)
      .execute(),
  ])
  expect(earned).toEqual([{ type: 'transaction_fee', gross_sen: bill!.total_sen }])
  expect(held).toEqual([])
})
