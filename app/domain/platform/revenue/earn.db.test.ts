import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { reverseCollection } from '#app/domain/accounting/collections/change-collection.ts'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { at, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { settlePlatformInvoice } from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import { payFee } from '#app/domain/platform/registrations/registration-fee.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { entityRegistration, registrationFee } from '#tests/support/database/registration-factories.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { earnInvoice, setBankCost } from './change-revenue.ts'
import { bankCosts } from './find-revenue.ts'

const operator: Actor = { ...systemActor, type: 'operator', id: newId(), name: 'Puan Hasil' }
let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

const platform = <R>(work: (trx: Trx) => Promise<R>) => withPlatform(shop.tenant.database.pool, work)
const earned = (reference: string) =>
  platform((trx) =>
    trx
      .selectFrom('platform.revenue')
      .select(['type', 'on_day', 'model', 'gross_sen', 'bank_cost_sen', 'net_sen', 'entity_id'])
      .where('reference', '=', reference)
      .orderBy('type')
      .orderBy('gross_sen', 'desc')
      .execute(),
  )

/** A payment through FPX at an instant. */
async function paid(when = at, model: 'B2C' | 'B2B1' = 'B2C') {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code], { at: when, model })
  await shop.say(attempt, '00', {}, when)
  const [payment] = await shop.paymentOf(attempt.id)
  return payment!
}

describe('the fee of a payment through FPX', () => {
  test('is earned with its line, less what the bank takes of somebody who pays so', async () => {
    const entity_id = shop.tenant.place.id
    const [person, company] = [await paid(), await paid(at, 'B2B1')]
    expect(await earned(person.number)).toEqual([
      {
        ...{ type: 'transaction_fee', on_day: '2026-01-31', model: 'B2C', entity_id },
        ...{ gross_sen: 100, bank_cost_sen: 50, net_sen: 50 },
      },
    ])
    expect(await earned(company.number)).toMatchObject([
      { model: 'B2B1', gross_sen: 200, bank_cost_sen: 100, net_sen: 100 },
    ])
  })

  test('is given back with the payment that is taken back', async () => {
    const payment = await paid()
    await shop.tenant.write((trx) => reverseCollection(trx, payment.id, '2026-02-02'))
    expect(await earned(payment.number)).toMatchObject([
      { on_day: '2026-01-31', gross_sen: 100, bank_cost_sen: 50, net_sen: 50 },
      { on_day: '2026-02-02', gross_sen: -100, bank_cost_sen: -50, net_sen: -50 },
    ])
  })

  test('is none of what an organisation took itself', async () => {
    const bill = await shop.bill()
    const { payment_id } = await shop.cash(bill.id, 5_000)
    const payment = (await shop.payments()).find(({ id }) => id === payment_id)!
    expect(await earned(payment.number)).toEqual([])
  })

  test('is not written, changed or seen by the organisation', async () => {
    for (const text of ['select * from platform.revenue', 'delete from platform.revenue'])
      await expect(shop.tenant.write((trx) => sql.raw(text).execute(trx))).rejects.toThrow(
        'permission denied',
      )
  })
})

describe('another price of the bank', () => {
  test('counts from its day on, and only a day to come can have one', async () => {
    await platform((trx) =>
      setBankCost(trx, operator, { model: 'B2C', from_on: '2026-03-01', cost_sen: 70 }, '2026-02-20'),
    )
    const [before, after] = [
      await paid(new Date('2026-02-28T04:00:00Z')),
      await paid(new Date('2026-03-01T04:00:00Z')),
    ]
    expect(await earned(before.number)).toMatchObject([{ bank_cost_sen: 50, net_sen: 50 }])
    expect(await earned(after.number)).toMatchObject([{ bank_cost_sen: 70, net_sen: 30 }])
    // What is taken back later gives back what it cost on its own day.
    await shop.tenant.write((trx) => reverseCollection(trx, before.id, '2026-03-05'))
    expect((await earned(before.number))[1]).toMatchObject({ on_day: '2026-03-05', bank_cost_sen: -50 })
    const past = { model: 'B2C' as const, from_on: '2026-02-20', cost_sen: 60 }
    await expect(platform((trx) => setBankCost(trx, operator, past, '2026-02-20'))).rejects.toThrow(
      'revenue.cost_past',
    )
    expect((await platform(bankCosts))[0]).toMatchObject({ from_on: '2026-03-01', author: 'Puan Hasil' })
  })
})

describe('the fee of an invoice of the platform', () => {
  test('is earned once, when a renewal is paid, without its tax', async () => {
    const package_id = await subscribed(shop.tenant)
    const id = newId()
    const number = `PI-EARN-${id.slice(-6)}`
    await platform(async (trx) => {
      await trx
        .insertInto('platform.platform_invoice')
        .values({
          ...{ id, number, entity_id: shop.tenant.place.id, package_id, kind: 'renewal', years: 1 },
          ...{ issued_on: '2026-04-01', due_on: '2026-04-15', tax_rate_bp: 600 },
          ...{ sub_total_sen: 480_00, tax_sen: 28_80, total_sen: 508_80 },
        })
        .execute()
      const line = { position: 1, description: 'Setahun', quantity: 1, price_sen: 480_00, amount_sen: 480_00 }
      await trx
        .insertInto('platform.platform_invoice_line')
        .values({ invoice_id: id, ...line })
        .execute()
      const how = { on: '2026-04-02', method: 'bank_transfer' } as const
      await settlePlatformInvoice(trx, operator, id, how, '2026-04-03')
      await earnInvoice(trx, id, '2026-04-04')
    })
    expect(await earned(number)).toMatchObject([
      { type: 'yearly_fee', on_day: '2026-04-02', gross_sen: 480_00, bank_cost_sen: 0, net_sen: 480_00 },
    ])
  })

  test('of a registration waits for the organisation, since who is turned away gets it back', async () => {
    const registration = await platform((trx) => entityRegistration(trx))
    const { id, number } = await platform((trx) => registrationFee(trx, registration))
    await platform((trx) =>
      payFee(
        trx,
        operator,
        registration.id,
        { paid_on: '2026-04-02', reference: 'TT 1', version: 1 },
        '2026-04-03',
      ),
    )
    expect(await earned(number)).toEqual([])
    await platform(async (trx) => {
      await trx.deleteFrom('platform.platform_invoice_line').where('invoice_id', '=', id).execute()
      const line = { invoice_id: id, quantity: 1 }
      await trx
        .insertInto('platform.platform_invoice_line')
        .values([
          {
            ...line,
            position: 1,
            description: 'Daftar',
            price_sen: 200_00,
            amount_sen: 200_00,
            earns: 'registration_fee',
          },
          {
            ...line,
            position: 2,
            description: 'Setahun',
            price_sen: 480_00,
            amount_sen: 480_00,
            earns: 'yearly_fee',
          },
        ])
        .execute()
      await trx
        .updateTable('platform.platform_invoice')
        .set({ entity_id: shop.tenant.place.id })
        .where('id', '=', id)
        .execute()
      await earnInvoice(trx, id, '2026-04-10')
    })
    expect(await earned(number)).toMatchObject([
      { type: 'registration_fee', on_day: '2026-04-10', gross_sen: 200_00 },
      { type: 'yearly_fee', on_day: '2026-04-10', gross_sen: 480_00 },
    ])
  })
})
