import { describe, expect, test } from 'vitest'
import { closeMonth, reopenMonth } from '#app/domain/accounting/months/change-month.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { confirmRefund, rejectRefund } from '#app/domain/gateways/payment-exceptions/decide-exception.ts'
import { staffException } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { newTxn, ring } from '#app/domain/payments/attempts/test-support.ts'
import '#tests/support/product/matchers.ts'
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
