import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { onlineTerms } from '#app/domain/payments/attempts/online-terms.ts'
import { paymentOption as added, type Trx } from '#tests/support/database/factories.ts'
import { freshTenant, newSellerId, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { paymentOptionForm } from './payment-option.ts'
import { activeOptions, paymentOptions } from './payment-options.ts'

let tenant: Tenant
let admin: Actor
beforeAll(async () => {
  tenant = await freshTenant({ fpx_seller_id: newSellerId() })
  admin = await tenant.actor('superadmin')
})

const write = <T>(work: (trx: Trx) => Promise<T>) =>
  tenant.write(work).catch((error) => Promise.reject(asRefusal(error) ?? error))
const typed = (given: object) => ({
  ...{ code: 'X', name: 'Pilihan', sort_order: 0, method: 'bank_transfer' },
  ...given,
})
const input = (given: object) => paymentOptionForm.parse(typed(given))
const faults = (given: object) =>
  Object.fromEntries(
    (paymentOptionForm.safeParse(typed(given)).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  )
const one = (method: string) =>
  tenant.read((db) =>
    db
      .selectFrom('payment_option')
      .selectAll()
      .where('method', '=', method)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
  )

describe('its limits', () => {
  test('are those of FPX or narrower, and of FPX alone', () => {
    const fpx = (given: object) => faults({ method: 'fpx_b2c', ...given })
    expect(fpx({ min_sen: '1.00', max_sen: '30000.00' })).toEqual({})
    expect(fpx({ min_sen: '0.99' })).toEqual({ min_sen: 'input.amount_below|{"min":"RM1.00"}' })
    expect(fpx({ max_sen: '30000.01' })).toEqual({ max_sen: 'input.amount_above|{"max":"RM30,000.00"}' })
    expect(faults({ method: 'fpx_b2b1', min_sen: '2', max_sen: '1000000' })).toEqual({})
    expect(fpx({ min_sen: '20', max_sen: '10' })).toEqual({ max_sen: 'payment_option.limits' })
    expect(faults({ method: 'cash', max_sen: '500' })).toEqual({ max_sen: 'payment_option.gateway_only' })
    expect(faults({ method: 'cash', needs_slip: true })).toEqual({
      needs_slip: 'payment_option.transfer_only',
    })
  })

  test('are what a payer online is held to, and what is off is not offered', async () => {
    const { id, version } = await one('fpx_b2c')
    await write((trx) =>
      paymentOptions.edit(
        trx,
        admin,
        { id, version },
        input({ code: 'FPX-B2C', method: 'fpx_b2c', min_sen: '10', max_sen: '500' }),
      ),
    )
    const terms = await tenant.read((db) => onlineTerms(db))
    expect(terms.limits.B2C).toEqual({ min_sen: 1_000, max_sen: 50_000 })
    expect(terms.models).toContain('B2C')
    await write((trx) => paymentOptions.setStatus(trx, admin, { id, version: version + 1 }, 'inactive'))
    expect((await tenant.read((db) => onlineTerms(db))).models).not.toContain('B2C')
    await write((trx) => paymentOptions.setStatus(trx, admin, { id, version: version + 2 }, 'active'))
  })
})

describe('what it is', () => {
  test('stays: a transfer does not become cash', async () => {
    const { id, version } = await write((trx) => added(trx))
    const change = write((trx) =>
      paymentOptions.edit(trx, admin, { id, version }, input({ code: 'LAIN', method: 'cash' })),
    )
    await expect(change).toRefuse('payment_option.method_stays', 'method')
  })

  test('there is one of each gateway, and as many transfers as there are accounts', async () => {
    const create = (given: object) => write((trx) => paymentOptions.create(trx, admin, input(given)))
    await expect(create({ code: 'LAGI', method: 'fpx_b2b1' })).toRefuse('duplicate.payment_option', 'method')
    await create({ code: 'BANK-2' })
    await create({ code: 'BANK-3' })
  })

  test('of FPX is not removed', async () => {
    const { id, version } = await one('fpx_b2b1')
    await expect(write((trx) => paymentOptions.remove(trx, admin, { id, version }))).toRefuse(
      'payment_option.gateway_stays',
    )
  })
})

test('one is always on, also when two are switched off at the same moment', async () => {
  const alone = await freshTenant()
  const owner = await alone.actor('superadmin')
  const options = await alone.read((db) => activeOptions(db).execute())
  const [first, second, ...others] = options
  for (const { id, version } of others)
    await alone.write((trx) => paymentOptions.setStatus(trx, owner, { id, version }, 'inactive'))
  const off = [first!, second!].map(({ id, version }) =>
    alone.write((trx) => paymentOptions.setStatus(trx, owner, { id, version }, 'inactive')),
  )
  const ends = await Promise.allSettled(off)
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [left] = await alone.read((db) => activeOptions(db).execute())
  for (const verb of [
    () => alone.write((trx) => paymentOptions.setStatus(trx, owner, left!, 'inactive')),
    () => alone.write((trx) => paymentOptions.remove(trx, owner, left!)),
  ])
    await expect(verb()).toRefuse('payment_option.last_active')
})
