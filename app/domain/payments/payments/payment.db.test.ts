import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Role } from '#app/domain/core/access/access.ts'
import { releaseAttempt } from '#app/domain/gateways/answers/give-up.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { branch, parent } from '#tests/support/database/factories.ts'
import { besides } from '#tests/support/database/locks.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { invoice, payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { newId } from '#db/id.ts'
import { cancelPayment } from './cancel-payment.ts'
import type { RecordInput } from './payment.ts'
import { recordPayment } from './record-payment.ts'

describe('recording a payment', () => {
  const today = '2026-01-31'
  const early_reason = 'Dibayar tunai sebelum invois dibuat'
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
    return tenant.write((trx) =>
      recordPayment(trx, actor, invoice_id, input, { scope, today, backdate_days }),
    )
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
      await take(one.id, { paid_on: '2026-01-01', early_reason })
    })

    test('before the invoice was issued asks why; the answer stays with the payment and in the audit log', async () => {
      const one = await bill()
      const early = { paid_on: '2026-01-30' }
      await expect(take(one.id, early)).rejects.toMatchObject({
        code: 'payment.before_issue',
        field: 'early_reason',
        values: { date: '2026-01-31' },
      })
      const { payment_id } = await take(one.id, { ...early, early_reason })
      const { payment, audit } = await tenant.read(async (db) => ({
        payment: await db
          .selectFrom('payment')
          .selectAll()
          .where('id', '=', payment_id)
          .executeTakeFirstOrThrow(),
        audit: await db
          .selectFrom('audit_log')
          .select('after')
          .where('action', '=', 'payment.received')
          .where('object_id', '=', payment_id)
          .executeTakeFirstOrThrow(),
      }))
      expect(payment).toMatchObject({ paid_on: '2026-01-30', early_reason })
      expect(audit.after).toMatchObject({ early_reason })
      // On the day of the invoice or later there is nothing to explain, and a reason that was typed is not kept.
      const other = await take((await bill()).id, { early_reason })
      const kept = await tenant.read((db) =>
        db.selectFrom('payment').select('early_reason').where('id', '=', other.payment_id).executeTakeFirst(),
      )
      expect(kept).toEqual({ early_reason: null })
    })

    test('may go back a year for who may; the number is of the year in which it is entered', async () => {
      const one = await bill()
      const { number } = await take(one.id, { paid_on: '2025-01-31', early_reason }, 'admin', 365)
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
      ['paid', 'invoice.not_payable'],
      ['cancelled', 'invoice.not_payable'],
    ])('that is %s is refused: %s', async (status, code) => {
      const given = status === 'paid' ? {} : { status }
      const one = await tenant.write((trx) => invoice(trx, { branch_id: tenant.branch.id, ...given }))
      if (status === 'paid') await take(one.id)
      await expect(take(one.id)).rejects.toMatchObject({ code })
    })
  })

  describe('while an online payment of the invoice is open', () => {
    let shop: Shop
    beforeAll(async () => {
      shop = await openShop()
    })
    const atCounter = async (invoice_id: string, given: Partial<RecordInput> = {}) => {
      const clerk = await shop.tenant.actor('clerk')
      const input: RecordInput = { method: 'cash', amount: 12_000, paid_on: today, ...given }
      const rules = { scope: scopes.branch(clerk), today, backdate_days: 30 }
      return shop.tenant.write((trx) => recordPayment(trx, clerk, invoice_id, input, rules))
    }

    test.each([
      ['held by it', null],
      ['waiting at the bank', '09'],
      ['in doubt', '88'],
    ])('%s: cash needs a tick, and what the bank still brings becomes credit', async (_name, code) => {
      const row = await shop.bill()
      const attempt = await shop.start([row.public_code])
      if (code) await shop.say(attempt, code)
      await expect(atCounter(row.id)).rejects.toMatchObject({
        code: 'payment.attempt_open',
        field: 'despite_attempt',
      })
      const { payment_id } = await atCounter(row.id, { despite_attempt: 'on' })
      expect(await shop.invoiceNow(row.id)).toMatchObject({ status: 'paid', locked_by_attempt_id: null })
      const { after } = await shop.tenant.read((db) =>
        db
          .selectFrom('audit_log')
          .select('after')
          .where('action', '=', 'payment.received')
          .where('object_id', '=', payment_id)
          .executeTakeFirstOrThrow(),
      )
      expect(after).toMatchObject({ despite: [attempt.order_no] })
      await shop.say(attempt, '00')
      const [online] = await shop.paymentOf(attempt.id)
      const credit = await shop.tenant.read((db) =>
        db.selectFrom('credit_entry').select('delta_sen').where('payment_id', '=', online!.id).execute(),
      )
      expect(credit).toEqual([{ delta_sen: 12_000 }])
      await shop.balanced()
    })

    test('one that holds the invoice no longer, and may still bring money, needs the tick, too', async () => {
      const row = await shop.bill()
      const attempt = await shop.start([row.public_code])
      const clerk = await shop.tenant.actor('clerk')
      await shop.tenant.write((trx) => releaseAttempt(trx, clerk, scopes.branch(clerk), attempt.id))
      expect(await shop.invoiceNow(row.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
      await expect(atCounter(row.id)).toRefuse('payment.attempt_open', 'despite_attempt')
      await atCounter(row.id, { despite_attempt: 'on' })
      expect(await shop.invoiceNow(row.id)).toMatchObject({ status: 'paid' })
    })

    test('one that is decided needs no tick', async () => {
      const row = await shop.bill()
      await shop.say(await shop.start([row.public_code]), '51')
      await atCounter(row.id)
      expect(await shop.invoiceNow(row.id)).toMatchObject({ status: 'paid' })
    })

    test('part of what is owed leaves the rest with it', async () => {
      const row = await shop.bill()
      const attempt = await shop.start([row.public_code])
      await atCounter(row.id, { amount: 5_000, despite_attempt: 'on' })
      expect(await shop.invoiceNow(row.id)).toMatchObject({
        status: 'pending',
        paid_sen: 5_000,
        locked_by_attempt_id: attempt.id,
      })
      await shop.say(attempt, '00')
      expect(await shop.invoiceNow(row.id)).toMatchObject({ status: 'paid', paid_sen: 12_000 })
      await shop.balanced()
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
    const part = (await bill(11_000)).id
    await expect(take(part, { ...transfer, amount: 11_000 })).rejects.toMatchObject({
      code: 'duplicate.payment_part',
      values: { number: first.number, amount: 'RM120.00' },
    })
    await take(part, { ...transfer, amount: 11_000, confirmed: 'on' })
  })

  test('a transfer whose payment was cancelled is typed again without a word', async () => {
    const transfer = { method: 'bank_transfer', reference_no: 'MBB 778/02' } as const
    const { payment_id } = await take((await bill()).id, transfer)
    const admin = await tenant.actor('admin')
    const how = { reason: 'Invois yang salah', today, version: null }
    await tenant.write((trx) => cancelPayment(trx, admin, scopes.all(admin), payment_id, how))
    const one = await bill()
    await take(one.id, transfer)
    expect(await invoiceNow(one.id)).toMatchObject({ status: 'paid' })
  })

  test('a clerk who meets another at one invoice waits, and finds it paid', async () => {
    const one = await bill()
    const clerk = await tenant.actor('clerk')
    const input = { method: 'cash', amount: 12_000, paid_on: today } as const
    const rules = { scope: scopes.branch(clerk), today, backdate_days: 30 }
    const second = await besides(
      tenant,
      (held) =>
        tenant.write(async (trx) => {
          await recordPayment(trx, clerk, one.id, input, rules)
          await held()
        }),
      () => take(one.id),
    )
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'invoice.not_payable' } })
    expect(await invoiceNow(one.id)).toMatchObject({ status: 'paid', paid_sen: 12_000 })
  })

  test('of ten clerks with the same invoice one takes the money', async () => {
    const one = await bill()
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => take(one.id)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await invoiceNow(one.id)).toMatchObject({ status: 'paid', paid_sen: 12_000 })
  })

  test('numbers have no gaps in a series of their own, and not a sen is missing', async () => {
    const numbers = await tenant.read((db) =>
      db.selectFrom('payment').select('number').orderBy('number').execute(),
    )
    expect(numbers.map(({ number }) => Number(number.slice(-6)))).toEqual(
      numbers.map((_, index) => index + 1),
    )
    // Nothing but payments was numbered here.
    const series = await tenant.read((db) =>
      db.selectFrom('number_series').select(['kind', 'last_no']).execute(),
    )
    expect(series).toEqual([{ kind: 'payment', last_no: numbers.length }])
    expect(await tenant.read(imbalance)).toEqual({})
  })
})

describe('cancelling', () => {
  const today = '2026-01-31'
  const later = '2026-02-02'
  const reason = 'Ditaip dua kali di kaunter'
  let shop: Shop
  let clerk: Actor
  let supervisor: Actor
  beforeAll(async () => {
    shop = await openShop()
    clerk = await shop.tenant.actor('clerk')
    supervisor = await shop.tenant.actor('supervisor')
  })

  const take = (invoice_id: string, amount = 12_000, actor = clerk) =>
    shop.tenant.write((trx) =>
      recordPayment(trx, actor, invoice_id, { method: 'cash', amount, paid_on: today }, rules(actor)),
    )
  const rules = (actor: Actor) => ({ scope: scopes.branch(actor), today, backdate_days: 30 })

  async function cancel(id: string, given: { actor?: Actor; version?: number | null } = {}) {
    const { actor = supervisor, version = null } = given
    return shop.tenant.write((trx) =>
      cancelPayment(trx, actor, scopes.branch(actor), id, { reason, today: later, version }),
    )
  }

  const read = (id: string) =>
    shop.tenant.read((db) =>
      db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
  const auditOf = (id: string) =>
    shop.tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'actor_name', 'before', 'after'])
        .where('object_id', '=', id)
        .orderBy('id')
        .execute(),
    )

  describe('cancelling a payment', () => {
    test('makes its invoice owed again, keeps the receipt, and takes the money out of both books', async () => {
      const bill = await shop.bill()
      const { payment_id, number } = await take(bill.id)
      await shop.balanced()
      expect(await cancel(payment_id, { version: 1 })).toBe(number)
      expect(await read(payment_id)).toMatchObject({
        number,
        status: 'cancelled',
        cancel_reason: reason,
        cancelled_by: supervisor.id,
        version: 2,
      })
      expect(await shop.invoiceNow(bill.id)).toMatchObject({
        status: 'unpaid',
        paid_sen: 0,
        balance_sen: 12_000,
        paid_on: null,
      })
      const { allocations, lines, ledger } = await shop.tenant.read(async (db) => ({
        allocations: await db
          .selectFrom('payment_allocation')
          .selectAll()
          .where('payment_id', '=', payment_id)
          .execute(),
        lines: await db
          .selectFrom('collection')
          .selectAll()
          .where('payment_id', '=', payment_id)
          .orderBy('id')
          .execute(),
        ledger: await db
          .selectFrom('platform.ledger')
          .selectAll()
          .where('reference', '=', number)
          .orderBy('id')
          .execute(),
      }))
      expect(allocations).toMatchObject([{ amount_sen: 12_000, reversed_at: expect.any(Date) }])
      // The day that was counted stays as it was; the money goes out on the day of the cancelling.
      const both = [
        { collected_on: today, gross_sen: 12_000, net_sen: 12_000, status: 'reversed' },
        { collected_on: later, gross_sen: -12_000, net_sen: -12_000, status: 'reversed' },
      ]
      expect(lines).toMatchObject(both)
      expect(ledger).toMatchObject(both)
      expect(ledger.map(({ collection_id }) => collection_id)).toEqual(lines.map(({ id }) => id))
      await shop.balanced()
      expect(await auditOf(payment_id)).toMatchObject([
        { action: 'payment.received' },
        { action: 'payment.cancelled', actor_name: supervisor.name, after: { status: 'cancelled', reason } },
      ])
      expect((await auditOf(bill.id)).at(-1)).toMatchObject({
        action: 'invoice.payment_undone',
        before: { status: 'paid' },
        after: { payment: number, amount_sen: 12_000, status: 'unpaid' },
      })
      // The invoice can be paid again, and the books go on.
      await take(bill.id)
      expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', paid_on: today })
      await shop.balanced()
    })

    test('leaves what another payment paid on the same invoice', async () => {
      const bill = await shop.bill()
      const first = await take(bill.id, 5_000)
      await take(bill.id, 7_000)
      await cancel(first.payment_id)
      expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', paid_sen: 7_000 })
      await shop.balanced()
    })

    test('is done once, however often it is asked for', async () => {
      const { payment_id } = await take((await shop.bill()).id)
      const tries = await Promise.allSettled(Array.from({ length: 5 }, () => cancel(payment_id)))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await expect(cancel(payment_id)).toRefuse('payment.already_cancelled')
      await shop.balanced()
    })

    test('and a payment of the same invoice at the same moment leave the books right', async () => {
      const bill = await shop.bill()
      const { payment_id } = await take(bill.id, 5_000)
      await Promise.allSettled([cancel(payment_id), take(bill.id, 7_000)])
      expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', paid_sen: 7_000 })
      await shop.balanced()
    })
  })

  describe('is refused', () => {
    test('to who entered it, whatever their role', async () => {
      for (const role of ['superadmin', 'admin', 'supervisor'] as const satisfies Role[]) {
        const actor = await shop.tenant.actor(role)
        const { payment_id } = await take((await shop.bill()).id, 12_000, actor)
        await expect(cancel(payment_id, { actor })).toRefuse('four_eyes.own_entry')
        expect(await read(payment_id)).toMatchObject({ status: 'paid' })
      }
    })

    test('to who is named as the receiver, though somebody else typed it', async () => {
      const given = { branch_id: shop.tenant.branch.id, received_by: supervisor.id, created_by: clerk.id }
      const asked = { reason, today: later, version: null }
      const tried = shop.tenant.write(async (trx) => {
        const { id } = await payment(trx, given)
        return cancelPayment(trx, supervisor, scopes.branch(supervisor), id, asked)
      })
      await expect(tried).toRefuse('four_eyes.own_entry')
    })

    test('for an online payment, which the bank has carried out', async () => {
      const bill = await shop.bill()
      const attempt = await shop.start([bill.public_code])
      await shop.say(attempt, '00')
      const [online] = await shop.paymentOf(attempt.id)
      await expect(cancel(online!.id)).toRefuse('payment.online_final')
      expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
    })

    test('while an online payment holds the invoice', async () => {
      const bill = await shop.bill()
      const { payment_id } = await take(bill.id, 5_000)
      await shop.start([bill.public_code])
      await expect(cancel(payment_id)).toRefuse('invoice.in_payment')
      expect(await read(payment_id)).toMatchObject({ status: 'paid' })
      await shop.balanced()
    })

    test('for another branch, and over what somebody else has changed', async () => {
      const elsewhere = await shop.tenant.write((trx) => branch(trx))
      const far = await shop.tenant.write((trx) => invoice(trx, { branch_id: elsewhere.id }))
      const admin = await shop.tenant.actor('admin')
      const { payment_id } = await shop.tenant.write((trx) =>
        recordPayment(
          trx,
          clerk,
          far.id,
          { method: 'cash', amount: 12_000, paid_on: today },
          { ...rules(clerk), scope: scopes.all(admin) },
        ),
      )
      await expect(cancel(payment_id)).toRefuse('not_found.payment')
      const { payment_id: near } = await take((await shop.bill()).id)
      await expect(cancel(near, { version: 2 })).toRefuse('version_conflict')
      await shop.balanced()
    })

    test('once its money was paid out', async () => {
      const { payment_id } = await take((await shop.bill()).id)
      const paidOut = (status: string) =>
        shop.tenant.write((trx) =>
          trx.updateTable('collection').set({ status }).where('payment_id', '=', payment_id).execute(),
        )
      await paidOut('paid_out')
      await expect(cancel(payment_id)).toRefuse('payment.paid_out')
      await paidOut('collected')
      await shop.balanced()
    })
  })

  describe('what became the family’s credit', () => {
    /** A payment of which RM20.00 was too much. */
    async function withCredit() {
      const family = await shop.tenant.write((trx) => parent(trx))
      const bill = await shop.bill()
      const { payment_id } = await take(bill.id)
      await shop.tenant.write(async (trx) => {
        await trx
          .insertInto('credit_entry')
          .values({ id: newId(), parent_id: family.id, delta_sen: 2_000, reason: 'overpayment', payment_id })
          .execute()
      })
      const balance = () =>
        shop.tenant.read(async (db) =>
          (
            await db
              .selectFrom('credit_entry')
              .select('delta_sen')
              .where('parent_id', '=', family.id)
              .execute()
          ).reduce((sum, { delta_sen }) => sum + delta_sen, 0),
        )
      return { family, payment_id, balance }
    }

    test('is taken from it again', async () => {
      const { payment_id, balance } = await withCredit()
      await cancel(payment_id)
      expect(await balance()).toBe(0)
    })

    test('cannot be taken once it was used', async () => {
      const { family, payment_id, balance } = await withCredit()
      await shop.tenant.write((trx) =>
        trx
          .insertInto('credit_entry')
          .values({ id: newId(), parent_id: family.id, delta_sen: -1, reason: 'refund' })
          .execute(),
      )
      await expect(cancel(payment_id)).toRefuse('payment.credit_used')
      expect(await balance()).toBe(1_999)
      expect(await read(payment_id)).toMatchObject({ status: 'paid' })
    })
  })
})
