import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { removeCredit, spendCredit } from '#app/domain/billing/credits/use-credit.ts'
import { betweenTotalAndBalance, sumsOfInvoices } from '#app/domain/billing/invoices/invoice-sums.ts'
import { scopes, today } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { statementOf } from '#app/domain/people/families/statement.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { discount, feeCategory, feeType, type Given, student } from '#tests/support/database/factories.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { approveNote, requestWriteOff } from './change-credit-note.ts'
import { earlyOffer } from './early-discount.ts'

/** What is given back for paying early: by a note of its own, once, and only as long as that payment stands. */
let shop: Shop
let clerk: Actor
let admin: Actor
let near: RowScope
let everywhere: RowScope
beforeAll(async () => {
  shop = await openShop()
  clerk = await shop.tenant.actor('clerk')
  admin = await shop.tenant.actor('admin')
  near = scopes.branch(clerk)
  everywhere = { ...near, scope: 'all' }
})
// No rule of one test is met in the next.
beforeEach(() => write((trx) => trx.updateTable('discount').set({ status: 'inactive' }).execute()))

const write = <R>(work: Parameters<typeof shop.tenant.write<R>>[0]) => shop.tenant.write(work)

/** RM100.00 of a fee that may be lowered and RM20.00 of one that may not, due in ten days; the first is 5% cheaper early. */
async function billed(rule: Given<'discount'> = {}) {
  return write(async (trx) => {
    const child = await student(trx, { branch_id: shop.tenant.branch.id })
    const lowered = await feeType(trx, {
      fee_category_id: (await feeCategory(trx, { discountable: true })).id,
    })
    const other = await feeType(trx, {
      fee_category_id: (await feeCategory(trx, { discountable: false })).id,
    })
    await discount(trx, { type: 'early', days_early: 5, percent_bp: 500, name: 'Bayar awal', ...rule })
    const bill = await invoice(
      trx,
      {
        ...{ student_id: child.id, payer_parent_id: child.payer!.id, due_on: addDays(today, 10) },
        ...{ sub_total_sen: 12_000, tax_total_sen: 600, tax_rate_bp: 600, total_sen: 12_600 },
      },
      [
        { price_sen: 10_000, tax_sen: 600, taxable: true, fee_type_id: lowered.id },
        { price_sen: 2_000, fee_type_id: other.id },
      ],
    )
    return { id: bill.id, parent_id: child.payer!.id }
  })
}
type Bill = Awaited<ReturnType<typeof billed>>

const pay = ({ id: invoice_id, parent_id }: Bill, amount: number, paid_on = today) =>
  write((trx) =>
    recordFamilyPayment(
      trx,
      clerk,
      parent_id,
      {
        ...{ method: 'cash', amount, paid_on, lines: [{ invoice_id, amount }] },
        early_reason: 'Dibayar lebih awal',
      },
      { scope: near, today, backdate_days: 30 },
    ),
  )

const stands = async ({ id, parent_id }: Bill) => {
  const [bill, notes, credit] = await shop.tenant.read((db) =>
    Promise.all([
      db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      db.selectFrom('credit_note').selectAll().where('invoice_id', '=', id).orderBy('number').execute(),
      db
        .selectFrom('credit_entry')
        .select(sql<number>`coalesce(sum(delta_sen), 0)`.as('sen'))
        .where('parent_id', '=', parent_id)
        .executeTakeFirstOrThrow(),
    ]),
  )
  expect(await shop.tenant.read(imbalance)).toEqual({})
  return {
    status: bill.status,
    credited: bill.credited_sen,
    owed: bill.balance_sen,
    credit: credit.sen,
    notes: notes.map(({ number, status, total_sen }) => [
      /^CN-26-\d{6}$/.test(number ?? ''),
      status,
      total_sen,
    ]),
  }
}
const nothing = { status: 'paid', credited: 0, owed: 0, credit: 0, notes: [] }
const given = { status: 'paid', credited: 530, owed: 0, credit: 530, notes: [[true, 'approved', 530]] }

test('who pays all of it in time gets a credit note with its tax, which becomes credit; the invoice stays as it is', async () => {
  const bill = await billed()
  expect(await shop.tenant.read((db) => earlyOffer(db, bill.id, today))).toEqual({
    ...{ sen: 530, until: addDays(today, 5) },
  })
  await pay(bill, 12_600)
  expect(await stands(bill)).toEqual(given)
})

test('of two parts the last one counts, on the day on which it was paid', async () => {
  const bill = await billed()
  await pay(bill, 600)
  expect(await stands(bill)).toMatchObject({ notes: [], status: 'unpaid' })
  await pay(bill, 12_000)
  expect(await stands(bill)).toEqual(given)
})

test.each<[string, Given<'discount'>]>([
  ['on the last day for it', { days_early: 10 }],
  ['on the first day of the rule', { valid_from: today }],
  ['on the last day of the rule', { valid_to: today }],
])('it is given %s, and offered until then', async (_, rule) => {
  const bill = await billed(rule)
  expect(await shop.tenant.read((db) => earlyOffer(db, bill.id, today))).toMatchObject({ sen: 530 })
  await pay(bill, 12_600)
  expect(await stands(bill)).toEqual(given)
})

test.each<[string, Given<'discount'>]>([
  ['a day too late', { days_early: 11 }],
  ['by a rule that begins tomorrow', { valid_from: addDays(today, 1) }],
  ['by a rule that is off', { status: 'inactive' }],
  ['by a rule that ended yesterday', { valid_to: addDays(today, -1) }],
])('nothing is given %s, nor offered', async (_, rule) => {
  const bill = await billed(rule)
  expect(await shop.tenant.read((db) => earlyOffer(db, bill.id, today))).toBeNull()
  await pay(bill, 12_600)
  expect(await stands(bill)).toEqual(nothing)
})

test('of two rules the one that gives most', async () => {
  const bill = await billed()
  await write((trx) => discount(trx, { type: 'early', days_early: 2, percent_bp: 300, priority: 0 }))
  await pay(bill, 12_600)
  expect(await stands(bill)).toEqual(given)
})

test('it goes with its payment: the note keeps its number, the invoice is owed in full, and paying anew gives anew', async () => {
  const bill = await billed()
  const { payment_id } = await pay(bill, 12_600)
  const undo = (id: string) =>
    write((trx) =>
      cancelPayment(trx, admin, everywhere, id, { reason: 'Tunai ini tersilap', today, version: null }),
    )
  await undo(payment_id)
  const { rows } = await shop.tenant.read((db) =>
    statementOf(db, everywhere, bill.parent_id, { from: '2020-01-01', to: '2099-12-31' }),
  )
  expect(rows.find(({ movement }) => movement === 'credit_note')).toMatchObject({ paid_sen: 530 })
  expect(rows.find(({ movement }) => movement === 'note_reversed')).toMatchObject({ charged_sen: 530 })
  expect(rows.at(-1)).toMatchObject({ movement: 'closing', balance_sen: 12_600 })
  expect(await stands(bill)).toEqual({
    ...{ status: 'unpaid', credited: 0, owed: 12_600, credit: 0, notes: [[true, 'reversed', 530]] },
  })
  await pay(bill, 12_600)
  expect(await stands(bill)).toEqual({
    ...given,
    notes: [
      [true, 'reversed', 530],
      [true, 'approved', 530],
    ],
  })
})

test('the rows between total and balance add up, before and after, and are those of the list', async () => {
  const bill = await billed()
  const shown = async () => {
    const sums = (await shop.tenant.read((db) => sumsOfInvoices(db, [bill.id]))).get(bill.id)!
    const words = { t: i18nOf('en').t, locale: 'en' } as const
    const rows = betweenTotalAndBalance(sums, words).map(({ label, sen }) => [
      label.replace(/ on .*/, ''),
      sen,
    ])
    expect(rows.reduce((left, [, sen]) => left + Number(sen), sums.total_sen)).toBe(sums.balance_sen)
    return rows
  }
  expect(await shown()).toEqual([])
  await pay(bill, 12_600)
  expect(await shown()).toEqual([
    ['Early payment discount', -530],
    ['Paid', -12_600],
    ['Added to family credit', 530],
  ])
  const { total_sen, credited_sen, paid_sen, balance_sen } = await shop.tenant.read((db) =>
    db.selectFrom('invoice').selectAll().where('id', '=', bill.id).executeTakeFirstOrThrow(),
  )
  expect(total_sen - credited_sen - paid_sen).toBe(balance_sen)
})

test('one that went with its payment does not go again with the next', async () => {
  const bill = await billed()
  const undo = async ({ payment_id }: Awaited<ReturnType<typeof pay>>) =>
    write((trx) =>
      cancelPayment(trx, admin, everywhere, payment_id, {
        ...{ reason: 'Tunai ini tersilap', today, version: null },
      }),
    )
  await undo(await pay(bill, 12_600))
  await write((trx) => trx.updateTable('discount').set({ status: 'inactive' }).execute())
  await undo(await pay(bill, 12_600))
  expect(await stands(bill)).toEqual({
    ...{ status: 'unpaid', credited: 0, owed: 12_600, credit: 0, notes: [[true, 'reversed', 530]] },
  })
})

test('nothing is given of an invoice of which a debt was written off', async () => {
  const bill = await billed()
  const first = await pay(bill, 600)
  const reason = 'Keluarga tidak mampu'
  const { id } = await write(async (trx) => {
    const { version } = await trx
      .selectFrom('invoice')
      .select('version')
      .where('id', '=', bill.id)
      .executeTakeFirstOrThrow()
    return requestWriteOff(trx, clerk, near, bill.id, { reason, version })
  })
  await write((trx) => approveNote(trx, admin, everywhere, id, today))
  await write((trx) =>
    cancelPayment(trx, admin, everywhere, first.payment_id, { reason, today, version: null }),
  )
  await pay(bill, 600)
  expect(await stands(bill)).toMatchObject({
    status: 'paid',
    credit: 0,
    notes: [[false, 'approved', 12_000]],
  })
})

test('credit that was given and used keeps its payment from being undone', async () => {
  const bill = await billed()
  const { payment_id } = await pay(bill, 12_600)
  await write(async (trx) => {
    const child = await student(trx, { branch_id: shop.tenant.branch.id })
    const other = { student_id: child.id, payer_parent_id: bill.parent_id, due_on: addDays(today, 10) }
    await invoice(trx, other, [{ price_sen: 9_000 }])
    await spendCredit(trx, admin, [bill.parent_id], today)
  })
  await expect(
    write((trx) =>
      cancelPayment(trx, admin, everywhere, payment_id, {
        reason: 'Tunai ini tersilap',
        today,
        version: null,
      }),
    ),
  ).rejects.toThrow('payment.credit_used')
  expect(await stands(bill)).toMatchObject({ ...given, credit: 0 })
})

test('who has paid ahead gets it, too, and gives it back with the credit', async () => {
  const bill = await billed()
  await write(async (trx) => {
    const row = { parent_id: bill.parent_id, delta_sen: 12_600, reason: 'adjust' }
    await trx
      .insertInto('credit_entry')
      .values({ id: bill.id, ...row })
      .execute()
    await spendCredit(trx, admin, [bill.parent_id], today)
  })
  expect(await stands(bill)).toEqual(given)
  const { version } = await shop.tenant.read((db) =>
    db.selectFrom('invoice').select('version').where('id', '=', bill.id).executeTakeFirstOrThrow(),
  )
  await write((trx) => removeCredit(trx, admin, everywhere, bill.id, { version, reason: 'Guna bulan lain' }))
  expect(await stands(bill)).toEqual({
    ...{ status: 'unpaid', credited: 0, owed: 12_600, credit: 12_600, notes: [[true, 'reversed', 530]] },
  })
})
