import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findPlatformPayments } from '#app/domain/accounting/traces/find-trace.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import { confirmRefund, resolveException } from '#app/domain/gateways/payment-exceptions/decide-exception.ts'
import { operatorDesk } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { sweepEnquiries } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import { at, minutes, newTxn, ring } from '#app/domain/payments/attempts/test-support.ts'
import { openPlatform, today } from '#app/domain/platform/subscriptions/test-support.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { cancelPlatformInvoice, payPlatformInvoice } from './change-platform-invoice.ts'
import { platformPayment } from './online-payment.ts'

beforeAll(databaseForMany)

type Platform = Awaited<ReturnType<typeof openPlatform>>
let lunas: Platform
beforeEach(async () => {
  lunas = await openPlatform()
})

const said = <R>(work: Promise<R>) => work.catch((error) => Promise.reject(asRefusal(error) ?? error))

/** The money arrives as a transfer, as an operator enters it. */
const transfer = async (id: string) => {
  const { version } = await lunas.invoiceNow(id)
  const how = { paid_on: today, reference: 'TT 4711' }
  return said(lunas.platform((trx) => payPlatformInvoice(trx, systemActor, { id, version }, how, today)))
}
const operator = (name: string, id: string) => ({ ...systemActor, type: 'operator' as const, name, id })
const circumstances = { environment: 'uat', ring, at: new Date('2026-02-01T02:00:00Z'), today: '2026-02-01' }

describe('an invoice of the platform by FPX', () => {
  test('is held while the bank decides, and paid once, with bank and FPX id', async () => {
    const bill = await lunas.order()
    const attempt = await lunas.start(bill.public_code)
    expect(attempt).toMatchObject({ amount_sen: 480_00, payer_fee_sen: 0, purpose: 'platform_invoice' })
    expect(await lunas.invoiceNow(bill.id)).toMatchObject({
      status: 'pending',
      locked_by_attempt_id: attempt.id,
    })
    const told = lunas.answer(attempt, '00')
    expect(await lunas.hear(attempt, told)).toMatchObject({ state: 'paid', effect: 'post', alarm: null })
    expect(await lunas.hear(attempt, { ...told, channel: 'indirect' })).toMatchObject({ effect: 'repeat' })

    expect(await lunas.invoiceNow(bill.id)).toMatchObject({
      ...{ status: 'paid', method: 'fpx', paid_on: today, reference: told.report.txn_id },
      ...{ bank_name: 'SBI Bank A', locked_by_attempt_id: null, locked_until: null },
    })
    expect((await lunas.subscription()).expires_on).toBe('2027-03-01')
    expect(await lunas.exceptions()).toEqual([])
    const { rows } = await lunas.platform((trx) =>
      sql<{
        action: string
      }>`select action from platform.audit_log where object_id = ${bill.id} order by position`.execute(trx),
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'platform_invoice.payment_started',
      'platform_invoice.paid',
    ])
    const revenue = await lunas.platform((trx) =>
      trx.selectFrom('platform.revenue').select('gross_sen').where('source_id', '=', bill.id).execute(),
    )
    expect(revenue).toEqual([{ gross_sen: 480_00 }])
    // Whatever it is called leads to it.
    const called = (text: string) => lunas.platform((trx) => findPlatformPayments(trx, text))
    for (const text of [attempt.order_no, told.report.txn_id!, bill.number.toLowerCase(), ` ${bill.number} `])
      expect(await called(text)).toMatchObject([{ id: bill.id, status: 'paid', method: 'fpx' }])
    for (const text of ['', '  ', '%', told.report.txn_id!.slice(1)]) expect(await called(text)).toEqual([])
  })

  test('told twenty times at once by bank and browser: one renewal', async () => {
    const bill = await lunas.order()
    const attempt = await lunas.start(bill.public_code)
    const told = lunas.answer(attempt, '00')
    const effects = await Promise.all(Array.from({ length: 20 }, () => lunas.hear(attempt, told)))
    expect(effects.filter(({ effect }) => effect === 'post')).toHaveLength(1)
    expect((await lunas.subscription()).expires_on).toBe('2027-03-01')
  })

  test('is paid by the first of FPX and transfer; the other one’s money waits on the desk', async () => {
    const bill = await lunas.order()
    const attempt = await lunas.start(bill.public_code)
    const both = await Promise.allSettled([transfer(bill.id), lunas.say(attempt, '00')])
    const paid = await lunas.invoiceNow(bill.id)
    expect(paid.status).toBe('paid')
    expect((await lunas.subscription()).expires_on).toBe('2027-03-01')
    expect(both[1]).toMatchObject({ status: 'fulfilled', value: { state: 'paid' } })
    if (paid.method === 'fpx') expect(both[0]!.status).toBe('rejected')
    else expect(await lunas.exceptions()).toMatchObject([{ kind: 'not_owed', amount_sen: 480_00 }])
  })

  test('that a transfer has paid keeps the second money apart, says so, and sends it back before four eyes', async () => {
    const bill = await lunas.order()
    const attempt = await lunas.start(bill.public_code)
    await transfer(bill.id)
    expect(await lunas.say(attempt, '00')).toMatchObject({ state: 'paid', alarm: { reason: 'not_owed' } })
    expect((await lunas.subscription()).expires_on).toBe('2027-03-01')
    const page = await lunas.platform((trx) => platformPayment(trx, attempt.public_code, at))
    expect(page).toMatchObject({ outcome: 'paid', kept: true })
    const [row] = await lunas.exceptions()
    expect(row).toMatchObject({ kind: 'not_owed', entity_id: null, state: 'open' })

    const first = operator('Puan Satu', '0198f000-0000-7000-8000-000000000001')
    const second = operator('Encik Dua', '0198f000-0000-7000-8000-000000000002')
    const resolve = (given: object) =>
      said(
        lunas.platform((trx) =>
          resolveException(
            trx,
            first,
            operatorDesk,
            row!.id,
            { version: 1, ...given } as Parameters<typeof resolveException>[4],
            circumstances,
          ),
        ),
      )
    await expect(resolve({ decision: 'booked' })).rejects.toMatchObject({
      code: 'payment_exception.not_bookable',
    })
    await resolve({ decision: 'refunded', refunded_on: '2026-02-01', reference: 'RF 1' })
    const confirm = (who: typeof first) =>
      said(lunas.platform((trx) => confirmRefund(trx, who, operatorDesk, row!.id, circumstances)))
    await expect(confirm(first)).rejects.toMatchObject({ code: 'four_eyes.own_request' })
    await confirm(second)
    expect(await lunas.exceptions()).toMatchObject([{ state: 'resolved' }])
    expect((await lunas.attemptNow(attempt.public_code)).review_reason).toBeNull()
  })

  test('debited twice is on the desk, and renews once', async () => {
    const bill = await lunas.order()
    const attempt = await lunas.start(bill.public_code)
    await lunas.say(attempt, '00')
    expect(await lunas.say(attempt, '00', { fpx_fpxTxnId: newTxn() })).toMatchObject({
      effect: 'second',
      alarm: { reason: 'second_debit' },
    })
    expect(await lunas.exceptions()).toMatchObject([{ kind: 'second_debit', entity_id: null }])
    expect((await lunas.subscription()).expires_on).toBe('2027-03-01')
  })

  test('of another sum is not believed, stays held, and is booked by a person only for exactly what it asks', async () => {
    const bill = await lunas.order()
    const attempt = await lunas.start(bill.public_code)
    await lunas.say(attempt, '00', { fpx_txnAmount: '100.00' })
    expect(await lunas.invoiceNow(bill.id)).toMatchObject({ status: 'pending' })
    const [row] = await lunas.exceptions()
    expect(row).toMatchObject({ kind: 'mismatch', amount_sen: 100_00 })
    const book = said(
      lunas.platform((trx) =>
        resolveException(
          trx,
          systemActor,
          operatorDesk,
          row!.id,
          { decision: 'booked', version: 1 } as Parameters<typeof resolveException>[4],
          circumstances,
        ),
      ),
    )
    await expect(book).rejects.toMatchObject({ code: 'payment_exception.not_owed' })

    // FPX itself says what was asked for after all.
    expect(await lunas.say(attempt, '00', { fpx_fpxTxnId: newTxn() })).toMatchObject({ effect: 'post' })
    expect((await lunas.invoiceNow(bill.id)).status).toBe('paid')
  })

  test('that is as asked but for a word is booked by a person, and renews', async () => {
    const bill = await lunas.order()
    const attempt = await lunas.start(bill.public_code)
    await lunas.say(attempt, '00', { fpx_sellerTxnTime: '20250101010101' })
    const [row] = await lunas.exceptions()
    await lunas.platform((trx) =>
      resolveException(
        trx,
        systemActor,
        operatorDesk,
        row!.id,
        { decision: 'booked', version: 1 } as Parameters<typeof resolveException>[4],
        circumstances,
      ),
    )
    expect(await lunas.invoiceNow(bill.id)).toMatchObject({ status: 'paid', method: 'fpx' })
    expect(await lunas.attemptNow(attempt.public_code)).toMatchObject({ state: 'paid' })
  })

  test('that failed is free again; money that comes late pays it, or waits where it was cancelled', async () => {
    const bill = await lunas.order()
    const attempt = await lunas.start(bill.public_code)
    await lunas.say(attempt, '51')
    expect(await lunas.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
    const again = await lunas.start(bill.public_code)
    await lunas.say(attempt, '00')
    expect(await lunas.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
    expect(await lunas.say(again, '00')).toMatchObject({ alarm: { reason: 'not_owed' } })

    const other = await lunas.order()
    const late = await lunas.start(other.public_code)
    await lunas.say(late, '51')
    const { version } = await lunas.invoiceNow(other.id)
    await lunas.platform((trx) =>
      cancelPlatformInvoice(trx, systemActor, { id: other.id, version }, 'Tidak diperlukan lagi'),
    )
    expect(await lunas.say(late, '00')).toMatchObject({ alarm: { reason: 'not_owed' } })
    expect((await lunas.invoiceNow(other.id)).status).toBe('cancelled')
  })

  test('is held by one payment at a time, and not let go meanwhile', async () => {
    const bill = await lunas.order()
    const starts = await Promise.allSettled([
      said(lunas.start(bill.public_code)),
      said(lunas.start(bill.public_code)),
    ])
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(starts.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'invoice.in_payment' },
    })
    const { version } = await lunas.invoiceNow(bill.id)
    const cancel = lunas.platform((trx) =>
      cancelPlatformInvoice(trx, systemActor, { id: bill.id, version }, 'Tidak diperlukan lagi'),
    )
    await expect(said(cancel)).rejects.toMatchObject({ code: 'action_not_allowed' })
  })

  test('waits for the approver of a company, who has days', async () => {
    const bill = await lunas.order()
    const attempt = await lunas.start(bill.public_code, { model: 'B2B1' })
    await lunas.say(attempt, '99')
    const held = await lunas.invoiceNow(bill.id)
    expect(held.locked_until).toEqual(attempt.expires_at)
    await lunas.say(attempt, '00')
    expect((await lunas.invoiceNow(bill.id)).status).toBe('paid')
  })

  test('of which nothing is heard is asked about by a job of the platform, and is free again when time is over', async () => {
    const bill = await lunas.order()
    const attempt = await lunas.start(bill.public_code)
    const planned = () =>
      lunas.platform((trx) =>
        trx
          .selectFrom('platform.outbox')
          .select(['name', 'entity_id'])
          .where(sql`payload->>'attempt_id'`, '=', attempt.id)
          .execute(),
      )
    expect(await planned()).toEqual([{ name: 'platform_payment.enquire', entity_id: null }])
    await lunas.platform((trx) =>
      trx
        .updateTable('platform.gateway_order')
        .set({ next_enquiry_at: new Date('2020-01-01T00:00:00Z') })
        .where('order_no', '=', attempt.order_no)
        .execute(),
    )
    expect(await lunas.platform((trx) => sweepEnquiries(trx))).toBeGreaterThan(0)
    expect(await planned()).toHaveLength(2)
    await lunas.platform((trx) =>
      trx
        .updateTable('platform.gateway_order')
        .set({ next_enquiry_at: sql<Date>`now() + interval '1 year'` })
        .where('order_no', '=', attempt.order_no)
        .execute(),
    )
    expect(await lunas.platform((trx) => sweepEnquiries(trx)), 'put off by a clock ahead').toBe(1)
    expect(await planned()).toHaveLength(3)

    // FPX does not answer: what it holds stays held. It says that it knows nothing: free after its hour.
    const ask = (now: Date) =>
      enquireAttempt(
        {
          gateways: {
            fpx: async () => ({ ...lunas.config, url: 'http://127.0.0.1:9' }),
            chip: { keys: { ring, place: 'platform' }, url: '' },
          },
          ...{ write: lunas.platform, now: () => now, timeoutMs: 500 },
        },
        systemActor,
        attempt.id,
        'due',
      )
    await ask(minutes(65))
    expect((await lunas.invoiceNow(bill.id)).status).toBe('pending')
    await ask(minutes(4 * 24 * 60))
    expect((await lunas.invoiceNow(bill.id)).status).toBe('unpaid')
    expect(await lunas.exceptions()).toMatchObject([{ kind: 'no_answer', entity_id: null }])
  })
})

test('the platform’s attempts have the columns of an organisation’s', async () => {
  const columns = async (schema: string) => {
    const { rows } = await lunas.platform((trx) =>
      sql<{ column: string }>`
        select a.attname || ' ' || format_type(a.atttypid, a.atttypmod) as column
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        where c.relname = 'payment_attempt' and n.nspname = ${schema} and a.attnum > 0 and not a.attisdropped
        order by 1`.execute(trx),
    )
    return rows.map(({ column }) => column)
  }
  expect(await columns('platform')).toEqual(await columns(lunas.tenant.place.schema))
})
