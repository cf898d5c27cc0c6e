import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { htmlOf } from '#app/print/render.tsx'
import { sheetOf } from '#app/print/sheets.tsx'
import { asOwner } from '#db/owner.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { sourceAt } from '#tests/support/product/source.ts'
import { cancelPayment } from './cancel-payment.ts'
import { receiptDocumentData } from './receipt.ts'

const today = '2026-01-31'
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

/** A girl's invoice of RM120.00 that her father pays. */
const billOfAisyah = () =>
  shop.tenant.write(async (trx) => {
    const payer = await parent(trx, { name: 'Azman bin Ahmad' })
    const child = await student(trx, { name: 'Nur Aisyah binti Azman' }, { payer })
    const bill = await invoice(trx, {
      student_id: child.id,
      payer_parent_id: payer.id,
      branch_id: shop.tenant.branch.id,
    })
    return { bill, payer, child }
  })

const paper = (id: string, audience?: 'public') =>
  shop.tenant.read((db) => receiptDocumentData(db, id, audience))

/** The sheet as it is printed. */
async function sheet(id: string, audience?: 'public') {
  const order = {
    id: 'none',
    kind: 'receipt' as const,
    subject_id: id,
    parameters: audience ? { audience } : {},
    locale: 'en' as const,
    created_at: new Date(),
  }
  const { title, draw } = await shop.tenant.read((db) =>
    sheetOf(db, order, sourceAt('https://sinar.lunas.test')),
  )
  return htmlOf({ title, i18n: i18nOf('en'), colour: null, page: draw(null) })
}

describe('a receipt', () => {
  test('says what was owed before and after its payment, from whom and for whom', async () => {
    const { bill, payer } = await billOfAisyah()
    const { payment_id } = await shop.cash(bill.id, 5_000)
    const { allocations, payment, credit_sen, organisation } = await paper(payment_id)
    expect(allocations).toEqual([
      {
        invoice_id: bill.id,
        number: bill.number,
        title: expect.objectContaining({ student: 'Nur Aisyah binti Azman', lines: 1 }),
        lines: [expect.objectContaining({ description: 'Yuran Januari 1', amount_sen: 12_000 })],
        amount_sen: 5_000,
        before_sen: 12_000,
        balance_sen: 7_000,
      },
    ])
    expect(payment).toMatchObject({ payer_name: 'Azman bin Ahmad', family_code: payer.family_code })
    expect(credit_sen).toBe(0)
    expect(organisation.name).toBe(shop.tenant.entity.name)
    const text = await sheet(payment_id)
    for (const words of ['RM120.00', 'RM50.00', 'RM70.00', 'Azman bin Ahmad']) expect(text).toContain(words)
    expect(text).toContain('Nur Aisyah · Yuran Januari 1')
  })

  test('never changes, whatever is changed about its payment, its invoice and the people it names', async () => {
    const { bill, payer, child } = await billOfAisyah()
    const { payment_id } = await shop.cash(bill.id, 5_000)
    const issued = await paper(payment_id)
    const printed = await sheet(payment_id)
    expect(printed).not.toContain('Cancelled')
    await shop.cash(bill.id, 7_000)
    const { tenant } = shop
    await tenant.write(async (trx) => {
      await trx.updateTable('student').set({ name: 'Aisyah Ibrahim' }).where('id', '=', child.id).execute()
      const parent = { name: 'Ibrahim', family_code: 'ZZZ9999' }
      await trx.updateTable('parent').set(parent).where('id', '=', payer.id).execute()
      await trx.updateTable('branch').set({ name: 'Bukit Baru' }).where('id', '=', tenant.branch.id).execute()
    })
    await asOwner(tenant.database.ownerUrl, (owner) =>
      owner
        .updateTable('platform.entity')
        .set({ name: 'Tadika Baharu', address_line1: '1, Jalan Baru' })
        .where('id', '=', tenant.place.id)
        .execute(),
    )
    const admin = await tenant.actor('admin')
    await tenant.write((trx) =>
      cancelPayment(trx, admin, scopes.all(admin), payment_id, {
        reason: 'Ditaip dua kali di kaunter',
        today,
        version: null,
      }),
    )
    const now = await paper(payment_id)
    expect(now).toEqual({ ...issued, payment: { ...issued.payment, status: 'cancelled' } })
    expect(await sheet(payment_id)).toBe(printed)
  })

  test('of an online payment has the part that became credit, and FPX’s transaction id', async () => {
    const { bill } = await billOfAisyah()
    const attempt = await shop.start([bill.public_code])
    await shop.tenant.write((trx) =>
      trx
        .updateTable('invoice')
        .set({ status: 'unpaid', locked_until: null, locked_by_attempt_id: null })
        .where('id', '=', bill.id)
        .execute(),
    )
    await shop.cash(bill.id, 5_000, { despite_attempt: 'on' })
    await shop.say(attempt, '00')
    const [payment] = await shop.paymentOf(attempt.id)
    const data = await paper(payment!.id)
    expect(data).toMatchObject({
      credit_sen: 5_000,
      allocations: [{ before_sen: 7_000, amount_sen: 7_000, balance_sen: 0 }],
      payment: { model: 'B2C', fpx_status: 'successful', gateway_transaction_at: expect.any(Date) },
    })
  })
})

test('each payment has one receipt, sent once, with the next number, however the money came', async () => {
  const own = await openShop()
  const [counter, online] = [await own.bill(), await own.bill()]
  await own.cash(counter.id, 5_000)
  const attempt = await own.start([online.public_code])
  await own.cash(online.id, 2_000, { despite_attempt: 'on' })
  for (const _first_and_second of [1, 2]) await own.say(attempt, '00')
  await own.cash(counter.id, 7_000)

  const payments = await own.payments()
  expect(payments.map(({ number }) => Number(number.slice(-6)))).toEqual([1, 2, 3, 4, 5])
  expect(payments.filter((row) => row.second_debit_of === attempt.id)).toHaveLength(1)
  const ids = payments.map(({ id }) => id).sort()
  const receipts = await own.tenant.read((db) => db.selectFrom('receipt').select('payment_id').execute())
  expect(receipts.map(({ payment_id }) => payment_id).sort()).toEqual(ids)
  const letters = await withPlatform(own.tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('entity_id', '=', own.tenant.place.id)
      .where('name', '=', 'receipt.send')
      .execute(),
  )
  expect(letters.map(({ payload }) => (payload as { payment_id: string }).payment_id).sort()).toEqual(ids)
})

describe('for anybody with the link, it', () => {
  test('shortens the names as the public page does, and leaves out what only the office and the family know', async () => {
    const { bill, payer } = await billOfAisyah()
    const { payment_id } = await shop.cash(bill.id, 5_000)
    const { payment, allocations } = await paper(payment_id, 'public')
    expect(payment).toMatchObject({ payer_name: 'Azman b. A***', family_code: null, remark: null })
    expect(allocations).toMatchObject([{ title: { student: 'Nur A*** bt. A***' }, amount_sen: 5_000 }])
    const text = await sheet(payment_id, 'public')
    expect(text).toContain('Nur A*** bt. A***')
    for (const hidden of ['Aisyah', 'Ahmad', payer.family_code]) expect(text).not.toContain(hidden)
    expect(await sheet(payment_id)).toContain('Nur Aisyah binti Azman')
  })
})
