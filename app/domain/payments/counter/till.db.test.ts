import { beforeAll, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { openDrawer } from '#app/domain/payments/drawers/change-drawer.ts'
import { drawer } from '#app/domain/payments/drawers/find-drawers.ts'
import type { RecordInput } from '#app/domain/payments/payments/payment-form.ts'
import {
  recordFamilyPayment,
  recordPayment,
  takeFamilyTransfer,
} from '#app/domain/payments/payments/record-payment.ts'
import { invoice } from '#tests/support/database/money-factories.ts'

const today = '2026-01-31'
let shop: Shop
let clerk: Actor
let id: string

beforeAll(async () => {
  shop = await openShop()
  clerk = await shop.tenant.actor('clerk')
  const { id: branch_id } = shop.tenant.branch
  id = await shop.tenant.write((trx) =>
    openDrawer(trx, clerk, scopes.branch(clerk), { branch_id, float: 10_000 }, today),
  )
})

const bill = (price_sen: number) =>
  shop.tenant.write((trx) => invoice(trx, { branch_id: shop.tenant.branch.id }, [{ price_sen }]))
const rules = () => ({ scope: scopes.branch(clerk), today, backdate_days: 30, by_hand: true })

/** At the page of an invoice. */
async function pay(given: Partial<RecordInput> & { amount: number }) {
  const { id: invoice_id } = await bill(given.amount)
  const input = { method: 'cash', paid_on: today, ...given } as const
  return shop.tenant.write((trx) => recordPayment(trx, clerk, invoice_id, input, rules()))
}

const kept = (payment_id: string) =>
  shop.tenant.read((db) =>
    db
      .selectFrom('payment')
      .select(['amount_sen', 'rounding_sen', 'drawer_id'])
      .where('id', '=', payment_id)
      .executeTakeFirstOrThrow(),
  )

/** What must lie in the drawer, by method. */
async function expected() {
  const { sums } = await shop.tenant.read((db) => drawer(db, scopes.branch(clerk), id))
  return Object.fromEntries(sums.map(({ method, expected_sen }) => [method, expected_sen]))
}

test('what is taken at an invoice or a family lies in the drawer like what is taken at the counter, cash as it is rounded', async () => {
  await pay({ amount: 12_003 })
  await pay({ amount: 4_000, method: 'cheque', reference_no: 'CHQ 120' })
  const one = await bill(5_002)
  const lines = [{ invoice_id: one.id, amount: 5_002 }]
  const { payment_id } = await shop.tenant.write((trx) =>
    recordFamilyPayment(
      trx,
      clerk,
      one.payer_parent_id,
      { method: 'cash', amount: 5_002, paid_on: today, lines },
      rules(),
    ),
  )
  expect(await kept(payment_id)).toEqual({ amount_sen: 5_002, rounding_sen: -2, drawer_id: id })
  expect(await expected()).toMatchObject({ cash: 10_000 + 12_005 + 5_000, cheque: 4_000 })
  await shop.balanced()
})

test('cash of a day before is rounded, and lies in no drawer of today', async () => {
  const before = await expected()
  const { payment_id } = await pay({
    ...{ amount: 7_004, paid_on: '2026-01-30', early_reason: 'Diterima oleh cikgu' },
  })
  expect(await kept(payment_id)).toEqual({ amount_sen: 7_004, rounding_sen: 1, drawer_id: null })
  expect(await expected()).toEqual(before)
  await shop.balanced()
})

test('what somebody finds at the bank is in nobody’s hand', async () => {
  const [one, before] = [await bill(6_002), await expected()]
  const transfer = { amount: 6_002, paid_on: today, reference_no: 'IBG 77120' }
  await shop.tenant.write((trx) =>
    takeFamilyTransfer(trx, clerk, one.payer_parent_id, transfer, {}, { ...rules(), by_hand: false }),
  )
  expect(await expected()).toEqual(before)
})

test('cash that would be rounded to nothing is refused', async () => {
  await expect(pay({ amount: 2 })).rejects.toMatchObject({ code: 'input.amount_below', field: 'amount' })
})
