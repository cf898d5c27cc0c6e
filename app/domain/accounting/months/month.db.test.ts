import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { applyAnswer } from '#app/domain/gateways/answers/apply-answer.ts'
import { at, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { besides } from '#tests/support/database/locks.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { closeMonth, reopenMonth } from './change-month.ts'
import { closingsOf, month, pendingPaymentsIn } from './find-months.ts'

const reason = 'Resit tertinggal, disahkan juruaudit'
let shop: Shop
let admin: Actor
let clerk: Actor
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.tenant.actor('admin')
  clerk = await shop.tenant.actor('clerk')
})

const close = (name: string, today = '2026-03-02') =>
  shop.tenant.write((trx) => closeMonth(trx, admin, name, today))
const reopen = (name: string) => shop.tenant.write((trx) => reopenMonth(trx, admin, name, reason))
/** A month that is closed while the work goes on. */
async function closed<R>(name: string, work: () => Promise<R>): Promise<R> {
  await close(name)
  try {
    return await work()
  } finally {
    await reopen(name)
  }
}

const cash = async (paid_on: string, today: string, sen = 12_000) => {
  const bill = await shop.tenant.write((trx) =>
    invoice(trx, { branch_id: shop.tenant.branch.id, issued_on: '2025-09-30' }, [{ price_sen: sen }]),
  )
  const input = { method: 'cash' as const, amount: sen, paid_on }
  const rules = { scope: scopes.all(admin), today, backdate_days: 365 }
  return shop.tenant.write((trx) => recordPayment(trx, clerk, bill.id, input, rules))
}
const cancel = (id: string, today: string) =>
  shop.tenant.write((trx) =>
    cancelPayment(trx, admin, scopes.all(admin), id, { reason, today, version: null }),
  )
const read = (name: string) => shop.tenant.read((db) => month(db, name, '2026-03-02'))

describe('closing a month', () => {
  test('keeps its sums, and by whom and when, also after it was opened again', async () => {
    await cash('2026-01-10', '2026-01-10', 10_000)
    const { payment_id } = await cash('2026-01-11', '2026-01-11', 2_500)
    await cancel(payment_id, '2026-01-12')
    expect(await read('2026-01')).toMatchObject({ status: 'open', received_sen: 12_500, closer: null })
    await close('2026-01')
    const sums = { received_sen: 12_500, reversed_sen: -2_500, fees_sen: 0, net_sen: 10_000 }
    expect(await read('2026-01')).toMatchObject({
      ...sums,
      status: 'closed',
      closer: admin.name,
      closed_at: expect.any(Date),
    })
    await expect(close('2026-01')).toRefuse('month.already_closed')
    await reopen('2026-01')
    expect(await read('2026-01')).toMatchObject({ ...sums, status: 'open', closer: null })
    await close('2026-01')
    const [now, before] = await shop.tenant.read((db) => closingsOf(db, '2026-01'))
    expect(now).toMatchObject({ closer: admin.name, reopened_at: null })
    expect(before).toMatchObject({ opener: admin.name, reopen_reason: reason, reopened_at: expect.any(Date) })
    await reopen('2026-01')
    await expect(reopen('2026-01')).toRefuse('month.not_closed')
    const audit = await shop.tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'actor_name', 'after'])
        .where('object_type', '=', 'month_closing')
        .orderBy('position')
        .execute(),
    )
    expect(audit.slice(0, 2)).toMatchObject([
      { action: 'month.closed', actor_name: admin.name, after: { month: '2026-01', ...sums } },
      { action: 'month.reopened', after: { month: '2026-01', reason } },
    ])
  })

  test('is refused before it is over, by the product and by the database', async () => {
    await expect(close('2026-03')).toRefuse('month.not_over')
    await expect(close('2027-01')).toRefuse('month.not_over')
    await expect(reopen('2025-06')).toRefuse('month.not_closed')
    const future = shop.tenant.write((trx) =>
      sql`insert into month_closing (id, month, received_sen, reversed_sen, fees_sen, net_sen, closed_by)
        values (gen_random_uuid(), date_trunc('month', now())::date, 0, 0, 0, 0, ${admin.id})`.execute(trx),
    )
    await expect(future).rejects.toMatchObject({ constraint: 'month_closing_over_check' })
  })

  test('waits for money that is being recorded, and counts it', async () => {
    const closing = await besides(
      shop.tenant,
      (held) =>
        shop.tenant.write(async (trx) => {
          const bill = await invoice(trx, { branch_id: shop.tenant.branch.id, issued_on: '2025-10-01' })
          const input = { method: 'cash' as const, amount: 12_000, paid_on: '2025-10-15' }
          const rules = { scope: scopes.all(admin), today: '2025-11-02', backdate_days: 365 }
          await recordPayment(trx, clerk, bill.id, input, rules)
          await held()
        }),
      () => close('2025-10'),
    )
    expect(closing.status).toBe('fulfilled')
    expect(await read('2025-10')).toMatchObject({ status: 'closed', received_sen: 12_000 })
    await reopen('2025-10')
  })
})

describe('into a closed month', () => {
  test('no payment at the counter is dated; the refusal names the month and the field', async () => {
    await closed('2026-01', async () => {
      const refused = cash('2026-01-31', '2026-02-03')
      await expect(refused).rejects.toMatchObject({
        code: 'month.closed',
        field: 'paid_on',
        values: { month: '2026-01' },
      })
      await cash('2026-02-01', '2026-02-03')
      const said = (locale: 'en' | 'my') =>
        i18nOf(locale).getFixedT(locale)('refusal.month.closed', { month: '2026-03' })
      expect(said('en')).toMatch(/^Mar 2026 is closed/)
      expect(said('my')).toMatch(/^Mac 2026 telah ditutup/)
    })
    await cash('2026-01-31', '2026-02-03')
  })

  test('no reversal is dated, while one of its payments is taken back on a day that is open', async () => {
    const { payment_id } = await cash('2026-01-20', '2026-01-20', 3_000)
    const before = await read('2026-01')
    await closed('2026-01', async () => {
      await expect(cancel(payment_id, '2026-01-31')).toRefuse('month.closed')
      await cancel(payment_id, '2026-02-04')
      expect(await read('2026-01')).toMatchObject({ net_sen: before.net_sen })
    })
    expect(await read('2026-01')).toMatchObject({ net_sen: before.net_sen })
  })

  test('no invoice is issued', async () => {
    const draft = await shop.tenant.write((trx) =>
      invoice(trx, { status: 'draft', due_on: '2026-02-20', branch_id: shop.tenant.branch.id }),
    )
    const issue = (today: string) =>
      shop.tenant.write((trx) =>
        issueInvoice(trx, admin, scopes.all(admin), draft.id, { version: 1, send: false, today }),
      )
    await closed('2026-01', async () => {
      await expect(issue('2026-01-31')).toRefuse('month.closed')
      await issue('2026-02-01')
    })
  })

  test('the success of a bank is booked on the day on which it is posted, and says which day the bank named', async () => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    expect(await shop.tenant.read((db) => pendingPaymentsIn(db, '2026-01'))).toBeGreaterThan(0)
    await closed('2026-01', async () => {
      const later = new Date('2026-02-02T01:00:00Z')
      const body = shop.acBody(attempt.request_fields, '00', {}, at)
      await shop.tenant.write((trx) => applyAnswer(trx, systemActor, attempt.id, shop.answer(body, later)))
      const [payment] = await shop.paymentOf(attempt.id)
      expect(payment).toMatchObject({ paid_on: '2026-02-02', bank_day: '2026-01-31', status: 'paid' })
      expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', paid_on: '2026-02-02' })
    })
    await shop.balanced()
  })

  test.each([
    ['payment', 'paid_on', 'number, public_code, method, amount_sen', "'X-1', 'x-1', 'cash', 100"],
    [
      'collection',
      'collected_on',
      'source, payment_id, method, gross_sen, net_sen',
      "'invoice', $p, 'cash', 100, 100",
    ],
  ])('the database itself lets nothing into %s.%s', async (table, column, names, values) => {
    const { payment_id } = await cash('2026-02-10', '2026-02-10')
    const write = (on: string) =>
      shop.tenant.write((trx) =>
        sql`insert into ${sql.table(table)} (id, branch_id, ${sql.ref(column)}, ${sql.raw(names)})
          values (gen_random_uuid(), ${shop.tenant.branch.id}, ${on}, ${sql.raw(values.replace('$p', `'${payment_id}'`))})`.execute(
          trx,
        ),
      )
    await closed('2026-01', async () => {
      const refused = await write('2026-01-15').catch((error: unknown) => error)
      expect(refused).toMatchObject({ constraint: 'month_closed', column, detail: '2026-01' })
      expect(asRefusal(refused)).toMatchObject({
        code: 'month.closed',
        field: column,
        values: { month: '2026-01' },
      })
    })
  })

  test('the database lets no invoice be issued, and none be moved there', async () => {
    const { id } = await shop.bill()
    const move = (issued_on: string) =>
      shop.tenant.write((trx) => trx.updateTable('invoice').set({ issued_on }).where('id', '=', id).execute())
    await closed('2026-01', async () => {
      await expect(move('2026-01-15')).rejects.toMatchObject({ constraint: 'month_closed' })
      await expect(
        shop.tenant.write((trx) => invoice(trx, { issued_on: '2026-01-31' })),
      ).rejects.toMatchObject({ constraint: 'month_closed' })
      // What is not dated into the month is nobody's concern: the invoice is paid, its due date moves.
      await shop.tenant.write((trx) =>
        trx.updateTable('invoice').set({ due_on: '2026-06-01' }).where('id', '=', id).execute(),
      )
    })
  })
})
