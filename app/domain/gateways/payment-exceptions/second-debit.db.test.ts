import { beforeAll, describe, expect, test } from 'vitest'
import { closeMonth } from '#app/domain/accounting/months/change-month.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { receiptDocumentData } from '#app/domain/payments/payments/receipt.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { parent } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { exceptionsOf } from './test-support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const secondOf = async (attempt_id: string, of = shop) =>
  (await of.payments()).filter((row) => row.second_debit_of === attempt_id)

async function paid(of = shop) {
  const bill = await of.bill()
  const attempt = await of.start([bill.public_code])
  await of.say(attempt, '00')
  const { gateway_transaction_id: txn_id } = await of.attempt(attempt.public_code)
  return { bill, attempt, txn_id: txn_id! }
}

describe('an order that was paid is debited once more', () => {
  test('it is a payment of its own, wholly the family’s credit, in both books and on a receipt', async () => {
    const { bill, attempt } = await paid()
    const applied = await shop.say(attempt, '00', { fpx_fpxTxnId: '2601311277770001' })
    expect(applied).toMatchObject({ state: 'paid', effect: 'second', alarm: { reason: 'second_debit' } })

    const [first] = await shop.paymentOf(attempt.id)
    const [second, ...more] = await secondOf(attempt.id)
    expect(more).toEqual([])
    expect(second).toMatchObject({
      amount_sen: attempt.amount_sen,
      payer_fee_sen: 0,
      attempt_id: null,
      gateway_transaction_id: '2601311277770001',
      gateway_order_no: attempt.order_no,
      payer_parent_id: bill.payer_parent_id,
      payer_email: 'aisyah@family.test',
      paid_on: '2026-01-31',
    })
    expect(second!.number).not.toBe(first!.number)
    expect(second!.public_code).not.toBe(first!.public_code)
    const books = await shop.tenant.read(async (db) => ({
      credit: await db.selectFrom('credit_entry').selectAll().where('payment_id', '=', second!.id).execute(),
      collection: await db
        .selectFrom('collection')
        .select(['gross_sen', 'net_sen', 'payer_fee_sen'])
        .where('payment_id', '=', second!.id)
        .execute(),
      receipt: await receiptDocumentData(db, second!.id),
    }))
    const sen = attempt.amount_sen
    expect(books.credit).toMatchObject([{ delta_sen: sen, parent_id: bill.payer_parent_id }])
    expect(books.collection).toEqual([{ gross_sen: sen, net_sen: sen, payer_fee_sen: 0 }])
    expect(books.receipt).toMatchObject({ allocations: [], credit_sen: sen })
    await expect(shop.tenant).toHaveEnqueued('receipt.send', { payment_id: second!.id })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', paid_sen: 12_000 })
    expect(await shop.attempt(attempt.public_code)).toMatchObject({ review_reason: 'second_debit' })
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([
      { kind: 'second_debit', state: 'open', amount_sen: sen, payment_id: second!.id },
    ])
    await shop.balanced()
  })

  test('however often and from wherever the bank repeats both', async () => {
    const { attempt, txn_id } = await paid()
    const twice = { fpx_fpxTxnId: '2601311277770002' }
    await Promise.all(Array.from({ length: 4 }, () => shop.say(attempt, '00', twice)))
    await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })
    expect(await shop.say(attempt, '00', twice)).toMatchObject({ effect: 'repeat', alarm: null })
    expect(await secondOf(attempt.id)).toHaveLength(1)
    expect(await shop.paymentOf(attempt.id)).toHaveLength(1)
    expect(await exceptionsOf(shop, attempt.id)).toHaveLength(1)
    await shop.balanced()
  })

  test('a third is one more', async () => {
    const { attempt } = await paid()
    await shop.say(attempt, '00', { fpx_fpxTxnId: '2601311277770003' })
    await shop.say(attempt, '00', { fpx_fpxTxnId: '2601311277770004' })
    expect(await secondOf(attempt.id)).toHaveLength(2)
    expect(await exceptionsOf(shop, attempt.id)).toHaveLength(2)
    await shop.balanced()
  })

  test('in a month that is closed it is booked today, with the bank’s day beside it', async () => {
    const own = await openShop()
    const { attempt } = await paid(own)
    const admin = await own.tenant.actor('admin')
    await own.tenant.write((trx) => closeMonth(trx, admin, '2026-01', '2026-02-03'))
    const later = new Date('2026-02-03T02:00:00Z')
    await own.say(
      attempt,
      '00',
      { fpx_fpxTxnId: '2601311277770005', fpx_fpxTxnTime: '20260131121000' },
      later,
    )
    expect(await secondOf(attempt.id, own)).toMatchObject([{ paid_on: '2026-02-03', bank_day: '2026-01-31' }])
    await own.balanced()
  })

  /** Nobody's money yet: on the desk, and in no book. */
  async function waits(attempt: Awaited<ReturnType<typeof paid>>['attempt']) {
    expect(await shop.say(attempt, '00')).toMatchObject({ effect: 'second' })
    expect(await secondOf(attempt.id)).toEqual([])
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([
      { kind: 'second_debit', amount_sen: attempt.amount_sen, payment_id: null },
    ])
    await shop.balanced()
  }

  test('of a family that has left it waits for a person and is in no book', async () => {
    const { bill, attempt } = await paid()
    await shop.tenant.write((trx) =>
      trx
        .updateTable('parent')
        .set({ deleted_at: new Date() })
        .where('id', '=', bill.payer_parent_id)
        .execute(),
    )
    await waits(attempt)
  })

  test('of two families by now it waits, too: neither gets what the other may have paid', async () => {
    const { student_id, payer_parent_id, public_code } = await shop.bill()
    const own = { branch_id: shop.tenant.branch.id, student_id, payer_parent_id }
    const sibling = await shop.tenant.write((trx) => invoice(trx, own))
    const attempt = await shop.start([public_code, sibling.public_code])
    await shop.say(attempt, '00')
    await shop.tenant.write(async (trx) => {
      const { id } = await parent(trx)
      await trx.updateTable('invoice').set({ payer_parent_id: id }).where('id', '=', sibling.id).execute()
    })
    await waits(attempt)
  })
})

describe('a transaction of FPX pays once', () => {
  test('for two orders of one organisation: the second is no payment', async () => {
    const { txn_id } = await paid()
    const bill = await shop.bill()
    const other = await shop.start([bill.public_code])
    expect(await shop.say(other, '00', { fpx_fpxTxnId: txn_id })).toMatchObject({
      state: 'needs_review',
      alarm: { reason: 'id_claimed' },
    })
    expect(await shop.paymentOf(other.id)).toEqual([])
    expect(await exceptionsOf(shop, other.id)).toMatchObject([
      { kind: 'id_claimed', transaction_id: txn_id, payment_id: null },
    ])
    await shop.balanced()
  })

  test('for orders of two organisations at once: one is a payment, the other an exception', async () => {
    const neighbour = await openShop()
    const orders = await Promise.all(
      [shop, neighbour].map(async (of) => {
        const bill = await of.bill()
        return { of, attempt: await of.start([bill.public_code]) }
      }),
    )
    const applied = await Promise.all(
      orders.map(({ of, attempt }) => of.say(attempt, '00', { fpx_fpxTxnId: '2601311288880001' })),
    )
    expect(applied.map(({ state }) => state).sort()).toEqual(['needs_review', 'paid'])
    const payments = await Promise.all(orders.map(({ of, attempt }) => of.paymentOf(attempt.id)))
    expect(payments.flat()).toHaveLength(1)
    const loser = orders[applied.findIndex(({ state }) => state !== 'paid')]!
    expect(await exceptionsOf(loser.of, loser.attempt.id)).toMatchObject([{ kind: 'id_claimed' }])
    await shop.balanced()
    await neighbour.balanced()
  })

  test('the database itself refuses to give it twice', async () => {
    const { txn_id, attempt } = await paid()
    const again = withPlatform(shop.tenant.database.pool, (trx) =>
      trx
        .insertInto('platform.gateway_transaction')
        .values({
          ...{ gateway: 'fpx', environment: 'uat', transaction_id: txn_id },
          ...{ entity_id: shop.tenant.place.id, attempt_id: attempt.id },
        })
        .execute(),
    )
    await expect(again).rejects.toMatchObject({ constraint: 'gateway_transaction_pkey' })
  })
})
