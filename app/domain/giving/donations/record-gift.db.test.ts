import { beforeAll, describe, expect, test } from 'vitest'
import { fundBalance, returnGift } from '#app/domain/accounting/gifts/book-gift.ts'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { openDrawer } from '#app/domain/payments/drawers/change-drawer.ts'
import { drawer } from '#app/domain/payments/drawers/find-drawers.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel.ts'
import { branch } from '#tests/support/database/factories.ts'
import { infaqType, openZakat } from '#tests/support/database/giving-factories.ts'
import '#tests/support/product/matchers.ts'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import type { RecordGiftInput } from './donate-form.ts'
import { recordGift } from './record-gift.ts'
import { keysOf } from './test-support.ts'

const today = currentDay()
let shop: Shop
let clerk: Actor
beforeAll(async () => {
  shop = await openShop()
  clerk = await shop.tenant.actor('clerk')
})

const input = (type: string, given: Partial<RecordGiftInput> = {}): RecordGiftInput => ({
  ...{ type, branch_id: shop.tenant.branch.id, method: 'cash', amount: 2_000, paid_on: today },
  ...{ suggested: undefined, persons: undefined, anonymous: undefined, donor_name: 'Puan Rohana' },
  ...{ message: undefined, intention: 'on', donor_email: undefined, reference_no: undefined },
  ...{ confirmed: undefined, form_key: undefined },
  ...given,
})
const own = (): RowScope => ({
  ...{ scope: 'branch', user_id: clerk.id!, branch_ids: [shop.tenant.branch.id], parent_id: null },
})
const take = (kind: GivingKind, type: string, given: Partial<RecordGiftInput> = {}) =>
  shop.tenant.write((trx) =>
    recordGift(trx, clerk, kind, input(type, given), {
      ...{ scope: own(), today, backdate_days: 30, keys: keysOf(shop) },
    }),
  )
const newType = () => shop.tenant.write((trx) => infaqType(trx))
const balance = (id: string) => shop.tenant.read((db) => fundBalance(db, 'infaq', id))

describe('a gift at the counter', () => {
  test('has its receipt at once, and its fund has it', async () => {
    const type = await newType()
    const { number } = await take('infaq', type.id)
    expect(number).toMatch(/^INF-/)
    expect(await balance(type.id)).toBe(2_000)
    await shop.balanced()
  })

  test('is taken by a clerk for their own branch, on a day that may be', async () => {
    const type = await newType()
    const far = await shop.tenant.write((trx) => branch(trx))
    await expect(take('infaq', type.id, { branch_id: far.id })).rejects.toMatchObject({
      ...{ code: 'not_found.branch', field: 'branch_id' },
    })
    await expect(take('infaq', type.id, { paid_on: addDays(today, 1) })).toRefuse('payment.date_future')
    await expect(take('infaq', type.id, { paid_on: addDays(today, -31) })).toRefuse('payment.date_too_old')
  })

  test('lies in the drawer of who takes it, as it was given', async () => {
    const type = await newType()
    const admin = await shop.tenant.actor('admin')
    const scope = scopes.all(admin)
    const { id: branch_id } = shop.tenant.branch
    const id = await shop.tenant.write((trx) =>
      openDrawer(trx, admin, scope, { branch_id, float: 500 }, today),
    )
    await shop.tenant.write((trx) =>
      recordGift(trx, admin, 'infaq', input(type.id, { amount: 2_002 }), {
        ...{ scope, today, backdate_days: 30, keys: keysOf(shop) },
      }),
    )
    const { sums } = await shop.tenant.read((db) => drawer(db, scope, id))
    expect(sums).toContainEqual(expect.objectContaining({ method: 'cash', expected_sen: 2_502 }))
    await shop.balanced()
  })

  test('of a transfer that came before is asked about', async () => {
    const type = await newType()
    const transfer = { method: 'bank_transfer', reference_no: 'MBB 5511' } as const
    await take('infaq', type.id, transfer)
    await expect(take('infaq', type.id, transfer)).toRefuse('duplicate.payment')
    await take('infaq', type.id, { ...transfer, confirmed: 'on' })
  })

  test('is cancelled by somebody else on its day, and on no other', async () => {
    const type = await newType()
    const admin = await shop.tenant.actor('admin')
    const cancel = (id: string, on: string) =>
      shop.tenant.write((trx) =>
        cancelPayment(trx, admin, scopes.all(admin), id, {
          ...{ reason: 'Ditaip dua kali di kaunter', today: on, version: null },
        }),
      )
    const { payment_id } = await take('infaq', type.id)
    await expect(cancel(payment_id, addDays(today, 1))).toRefuse('donation.same_day')
    await cancel(payment_id, today)
    expect(await balance(type.id)).toBe(0)
    await shop.balanced()
  })

  test('that is sent back leaves its fund on no day before the one on which it came', async () => {
    const type = await newType()
    const admin = await shop.tenant.actor('admin')
    const { payment_id } = await take('infaq', type.id)
    await shop.tenant.write((trx) => returnGift(trx, admin, payment_id, { on: addDays(today, -3) }))
    const entries = await shop.tenant.read((db) =>
      db
        .selectFrom('fund_entry')
        .select(['entered_on', 'delta_sen'])
        .where('infaq_type_id', '=', type.id)
        .orderBy('delta_sen', 'desc')
        .execute(),
    )
    expect(entries).toEqual([
      { entered_on: today, delta_sen: 2_000 },
      { entered_on: today, delta_sen: -2_000 },
    ])
  })

  test('of zakat needs its intention and a letter that held on its day', async () => {
    const days = { valid_from: addDays(today, -10), valid_to: addDays(today, 10) }
    const { type } = await openZakat(shop.tenant, {}, days)
    await expect(take('zakat', type.id, { intention: undefined })).toRefuse('donation.intention')
    await expect(take('zakat', type.id, { paid_on: addDays(today, -11) })).toRefuse('donation.closed')
    await take('zakat', type.id, { paid_on: addDays(today, -10) })
    await shop.balanced()
  })
})
