import { beforeAll, describe, expect, test } from 'vitest'
import { closeMonth, reopenMonth } from '#app/domain/accounting/months/change-month.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { newTxn, openShop, ring, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { confirmRefund, rejectRefund } from './decide-exception.ts'
import { staffException } from './find-exceptions.ts'
import '#tests/support/product/matchers.ts'
import { receiptDocumentData } from '#app/domain/payments/payments/receipt.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { parent } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { desk, exceptionsOf, openDeskOnce } from './test-support.ts'

const { at, shop } = openDeskOnce()
const about = { environment: 'uat', ring, at: new Date('2026-02-01T02:00:00Z') }

describe('money that went back', () => {
  const refund = {
    decision: 'refunded' as const,
    refunded_on: '2026-02-01',
    reference: 'MBB-77120',
  }

  test('needs two people, and takes the credit from the family', async () => {
    const { bill, id } = await at.secondDebit()
    expect(await at.creditOf(bill.payer_parent_id)).toBe(12_100)
    await at.resolve(id, refund, 'admin')
    expect(await at.creditOf(bill.payer_parent_id)).toBe(12_100)
    const admin = await shop.tenant.actor('admin')
    const owner = await shop.tenant.actor('superadmin')
    const own = shop.tenant.write((trx) => confirmRefund(trx, admin, desk, id, about))
    await expect(own).rejects.toMatchObject({ code: 'four_eyes.own_request' })
    await shop.tenant.write((trx) => confirmRefund(trx, owner, desk, id, about))
    expect(await at.creditOf(bill.payer_parent_id)).toBe(0)
    const row = await shop.tenant.read((db) => staffException(db, everywhere, id))
    expect(row).toMatchObject({
      state: 'resolved',
      resolution: 'refunded',
      reference: 'MBB-77120',
      refunded_on: '2026-02-01',
      proposer: admin.name,
      resolver: owner.name,
    })
    const again = shop.tenant.write((trx) => confirmRefund(trx, owner, desk, id, about))
    await expect(again).rejects.toMatchObject({ code: 'payment_exception.decided' })
    await shop.balanced()
  })

  const confirm = async (id: string) => {
    const owner = await shop.tenant.actor('superadmin')
    return shop.tenant.write((trx) => confirmRefund(trx, owner, desk, id, about))
  }
  const close = async (month: string) => {
    const admin = await shop.tenant.actor('admin')
    await shop.tenant.write((trx) => closeMonth(trx, admin, month, '2026-03-02'))
  }
  const reopen = async (month: string) => {
    const admin = await shop.tenant.actor('admin')
    const reason = 'Resit tertinggal, disahkan juruaudit'
    await shop.tenant.write((trx) => reopenMonth(trx, admin, month, reason))
  }
  /** The lines of both books about the payment of an exception. */
  const linesOf = (payment_id: string) =>
    shop.tenant.read((db) =>
      db
        .selectFrom('collection')
        .innerJoin('platform.ledger as ledger', 'ledger.collection_id', 'collection.id')
        .select([
          'collection.collected_on',
          'collection.gross_sen',
          'collection.net_sen',
          'collection.status',
        ])
        .select(['ledger.collected_on as ledger_on', 'ledger.net_sen as ledger_sen', 'ledger.reference'])
        .select('ledger.status as ledger_status')
        .where('payment_id', '=', payment_id)
        .orderBy('collection.id')
        .execute(),
    )

  test('goes out of both books on its day, and what came in stays as it was', async () => {
    const { row, id } = await at.secondDebit()
    const before = await linesOf(row.payment_id!)
    expect(before).toHaveLength(1)
    await at.resolve(id, { ...refund, refunded_on: '2026-01-31' }, 'admin')
    expect(await linesOf(row.payment_id!)).toEqual(before)
    await confirm(id)
    const out = {
      gross_sen: -12_100,
      net_sen: -12_100,
      status: 'refunded',
      ledger_sen: -12_100,
      ledger_status: 'refunded',
    }
    const on = { collected_on: '2026-01-31', ledger_on: '2026-01-31', reference: before[0]!.reference }
    expect(await linesOf(row.payment_id!)).toEqual([...before, { ...out, ...on }])
    await shop.balanced()
  })

  test('is only the credit, where a part of the payment has paid something', async () => {
    const bill = await shop.bill()
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
    const [credited] = await exceptionsOf(shop, attempt.id)
    await at.resolve(credited!.id, refund, 'admin')
    await confirm(credited!.id)
    expect((await linesOf(credited!.payment_id!)).map(({ gross_sen }) => gross_sen)).toEqual([12_100, -5_000])
    await shop.balanced()
  })

  const bookLines = () =>
    shop.tenant.read((db) => db.selectFrom('collection').select('id').orderBy('id').execute())

  test('of what nobody had entered is in both books as it came and as it went, and pays nothing', async () => {
    const { bill, attempt, txn_id, id } = await at.mismatch()
    await at.resolve(id, refund, 'admin')
    const before = await bookLines()
    await confirm(id)
    const row = await shop.tenant.read((db) => staffException(db, everywhere, id))
    expect(row).toMatchObject({ state: 'resolved', resolution: 'refunded', payment: { amount_sen: 10_000 } })
    const lines = await linesOf(row.payment_id!)
    expect(lines).toMatchObject([
      { collected_on: '2026-01-31', gross_sen: 10_000, net_sen: 10_000, ledger_sen: 10_000 },
      { collected_on: '2026-02-01', gross_sen: -10_000, net_sen: -10_000, ledger_sen: -10_000 },
    ])
    expect(lines[1]).toMatchObject({ status: 'refunded', ledger_status: 'refunded' })
    expect(await bookLines()).toHaveLength(before.length + 2)
    const [payment] = (await shop.payments()).filter(({ second_debit_of: of }) => of === attempt.id)
    expect(payment).toMatchObject({ gateway_transaction_id: txn_id, payer_name: attempt.buyer_name })
    expect(await at.creditOf(bill.payer_parent_id)).toBe(0)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', paid_sen: 0 })
    await expect(shop.tenant).not.toHaveEnqueued('receipt.send', { payment_id: row.payment_id! })
    await shop.balanced()
  })

  test('is booked on no day after it went back, where its own is in a closed month', async () => {
    const { id } = await at.mismatch()
    await at.resolve(id, refund, 'admin')
    await close('2026-01')
    const owner = await shop.tenant.actor('superadmin')
    const later = { ...about, at: new Date('2026-02-03T02:00:00Z') }
    await shop.tenant.write((trx) => confirmRefund(trx, owner, desk, id, later))
    const { payment_id } = await shop.tenant.read((db) => staffException(db, everywhere, id))
    expect((await linesOf(payment_id!)).map(({ collected_on }) => collected_on)).toEqual([
      '2026-02-03',
      '2026-02-03',
    ])
    await reopen('2026-01')
    await shop.balanced()
  })

  test('of which no message is sure that it came to this seller goes out of no book', async () => {
    const foreign = await at.mismatch({ fpx_sellerId: 'SE00099999' })
    const before = await bookLines()
    await at.resolve(foreign.id, refund, 'admin')
    await confirm(foreign.id)
    expect(await bookLines()).toEqual(before)
  })

  test('is not dated into a month that is closed, nor confirmed once it was', async () => {
    const closed = { code: 'month.closed', values: { month: '2026-01' } }
    const [now, later] = [await at.secondDebit(), await at.secondDebit()]
    const unbooked = await at.mismatch()
    await at.resolve(later.id, { ...refund, refunded_on: '2026-01-31' }, 'admin')
    await close('2026-01')
    for (const { id } of [now, unbooked])
      await expect(at.resolve(id, { ...refund, refunded_on: '2026-01-31' })).rejects.toMatchObject({
        ...closed,
        field: 'refunded_on',
      })
    await expect(confirm(later.id)).rejects.toMatchObject(closed)
    expect(await linesOf(later.row.payment_id!)).toHaveLength(1)
    await at.resolve(now.id, refund, 'admin')
    await confirm(now.id)
    await reopen('2026-01')
    await confirm(later.id)
    await shop.balanced()
  })

  test('does not go back on a day to come', async () => {
    const { id } = await at.secondDebit()
    await expect(at.resolve(id, { ...refund, refunded_on: '2026-02-02' })).rejects.toMatchObject({
      code: 'payment_exception.future',
      field: 'refunded_on',
    })
  })

  test('does not go back before the day on which the bank moved it', async () => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    await shop.say(attempt, '00', { fpx_fpxTxnTime: '20260129120000' })
    await shop.say(attempt, '00', { fpx_fpxTxnId: newTxn(), fpx_fpxTxnTime: '20260130235959' })
    const [row] = await exceptionsOf(shop, attempt.id)
    await expect(at.resolve(row!.id, { ...refund, refunded_on: '2026-01-29' })).rejects.toMatchObject({
      code: 'payment_exception.before_money',
      field: 'refunded_on',
      values: { date: '2026-01-30' },
    })
    await at.resolve(row!.id, { ...refund, refunded_on: '2026-01-30' })
  })

  test('is refused when the family has used its credit', async () => {
    const { bill, id } = await at.secondDebit()
    await at.resolve(id, refund, 'admin')
    await shop.tenant.write((trx) =>
      trx
        .insertInto('credit_entry')
        .values({
          id: crypto.randomUUID(),
          parent_id: bill.payer_parent_id,
          delta_sen: -1,
          reason: 'refund',
        })
        .execute(),
    )
    const owner = await shop.tenant.actor('superadmin')
    const confirmed = shop.tenant.write((trx) => confirmRefund(trx, owner, desk, id, about))
    await expect(confirmed).rejects.toMatchObject({ code: 'payment.credit_used' })
    await shop.tenant.write((trx) => rejectRefund(trx, owner, desk, id))
    expect((await shop.tenant.read((db) => staffException(db, everywhere, id))).state).toBe('open')
  })

  test('the database itself wants the second person', async () => {
    const { id } = await at.secondDebit()
    await at.resolve(id, refund, 'admin')
    const admin = await shop.tenant.actor('admin')
    const forced = shop.tenant.write((trx) =>
      trx
        .updateTable('platform.payment_exception')
        .set({ state: 'resolved', resolved_by: admin.id, resolver: admin.name, resolved_at: new Date() })
        .where('id', '=', id)
        .execute(),
    )
    await expect(forced).rejects.toMatchObject({ constraint: 'payment_exception_four_eyes_check' })
  })
})

describe('second debits', () => {
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
        credit: await db
          .selectFrom('credit_entry')
          .selectAll()
          .where('payment_id', '=', second!.id)
          .execute(),
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
      expect(await secondOf(attempt.id, own)).toMatchObject([
        { paid_on: '2026-02-03', bank_day: '2026-01-31' },
      ])
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
})
