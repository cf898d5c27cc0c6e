import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { reverseCredit } from '#app/domain/accounting/credits/change-credit.ts'
import { creditList, creditOnInvoice } from '#app/domain/accounting/credits/find-credits.ts'
import { cancelInvoice, createDraft, issueInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { line, scopes, today } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { statementOf } from '#app/domain/people/families/statement.ts'
import { familyBalance } from '#app/domain/people/parents/find-parents.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { branch, parent, student } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { besides } from '#tests/support/database/locks.ts'
import { imbalance } from '#tests/support/database/money.ts'
import {
  credit,
  creditBalance,
  creditRefund,
  invoice,
  payment,
} from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { removeCredit, spendCredit, spendCreditOn } from './use-credit.ts'
import '#tests/support/product/matchers.ts'

beforeAll(databaseForMany)

const reason = 'Tersilap hari itu'
let shop: Shop
let clerk: Actor
let supervisor: Actor
beforeAll(async () => {
  shop = await openShop()
  clerk = await shop.tenant.actor('clerk')
  supervisor = await shop.tenant.actor('supervisor')
})

/** A family that has paid an invoice of RM10.00 with `sen` more than that. */
async function rich(sen: number) {
  const child = await shop.tenant.write((trx) => student(trx, { branch_id: shop.tenant.branch.id }))
  const family = { student_id: child.id, payer_parent_id: child.payer!.id }
  const bill = (given: Parameters<typeof invoice>[1] = {}, price_sen = 1_000) =>
    shop.tenant.write((trx) => invoice(trx, { ...family, ...given }, [{ price_sen }]))
  const pay = (amount: number, invoice_id: string, share: number) =>
    shop.tenant.write((trx) =>
      recordFamilyPayment(
        trx,
        clerk,
        family.payer_parent_id,
        {
          ...{ method: 'cash', amount, paid_on: today, keep_rest: 'on' },
          lines: [{ invoice_id, amount: share }],
        },
        { scope: scopes.branch(clerk), today, backdate_days: 30 },
      ),
    )
  const first = await bill()
  const payment = await pay(1_000 + sen, first.id, 1_000)
  const balance = () => shop.tenant.read((db) => creditBalance(db, family.payer_parent_id))
  const read = (id: string) =>
    shop.tenant.read((db) =>
      db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
  /** What the statement ends with is what is owed less what is kept, and so are its rows. */
  const stated = async () => {
    const all = scopes.all(supervisor)
    const parent_id = family.payer_parent_id
    const owing = await shop.tenant.read((db) => familyBalance(db, all, parent_id))
    const span = { from: '2020-01-01', to: '2099-12-31' }
    const { opening_sen, closing_sen, rows } = await shop.tenant.read((db) =>
      statementOf(db, all, parent_id, span),
    )
    const moved = rows.reduce(
      (sum, { charged_sen, paid_sen }) => sum + (charged_sen ?? 0) - (paid_sen ?? 0),
      0,
    )
    expect(opening_sen).toBe(0)
    expect(moved).toBe(closing_sen)
    expect(closing_sen).toBe(owing.owed_sen - owing.credit_sen)
    return rows
  }
  const spend = () => shop.tenant.write((trx) => spendCredit(trx, clerk, [family.payer_parent_id], today))
  return { ...family, bill, pay, payment, balance, read, spend, stated }
}

describe('credit that is applied automatically', () => {
  test('pays invoices in the order of their due days, as far as it goes', async () => {
    const { bill, balance, read, spend } = await rich(1_500)
    const later = await bill({ due_on: '2026-03-07' })
    const sooner = await bill({ due_on: '2026-02-07' })
    await spend()
    expect(await read(sooner.id)).toMatchObject({ status: 'paid', paid_sen: 1_000, paid_on: today })
    expect(await read(later.id)).toMatchObject({ status: 'unpaid', paid_sen: 500, paid_on: null })
    expect(await balance()).toBe(0)
    await spend()
    expect(await read(later.id)).toMatchObject({ paid_sen: 500 })
    await shop.balanced()
  })

  test('does not touch invoices in payment, drafts, cancelled ones, and those of other families', async () => {
    const { bill, balance, spend, payer_parent_id } = await rich(5_000)
    await bill({ status: 'pending' })
    await bill({ status: 'draft' })
    await bill({ status: 'cancelled' })
    const other = await rich(1)
    await other.bill()
    expect(await spend()).toEqual([])
    expect(await balance()).toBe(5_000)
    expect(payer_parent_id).not.toBe(other.payer_parent_id)
  })

  test('is applied whenever an invoice is issued', async () => {
    const { student_id, balance, read } = await rich(5_000)
    const id = await shop.tenant.write(async (trx) => {
      const scope = scopes.branch(clerk)
      const input = { due_on: '2026-02-28', items: [line()] }
      const draft = await createDraft(trx, clerk, scope, student_id, input, today)
      await issueInvoice(trx, clerk, scope, draft, { version: 1, send: false, today })
      return draft
    })
    expect(await read(id)).toMatchObject({ status: 'unpaid', total_sen: 12_000, paid_sen: 5_000 })
    expect(await balance()).toBe(0)
    const told = await shop.tenant.read((db) => creditOnInvoice(db, id))
    expect(told).toMatchObject([{ delta_sen: -5_000, reason: 'applied' }])
    await shop.balanced()
  })

  test('is used once, however many request it at once', async () => {
    const { bill, balance, spend, read } = await rich(700)
    const bills = [await bill(), await bill(), await bill()]
    await Promise.all(Array.from({ length: 20 }, spend))
    expect(await balance()).toBe(0)
    const rows = await Promise.all(bills.map(({ id }) => read(id)))
    expect(rows.reduce((sum, { paid_sen }) => sum + paid_sen, 0)).toBe(700)
    await shop.balanced()
  })
})

describe('credit that is applied manually', () => {
  const on = (family: Awaited<ReturnType<typeof rich>>, invoice_id: string, amount_sen: number) =>
    shop.tenant.write((trx) =>
      spendCreditOn(
        trx,
        clerk,
        scopes.branch(clerk),
        { parent_id: family.payer_parent_id, invoice_id, amount_sen },
        today,
      ),
    )

  test('pays part of one invoice, no more than the credit and the balance', async () => {
    const family = await rich(600)
    const { id, number } = await family.bill()
    await expect(on(family, id, 601)).toRefuse('family_credit.too_little', 'amount')
    await expect(on(family, id, 1_001)).toRefuse('payment.amount_above_balance', 'amount')
    expect(await on(family, id, 250)).toEqual({ number })
    expect(await family.read(id)).toMatchObject({ paid_sen: 250, status: 'unpaid' })
    expect(await family.balance()).toBe(350)
    await shop.balanced()
  })

  test('finds neither invoices of other families nor of other branches, nor closed ones', async () => {
    const family = await rich(600)
    const other = await rich(1)
    await expect(on(family, (await other.bill()).id, 1)).toRefuse('not_found.invoice', 'invoice_id')
    const far = await shop.tenant.write((trx) => branch(trx))
    const there = await family.bill({ branch_id: far.id })
    await expect(on(family, there.id, 1)).toRefuse('not_found.invoice', 'invoice_id')
    const busy = await family.bill({ status: 'pending' })
    await expect(on(family, busy.id, 1)).toRefuse('invoice.in_payment', 'invoice_id')
    const gone = await family.bill({ status: 'cancelled' })
    await expect(on(family, gone.id, 1)).toRefuse('invoice.not_payable', 'invoice_id')
  })

  test('is removed again, and the invoice is unpaid again', async () => {
    const family = await rich(1_000)
    const { id } = await family.bill()
    await on(family, id, 1_000)
    const { version } = await family.read(id)
    const off = (given = version) =>
      shop.tenant.write((trx) =>
        removeCredit(trx, supervisor, scopes.branch(supervisor), id, { version: given, reason }),
      )
    await expect(off(version - 1)).toRefuse('version_conflict')
    expect(await off()).toMatchObject({ sen: 1_000 })
    expect(await family.read(id)).toMatchObject({ paid_sen: 0, status: 'unpaid', paid_on: null })
    expect(await family.balance()).toBe(1_000)
    await expect(off(version + 1)).toRefuse('family_credit.none_used')
    await shop.balanced()
  })
})

describe('credit from a cancelled invoice', () => {
  test('is everything that was paid on it, in whatever way', async () => {
    const family = await rich(300)
    const bill = await family.bill()
    await family.spend()
    await family.pay(200, bill.id, 200)
    const { version } = await family.read(bill.id)
    await shop.tenant.write((trx) =>
      cancelInvoice(trx, supervisor, scopes.branch(supervisor), bill.id, version, reason),
    )
    expect(await family.read(bill.id)).toMatchObject({ status: 'cancelled', paid_sen: 0 })
    expect(await family.balance()).toBe(500)
    await shop.balanced()
  })

  test('is removed again when the payment of the cancelled invoice is cancelled', async () => {
    const family = await rich(1)
    const bill = await family.bill()
    const { payment_id } = await family.pay(200, bill.id, 200)
    const { version } = await family.read(bill.id)
    await shop.tenant.write((trx) =>
      cancelInvoice(trx, supervisor, scopes.branch(supervisor), bill.id, version, reason),
    )
    expect(await family.balance()).toBe(201)
    const undo = () =>
      shop.tenant.write((trx) =>
        cancelPayment(trx, supervisor, scopes.branch(supervisor), payment_id, {
          ...{ reason, today, version: null },
        }),
      )
    const next = await family.bill()
    await family.spend()
    await expect(undo()).toRefuse('payment.credit_used')
    const { version: now } = await family.read(next.id)
    await shop.tenant.write((trx) =>
      removeCredit(trx, supervisor, scopes.branch(supervisor), next.id, { version: now, reason }),
    )
    await undo()
    expect(await family.balance()).toBe(1)
    await shop.balanced()
  })
})

test('the database refuses a negative balance', async () => {
  const { id } = await shop.tenant.write((trx) => parent(trx))
  await shop.tenant.write((trx) => credit(trx, { parent_id: id, delta_sen: 5 }))
  const take = (sen: number) =>
    shop.tenant.write((trx) => credit(trx, { parent_id: id, delta_sen: -sen, reason: 'adjust' }))
  await expect(take(6)).rejects.toMatchObject({ constraint: 'credit_entry_overdrawn' })
  const taken = await Promise.allSettled(Array.from({ length: 8 }, () => take(1)))
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

test('the ledger has the balance after each entry, also filtered to a day', async () => {
  const { payer_parent_id, bill, spend } = await rich(900)
  await bill({}, 400)
  await spend()
  const { rows } = await listed(shop.tenant, creditList, { from: today })
  const own = rows.filter(({ parent_id }) => parent_id === payer_parent_id)
  expect(own.map(({ delta_sen, balance_sen }) => [delta_sen, balance_sen])).toEqual([
    [-400, 500],
    [900, 900],
  ])
})

test('whatever happens in whatever order, no sen is lost and none is made', async () => {
  const acts = fc.array(
    fc.tuple(
      fc.constantFrom('bill', 'pay', 'spend', 'off', 'cancel', 'undo'),
      fc.integer({ min: 1, max: 900 }),
    ),
    {
      maxLength: 14,
    },
  )
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      const family = await rich(500)
      const bills = [await family.bill()]
      const receipts = [family.payment.payment_id]
      for (const [act, n] of history) {
        const one = await family.read(bills[n % bills.length]!.id)
        const scope = scopes.branch(supervisor)
        // Some of it is refused, which changes nothing.
        const tried = {
          bill: () => family.bill({}, n).then((made) => void bills.push(made)),
          pay: async () => {
            const { payment_id } = await family.pay(n, one.id, Math.min(n, one.balance_sen))
            receipts.push(payment_id)
          },
          spend: family.spend,
          off: () =>
            shop.tenant.write((trx) =>
              removeCredit(trx, supervisor, scope, one.id, { version: one.version, reason }),
            ),
          undo: () =>
            shop.tenant.write((trx) =>
              cancelPayment(trx, supervisor, scope, receipts[n % receipts.length]!, {
                reason,
                today,
                version: null,
              }),
            ),
          cancel: () =>
            shop.tenant.write((trx) => cancelInvoice(trx, supervisor, scope, one.id, one.version, reason)),
        }[act]!
        await tried().catch(() => {})
        expect(await family.balance()).toBeGreaterThanOrEqual(0)
        await family.stated()
      }
      await shop.balanced()
    }),
    { numRuns: soaking ? 200 : 12 },
  )
})

describe('two at once', () => {
  test('use credit once for two invoices, and the second is refused', async () => {
    const tenant = await freshTenant()
    const clerk = await tenant.actor('clerk')
    const { parent_id, bills } = await tenant.write(async (trx) => {
      const child = await student(trx)
      const family = { student_id: child.id, payer_parent_id: child.payer!.id }
      await credit(trx, { parent_id: family.payer_parent_id, delta_sen: 600 })
      const bill = () => invoice(trx, family, [{ price_sen: 1_000 }])
      return { parent_id: family.payer_parent_id, bills: [await bill(), await bill()] as const }
    })
    const spend = (bill: { id: string }, held = async () => {}) =>
      tenant.write(async (trx) => {
        const use = { parent_id, invoice_id: bill.id, amount_sen: 600 }
        await spendCreditOn(trx, clerk, scopes.all(clerk), use, today)
        await held()
      })
    const later = await besides(
      tenant,
      (held) => spend(bills[0], held),
      () => spend(bills[1]),
    )
    expect(later.status).toBe('rejected')
    await expect(Promise.reject((later as PromiseRejectedResult).reason)).toRefuse(
      'family_credit.too_little',
      'amount',
    )
    expect(await tenant.read((db) => creditBalance(db, parent_id))).toBe(0)
    expect(await tenant.read(imbalance)).toEqual({})
  })

  test('pay an invoice with as much credit as is not reserved for a refund', async () => {
    const tenant = await freshTenant()
    const clerk = await tenant.actor('clerk')
    const uses = await tenant.write(async (trx) => {
      const { parent_id } = await creditRefund(trx)
      await invoice(trx, { payer_parent_id: parent_id }, [{ price_sen: 2_000 }])
      return spendCredit(trx, clerk, [parent_id], today)
    })
    expect(uses).toMatchObject([{ amount_sen: 1_500 }])
  })

  test('do not use credit that is reserved for a refund when a payment is cancelled', async () => {
    const tenant = await freshTenant()
    const clerk = await tenant.actor('clerk')
    const { parent_id, payment_id } = await tenant.write(async (trx) => {
      const { parent_id } = await creditRefund(trx)
      const { id } = await payment(trx, { payer_parent_id: parent_id })
      return { parent_id, payment_id: id }
    })
    const take = (sen: number) =>
      tenant.write((trx) => reverseCredit(trx, clerk, { parent_id, sen, payment_id, reason: 'adjust' }))
    await expect(take(2_001)).toRefuse('payment.credit_used')
    await expect(take(1_501)).toRefuse('payment.credit_reserved')
    await take(1_500)
    expect(await tenant.read((db) => creditBalance(db, parent_id))).toBe(500)
  })
})

describe('the credit ledger', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  test('shows the balance at the last entry of a family, and the credit applied to an invoice', async () => {
    const supervisor = await tenant.actor('supervisor')
    const {
      id: student_id,
      branch_id,
      payer,
    } = await tenant.write((trx) => student(trx, { branch_id: tenant.branch.id }))
    const payer_parent_id = payer!.id
    await tenant.write((trx) => credit(trx, { parent_id: payer_parent_id, delta_sen: 900 }))
    const offered = async () =>
      (await listed(tenant, creditList)).rows.map(({ delta_sen, is_last, owes, is_used }) => [
        ...[delta_sen, is_last, owes, is_used],
      ])
    expect(await offered()).toEqual([[900, true, false, false]])
    const { id } = await tenant.write((trx) =>
      invoice(trx, { student_id, payer_parent_id, branch_id }, [{ price_sen: 400 }]),
    )
    expect(await offered()).toEqual([[900, true, true, false]])
    await tenant.write((trx) => spendCredit(trx, supervisor, [payer_parent_id], today))
    expect(await offered()).toEqual([
      [-400, true, false, true],
      [900, false, false, false],
    ])
    await tenant.write(async (trx) => {
      const { version } = await trx
        .selectFrom('invoice')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const given = { version, reason: 'Tersilap hari itu' }
      await removeCredit(trx, supervisor, scopes.all(supervisor), id, given)
    })
    expect(await offered()).toEqual([
      [400, true, true, false],
      [-400, false, true, false],
      [900, false, true, false],
    ])
  })
})
