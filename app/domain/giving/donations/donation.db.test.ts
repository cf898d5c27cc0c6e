import { beforeAll, describe, expect, test } from 'vitest'
import { fundBalance, returnGift } from '#app/domain/accounting/gifts/change-gift.ts'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor, RowScope, systemActor } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { confirmRefund, resolveException } from '#app/domain/gateways/payment-exceptions/decide-exception.ts'
import { tenantDesk } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { at, minutes, openShop, ring, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { openDrawer } from '#app/domain/payments/drawers/change-drawer.ts'
import { drawer } from '#app/domain/payments/drawers/find-drawers.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { receiptDocumentData } from '#app/domain/payments/payments/receipt.ts'
import { branch } from '#tests/support/database/factories.ts'
import {
  decideLetter,
  infaqType,
  letter,
  openZakat,
  zakatType,
} from '#tests/support/database/giving-factories.ts'
import { recordGift } from './change-donation.ts'
import type { RecordGiftInput } from './donation.ts'
import { donationOfAttempt, give, keysOf } from './test-support.ts'
import '#tests/support/product/matchers.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const newInfaq = (given: Parameters<typeof infaqType>[1] = {}) =>
  shop.tenant.write((trx) => infaqType(trx, given))
const balance = (kind: GivingKind, id: string) => shop.tenant.read((db) => fundBalance(db, kind, id))
const receipt = async (attempt_id: string, audience: 'family' | 'public' = 'family') => {
  const { payment_id } = await donationOfAttempt(shop, attempt_id)
  return shop.tenant.read((db) => receiptDocumentData(db, payment_id!, audience))
}

describe('infaq', () => {
  test('by FPX is a payment of its own under a number of its own, and its fund has all of it', async () => {
    const type = await newInfaq()
    const attempt = await give(shop, 'infaq', type.id)
    expect(attempt).toMatchObject({ purpose: 'donation', amount_sen: 5_100, payer_fee_sen: 100 })
    await shop.say(attempt, '00')
    const [paid, ...others] = await shop.paymentOf(attempt.id)
    expect(others).toEqual([])
    expect(paid).toMatchObject({
      amount_sen: 5_100,
      payer_fee_sen: 100,
      payer_parent_id: null,
      status: 'paid',
    })
    expect(paid!.number).toMatch(/^INF-26-\d{6}$/)
    expect(await donationOfAttempt(shop, attempt.id)).toMatchObject({
      payment_id: paid!.id,
      amount_sen: 5_000,
    })
    expect(await balance('infaq', type.id)).toBe(5_000)
    expect((await receipt(attempt.id)).gift).toMatchObject({
      kind: 'infaq',
      type: type.name,
      donor: 'Encik Halim',
    })
    await shop.balanced()
  })

  test('whose fee the organisation bears comes to its fund whole all the same', async () => {
    const type = await newInfaq()
    const attempt = await give(shop, 'infaq', type.id, { cover_fee: undefined })
    expect(attempt).toMatchObject({ amount_sen: 5_000, payer_fee_sen: 0, tenant_fee_sen: 100 })
    await shop.say(attempt, '00')
    expect(await balance('infaq', type.id)).toBe(5_000)
    await shop.balanced()
  })

  test('of somebody who wants to be nobody names nobody, anywhere', async () => {
    const type = await newInfaq()
    const parent = await shop.tenant.actor('parent')
    const attempt = await give(
      shop,
      'infaq',
      type.id,
      { anonymous: 'on' },
      { actor: parent as typeof systemActor },
    )
    await shop.say(attempt, '00')
    expect(await donationOfAttempt(shop, attempt.id)).toMatchObject({
      ...{ donor_name: null, parent_id: null, created_by: null },
    })
    expect(attempt).toMatchObject({ buyer_name: 'Hamba Allah', user_id: null })
    const { payment, gift } = await receipt(attempt.id)
    expect([payment.payer_name, gift?.donor]).toEqual(['Hamba Allah', null])
    const named = await shop.tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select('actor_id')
        .where('action', '=', 'donation.started')
        .where('actor_id', '=', parent.id)
        .execute(),
    )
    expect(named).toEqual([])
  })

  test.each([
    ['RM0.99', { amount: 99 }, 'payment.b2c_min'],
    ['RM30,000.01', { amount: 3_000_001 }, 'payment.b2c_max'],
    ['RM30,000.00 and its fee', { amount: 3_000_000 }, 'payment.b2c_max'],
    ['nothing', { amount: undefined }, 'donation.amount'],
  ] as const)('of %s is refused at its field', async (_, given, code) => {
    const type = await newInfaq()
    await expect(give(shop, 'infaq', type.id, given)).rejects.toMatchObject({ code, field: 'amount' })
  })

  test.each([
    ['RM1.00', { amount: 100 }],
    ['RM30,000.00, the fee borne by the organisation', { amount: 3_000_000, cover_fee: undefined }],
    ['what is suggested', { amount: undefined, suggested: 3_000 }],
  ])('of %s is taken', async (_, given) => {
    const type = await newInfaq()
    await give(shop, 'infaq', type.id, given)
  })

  test.each([
    ['inactive', { status: 'inactive' }],
    ['not open yet', { opens_on: '2026-02-01' }],
    ['over', { closes_on: '2026-01-30' }],
    ['removed', { deleted_at: new Date() }],
  ])('for what is %s is refused', async (_, given) => {
    const type = await newInfaq(given)
    await expect(give(shop, 'infaq', type.id)).toRefuse('donation.closed')
  })

  test.each([{ opens_on: '2026-01-31' }, { closes_on: '2026-01-31' }])(
    'for what %j is taken on that day',
    async (given) => {
      const type = await newInfaq(given)
      await give(shop, 'infaq', type.id)
    },
  )

  test('says that it may be deducted only with an approval that is valid on its day, a name and a number', async () => {
    const approval = (tax_from: string, tax_to: string) => ({
      tax_approval_no: 'LHDN.01/35/1',
      tax_from,
      tax_to,
    })
    const taxOf = async (type: object, given: Parameters<typeof give>[3] = {}) => {
      const attempt = await give(shop, 'infaq', (await newInfaq(type)).id, given)
      await shop.say(attempt, '00')
      return (await receipt(attempt.id)).gift?.tax ?? null
    }
    const held = approval('2026-01-01', '2026-01-31')
    const numbered = { identity_no: '900101145678' }
    expect(await taxOf(held, numbered)).toMatchObject({ approval_no: 'LHDN.01/35/1' })
    expect(await taxOf(held)).toBeNull()
    expect(await taxOf(approval('2026-02-01', '2026-12-31'))).toBeNull()
    expect(await taxOf(approval('2025-01-01', '2026-01-30'))).toBeNull()
    expect(await taxOf({})).toBeNull()
    expect(await taxOf(held, { anonymous: 'on' })).toBeNull()
  })
})

describe('zakat', () => {
  test('is not taken without an authority, its letter, its days and the operator', async () => {
    const { write } = shop.tenant
    const type = await write((trx) => zakatType(trx))
    const refused = () => expect(give(shop, 'zakat', type.id)).toRefuse('donation.closed')
    await refused()
    const handed = await write((trx) => letter(trx, { zakat_type_id: type.id }))
    await refused()
    const refusal = { status: 'refused', decision_reason: 'Nombor tidak wujud' }
    await decideLetter(shop.tenant, handed.id, refusal)
    await refused()
    const past = { zakat_type_id: type.id, valid_from: '2025-01-01', valid_to: '2026-01-30' }
    await decideLetter(shop.tenant, (await write((trx) => letter(trx, past))).id)
    await refused()
    const future = { zakat_type_id: type.id, valid_from: '2026-02-01' }
    await decideLetter(shop.tenant, (await write((trx) => letter(trx, future))).id)
    await refused()
    await decideLetter(shop.tenant, (await write((trx) => letter(trx, { zakat_type_id: type.id }))).id)
    await give(shop, 'zakat', type.id)
  })

  test('is not what its giver has not said', async () => {
    const { type } = await openZakat(shop.tenant)
    const asked = give(shop, 'zakat', type.id, { intention: undefined })
    await expect(asked).rejects.toMatchObject({ code: 'donation.intention', field: 'intention' })
  })

  test('fitrah is the rate for each person, and its receipt names the authority', async () => {
    const { type } = await openZakat(shop.tenant, { rate_sen: 700 })
    await expect(give(shop, 'zakat', type.id)).rejects.toMatchObject({
      code: 'input.required',
      field: 'persons',
    })
    const attempt = await give(shop, 'zakat', type.id, { persons: 6, amount: 1 })
    expect(attempt.amount_sen).toBe(4_300)
    await shop.say(attempt, '00')
    const { gift, payment } = await receipt(attempt.id)
    expect(payment.number).toMatch(/^ZKT-26-/)
    expect(gift).toMatchObject({
      ...{ persons: 6, rate_sen: 700, tax: null },
      authority: { authority: 'Lembaga Zakat Selangor', appointment_no: 'LZS/2026/17' },
    })
    expect(await balance('zakat', type.id)).toBe(4_200)
    await shop.balanced()
  })

  test('that was begun before its letter ended and comes after is kept, and marked', async () => {
    const { type } = await openZakat(shop.tenant, {}, { valid_to: '2026-01-31' })
    const attempt = await give(shop, 'zakat', type.id)
    const late = minutes(24 * 60)
    await expect(give(shop, 'zakat', type.id, {}, { when: late })).toRefuse('donation.closed')
    await shop.say(attempt, '00', { fpx_fpxTxnTime: '20260201120000' }, late)
    expect(await donationOfAttempt(shop, attempt.id)).toMatchObject({ after_close: true })
    expect(await balance('zakat', type.id)).toBe(5_000)
    await shop.balanced()
  })

  test('opens by no word of the organisation’s own: its role cannot confirm a letter', async () => {
    const handed = await shop.tenant.write((trx) => letter(trx))
    for (const status of ['confirmed', 'refused'])
      await expect(
        shop.tenant.write((trx) =>
          trx.updateTable('platform.zakat_appointment').set({ status }).where('id', '=', handed.id).execute(),
        ),
      ).rejects.toThrow(/row-level security|violates check/)
    await expect(
      shop.tenant.write((trx) => letter(trx, { status: 'confirmed', decided_at: new Date() })),
    ).rejects.toThrow('row-level security')
  })
})

describe('what FPX says of a gift', () => {
  test('twice is one gift; failed after that changes nothing', async () => {
    const type = await newInfaq()
    const attempt = await give(shop, 'infaq', type.id)
    const txn = { fpx_fpxTxnId: '2601311200009001' }
    await shop.say(attempt, '00', txn)
    await shop.say(attempt, '00', txn)
    await shop.say(attempt, '51', txn)
    expect(await shop.paymentOf(attempt.id)).toHaveLength(1)
    expect(await balance('infaq', type.id)).toBe(5_000)
    await shop.balanced()
  })

  test('lost and late is a gift all the same', async () => {
    const type = await newInfaq()
    const attempt = await give(shop, 'infaq', type.id)
    await shop.say(attempt, '51')
    expect(await balance('infaq', type.id)).toBe(0)
    await shop.say(attempt, '00', {}, minutes(120))
    expect(await balance('infaq', type.id)).toBe(5_000)
    expect((await donationOfAttempt(shop, attempt.id)).payment_id).not.toBeNull()
    await shop.balanced()
  })

  test('of a second debit waits on the desk, and is booked as a further gift', async () => {
    const { type, row, admin } = await debitedTwice()
    expect(row).toMatchObject({ kind: 'second_debit', payment_id: null })
    await decide(admin, row.id, { decision: 'booked', version: row.version })
    expect(await balance('infaq', type.id)).toBe(10_100)
    await shop.balanced()
  })

  test('of a second debit that went back leaves both books as they were, by four eyes', async () => {
    const { type, row, admin } = await debitedTwice()
    const gone = { refunded_on: '2026-01-31', reference: 'IBG 4711' }
    await decide(admin, row.id, { decision: 'refunded', version: row.version, ...gone })
    const owner = await shop.tenant.actor('superadmin')
    await shop.tenant.write((trx) =>
      confirmRefund(trx, owner, tenantDesk(scopes.all(owner)), row.id, { environment: 'uat', ring, at }),
    )
    expect(await balance('infaq', type.id)).toBe(5_000)
    await shop.balanced()
  })

  test('of another amount waits on the desk, and is booked as it came', async () => {
    const type = await newInfaq()
    const attempt = await give(shop, 'infaq', type.id)
    await shop.say(attempt, '00', { fpx_txnAmount: '41.00' })
    const [row] = await raisedBy(attempt.id)
    expect(row).toMatchObject({ kind: 'mismatch', amount_sen: 4_100 })
    const admin = await shop.tenant.actor('admin')
    await decide(admin, row!.id, { decision: 'booked', version: row!.version })
    expect(await donationOfAttempt(shop, attempt.id)).toMatchObject({ amount_sen: 4_000 })
    expect(await balance('infaq', type.id)).toBe(4_000)
    await shop.balanced()
  })

  async function debitedTwice() {
    const type = await newInfaq()
    const attempt = await give(shop, 'infaq', type.id)
    await shop.say(attempt, '00')
    await shop.say(attempt, '00')
    const [row] = await raisedBy(attempt.id)
    return { type, row: row!, admin: await shop.tenant.actor('admin') }
  }

  const raisedBy = (attempt_id: string) =>
    shop.tenant.read((db) =>
      db.selectFrom('platform.payment_exception').selectAll().where('attempt_id', '=', attempt_id).execute(),
    )

  const decide = (actor: Actor, id: string, input: Parameters<typeof resolveException>[4]) =>
    shop.tenant.write((trx) =>
      resolveException(trx, actor, tenantDesk(scopes.all(actor)), id, input, {
        ...{ environment: 'uat', ring, at, today: '2026-01-31' },
      }),
    )
})

describe('recorded by a clerk', () => {
  const today = currentDay()
  let clerk: Actor
  beforeAll(async () => {
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
})

describe('its limits', () => {
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
})
