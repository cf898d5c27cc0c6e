import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Role } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { newId } from '#db/id.ts'
import { branch, parent } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { invoice, payment } from '#tests/support/database/money-factories.ts'
import { cancelPayment } from './cancel.ts'
import { recordPayment } from './record-payment.ts'

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
          await db.selectFrom('credit_entry').select('delta_sen').where('parent_id', '=', family.id).execute()
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
