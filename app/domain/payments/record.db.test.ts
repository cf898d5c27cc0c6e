import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#app/domain/access.ts'
import { branch } from '#tests/support/database/factories.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import type { RecordInput } from './payment-form.ts'
import { recordPayment } from './record.server.ts'

const today = '2026-01-31'
let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

const bill = (sen = 12_000) =>
  tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id }, [{ price_sen: sen }]))

async function take(
  invoice_id: string,
  given: Partial<RecordInput> = {},
  role: Role = 'clerk',
  backdate_days = 30,
) {
  const actor = await tenant.actor(role)
  const { id: user_id, branch_ids } = actor
  const scope = {
    scope: role === 'clerk' ? ('branch' as const) : ('all' as const),
    user_id,
    branch_ids,
    parent_id: null,
  }
  const input: RecordInput = { method: 'cash', amount: 12_000, paid_on: today, ...given }
  return tenant.write((trx) => recordPayment(trx, actor, invoice_id, input, { scope, today, backdate_days }))
}

const invoiceNow = (id: string) =>
  tenant.read((db) => db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

test('cash pays an invoice, with payment, both books and a receipt', async () => {
  const one = await bill()
  const { payment_id, number, credit_sen } = await take(one.id, { remark: 'Di kaunter' })
  expect(number).toMatch(/^RCP-26-\d{6}$/)
  expect(credit_sen).toBe(0)
  const clerk = await tenant.actor('clerk')
  const payment = await tenant.read((db) =>
    db.selectFrom('payment').selectAll().where('id', '=', payment_id).executeTakeFirstOrThrow(),
  )
  expect(payment).toMatchObject({
    method: 'cash',
    amount_sen: 12_000,
    payer_fee_sen: 0,
    received_by: clerk.id,
    branch_id: tenant.branch.id,
    remark: 'Di kaunter',
    attempt_id: null,
  })
  expect(await invoiceNow(one.id)).toMatchObject({ status: 'paid', paid_on: today })
  const ledger = await tenant.read((db) =>
    db.selectFrom('platform.ledger').selectAll().where('reference', '=', number).executeTakeFirstOrThrow(),
  )
  // The organisation took the money itself, so nothing of it will ever be settled or paid out.
  expect(ledger).toMatchObject({ method: 'cash', gross_sen: 12_000, net_sen: 12_000, settles_on: null })
  const code = await tenant.read((db) =>
    db
      .selectFrom('platform.public_code')
      .selectAll()
      .where('code', '=', payment.public_code)
      .executeTakeFirst(),
  )
  expect(code).toMatchObject({ kind: 'payment', entity_id: tenant.entity.id })
})

test('part of what is owed leaves the rest open', async () => {
  const one = await bill()
  await take(one.id, { amount: 5_000 })
  expect(await invoiceNow(one.id)).toMatchObject({
    status: 'unpaid',
    paid_sen: 5_000,
    balance_sen: 7_000,
    paid_on: null,
  })
  await expect(take(one.id, { amount: 7_001 })).rejects.toMatchObject({
    code: 'payment.amount_above_balance',
    field: 'amount',
  })
  await take(one.id, { amount: 7_000 })
  expect(await invoiceNow(one.id)).toMatchObject({ status: 'paid', balance_sen: 0 })
})

describe('the date', () => {
  test('is neither in the future nor too far back', async () => {
    const one = await bill()
    await expect(take(one.id, { paid_on: '2026-02-01' })).rejects.toMatchObject({
      code: 'payment.date_future',
    })
    await expect(take(one.id, { paid_on: '2025-12-31' })).rejects.toMatchObject({
      code: 'payment.date_too_old',
      field: 'paid_on',
      values: { days: 30 },
    })
    await take(one.id, { paid_on: '2026-01-01' })
  })

  test('may go back a year for who may; the number is of the year in which it is entered', async () => {
    const one = await bill()
    const { number } = await take(one.id, { paid_on: '2025-01-31' }, 'admin', 365)
    expect(number).toMatch(/^RCP-26-/)
  })
})

describe('an invoice', () => {
  test('of another branch is not found', async () => {
    const other = await tenant.write((trx) => branch(trx))
    const one = await tenant.write((trx) => invoice(trx, { branch_id: other.id }))
    await expect(take(one.id)).rejects.toMatchObject({ code: 'not_found.invoice' })
    await take(one.id, {}, 'admin')
  })

  test.each([
    ['draft', 'not_found.invoice'],
    ['pending', 'invoice.in_payment'],
    ['paid', 'invoice.not_payable'],
    ['cancelled', 'invoice.not_payable'],
  ])('that is %s is refused: %s', async (status, code) => {
    const given = status === 'paid' ? {} : { status }
    const one = await tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id, ...given }))
    if (status === 'paid') await take(one.id)
    await expect(take(one.id)).rejects.toMatchObject({ code })
  })
})

test('a transfer that was typed before is pointed out, and taken when it is confirmed', async () => {
  const transfer = { method: 'bank_transfer', reference_no: 'MBB 778/01', amount: 12_000 } as const
  const first = await take((await bill()).id, transfer)
  const again = (await bill()).id
  await expect(take(again, { ...transfer, reference_no: 'mbb 778/01' })).rejects.toMatchObject({
    code: 'duplicate.payment',
    field: 'reference_no',
    values: { number: first.number },
  })
  await take(again, { ...transfer, confirmed: 'on' })
  await take((await bill(11_000)).id, { ...transfer, amount: 11_000 })
})

test('of ten clerks with the same invoice one takes the money', async () => {
  const one = await bill()
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => take(one.id)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await invoiceNow(one.id)).toMatchObject({ status: 'paid', paid_sen: 12_000 })
})

test('numbers have no gaps, and not a sen is missing', async () => {
  const numbers = await tenant.read((db) =>
    db.selectFrom('payment').select('number').orderBy('number').execute(),
  )
  expect(numbers.map(({ number }) => Number(number.slice(-6)))).toEqual(numbers.map((_, index) => index + 1))
  expect(await tenant.read(imbalance)).toEqual({})
})
