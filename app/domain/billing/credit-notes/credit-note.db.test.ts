import { beforeAll, describe, expect, test } from 'vitest'
import { amendInvoice } from '#app/domain/billing/invoices/amend-invoice.ts'
import { line, scopes, today } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { branch, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import {
  approveNote,
  rejectNote,
  requestCreditNote,
  requestWriteOff,
  withdrawNote,
} from './change-credit-note.ts'
import { creditedLines, creditNote } from './find-credit-notes.ts'

describe('credit notes', () => {
  const reason = 'Kem itu dibatalkan'
  let shop: Shop
  let clerk: Actor
  let supervisor: Actor
  let admin: Actor
  let near: RowScope
  beforeAll(async () => {
    shop = await openShop()
    clerk = await shop.tenant.actor('clerk')
    supervisor = await shop.tenant.actor('supervisor')
    admin = await shop.tenant.actor('admin')
    near = scopes.branch(clerk)
  })

  const write = <R>(work: Parameters<typeof shop.tenant.write<R>>[0]) => shop.tenant.write(work)

  /** An issued invoice of RM100.00 and RM20.00, the first with RM6.00 of tax, of which `paid` was paid. */
  async function billed(paid = 0) {
    const child = await write((trx) => student(trx, { branch_id: shop.tenant.branch.id }))
    const bill = await write((trx) =>
      invoice(
        trx,
        {
          ...{ student_id: child.id, payer_parent_id: child.payer!.id },
          ...{ sub_total_sen: 12_000, tax_total_sen: 600, tax_rate_bp: 600, total_sen: 12_600 },
        },
        [{ price_sen: 10_000, tax_sen: 600, taxable: true }, { price_sen: 2_000 }],
      ),
    )
    const [first, second] = bill.items.map(({ id }) => id)
    const parent_id = child.payer!.id
    const receipt = paid > 0 ? await pay(parent_id, bill.id, paid) : undefined
    return { id: bill.id, first: first!, second: second!, receipt, parent_id }
  }

  async function pay(parent_id: string, invoice_id: string, amount: number) {
    const { payment_id } = await write((trx) =>
      recordFamilyPayment(
        trx,
        clerk,
        parent_id,
        { method: 'cash', amount, paid_on: today, lines: [{ invoice_id, amount }] },
        { scope: near, today, backdate_days: 30 },
      ),
    )
    return payment_id
  }

  const read = (id: string) =>
    shop.tenant.read((db) =>
      db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )

  const creditOf = async (parent_id: string) => {
    const rows = await shop.tenant.read((db) =>
      db
        .selectFrom('credit_entry')
        .select(['delta_sen', 'reason'])
        .where('parent_id', '=', parent_id)
        .execute(),
    )
    return rows.reduce((sum, { delta_sen }) => sum + delta_sen, 0)
  }

  async function ask(bill: { id: string }, items: { id: string; amount?: number }[], actor = clerk) {
    const { version } = await read(bill.id)
    return write((trx) => requestCreditNote(trx, actor, near, bill.id, { items, reason, version }))
  }

  const approve = (id: string, actor = admin, scope = scopes.all(admin)) =>
    write((trx) => approveNote(trx, actor, scope, id, today))

  describe('a credit note', () => {
    test('changes nothing before another person approves it; then less is owed, tax in its share', async () => {
      const bill = await billed()
      const { id } = await ask(bill, [{ id: bill.first, amount: 2_500 }, { id: bill.second }])
      expect(await read(bill.id)).toMatchObject({ balance_sen: 12_600, credited_sen: 0 })
      const done = await approve(id)
      expect(done).toMatchObject({ number: 'CN-26-000001', credit_sen: 0 })
      expect(await read(bill.id)).toMatchObject({
        ...{ status: 'unpaid', total_sen: 12_600, credited_sen: 2_650, balance_sen: 9_950, paid_on: null },
      })
      const note = await shop.tenant.read((db) => creditNote(db, near, id))
      expect(note).toMatchObject({
        status: 'approved',
        issued_on: today,
        sub_total_sen: 2_500,
        tax_total_sen: 150,
      })
      expect(note.items).toMatchObject([{ amount_sen: 2_500, tax_sen: 150 }])
      await shop.balanced()
    })

    test('gives what had been paid beyond to the family, and the invoice stays paid', async () => {
      const bill = await billed(12_600)
      const { id } = await ask(bill, [{ id: bill.second, amount: 2_000 }])
      expect(await approve(id)).toMatchObject({ credit_sen: 2_000 })
      expect(await read(bill.id)).toMatchObject({
        status: 'paid',
        paid_sen: 10_600,
        balance_sen: 0,
        paid_on: today,
      })
      expect(await creditOf(bill.parent_id)).toBe(2_000)
      await shop.balanced()
    })

    test('pays what is left first, and gives only the rest back', async () => {
      const bill = await billed(11_600)
      const { id } = await ask(bill, [{ id: bill.second, amount: 1_500 }])
      expect(await approve(id)).toMatchObject({ credit_sen: 500 })
      expect(await read(bill.id)).toMatchObject({ status: 'paid', paid_sen: 11_100, credited_sen: 1_500 })
      await shop.balanced()
    })

    test('takes no more of a line than is left of it, by how many notes ever', async () => {
      const bill = await billed()
      await expect(ask(bill, [{ id: bill.second, amount: 2_001 }])).toRefuse(
        'credit_note.above_line',
        'items[0].amount',
      )
      await approve((await ask(bill, [{ id: bill.second, amount: 1_500 }])).id)
      await expect(ask(bill, [{ id: bill.first }, { id: bill.second, amount: 501 }])).toRefuse(
        'credit_note.above_line',
        'items[1].amount',
      )
      await approve((await ask(bill, [{ id: bill.second, amount: 500 }])).id)
      const lines = await shop.tenant.read((db) => creditedLines(db, bill.id))
      expect(lines.map(({ credited_sen }) => credited_sen)).toEqual([0, 2_000])
      await expect(ask(bill, [{ id: bill.second, amount: 1 }])).toRefuse('credit_note.above_line')
      await shop.balanced()
    })

    test('names a line of this invoice, once, and some amount', async () => {
      const [bill, other] = [await billed(), await billed()]
      await expect(ask(bill, [{ id: bill.first }])).toRefuse('credit_note.nothing')
      await expect(ask(bill, [{ id: other.first, amount: 1 }])).toRefuse(
        'not_found.invoice',
        'items[0].amount',
      )
      const twice = { id: bill.second, amount: 1_500 }
      await expect(ask(bill, [twice, twice])).toRefuse('credit_note.nothing')
    })

    test('is asked for one at a time, about invoices within reach that stand and are not being paid', async () => {
      const bill = await billed()
      const items = [{ id: bill.second, amount: 1 }]
      const { id: first } = await ask(bill, items)
      await expect(ask(bill, items)).rejects.toMatchObject({
        ...{ code: 'duplicate.credit_note', blockers: [{ to: 'credit_note', id: first }] },
      })
      const far = await write((trx) => branch(trx))
      const standing = async (given: Parameters<typeof invoice>[1]) => {
        const row = await write((trx) => invoice(trx, { branch_id: shop.tenant.branch.id, ...given }))
        return ask(row, [{ id: row.items[0]!.id, amount: 1 }])
      }
      await expect(standing({ branch_id: far.id })).toRefuse('not_found.invoice')
      await expect(standing({ status: 'pending' })).toRefuse('invoice.in_payment')
      await expect(standing({ status: 'cancelled' })).toRefuse('invoice.already_cancelled')
      await expect(standing({ status: 'draft' })).toRefuse('action_not_allowed')
      const stale = await billed()
      const { version } = await read(stale.id)
      const late = { items: [{ id: stale.second, amount: 1 }], reason, version: version - 1 }
      await expect(write((trx) => requestCreditNote(trx, clerk, near, stale.id, late))).toRefuse(
        'version_conflict',
      )
    })

    test('is nobody’s own to approve, and is decided once, however many decide at once', async () => {
      const bill = await billed(12_600)
      const { id } = await ask(bill, [{ id: bill.first, amount: 10_000 }], admin)
      await expect(approve(id)).toRefuse('four_eyes.own_request')
      const owner = await shop.tenant.actor('superadmin')
      const all = scopes.all(owner)
      const tried = await Promise.allSettled([
        ...Array.from({ length: 6 }, () => approve(id, owner, all)),
        write((trx) => rejectNote(trx, owner, all, id, { decision_reason: reason })),
        write((trx) => withdrawNote(trx, admin, near, id)),
      ])
      expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const one of tried)
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ name: 'Refusal' })
      await shop.balanced()
    })

    test('is turned down by somebody else and withdrawn by who asked, and then another can be asked for', async () => {
      const bill = await billed()
      const items = [{ id: bill.second, amount: 1 }]
      const first = await ask(bill, items)
      await expect(write((trx) => withdrawNote(trx, supervisor, near, first.id))).toRefuse(
        'credit_note.not_yours',
      )
      await write((trx) => rejectNote(trx, admin, near, first.id, { decision_reason: reason }))
      await expect(approve(first.id)).toRefuse('credit_note.decided')
      const second = await ask(bill, items)
      await write((trx) => withdrawNote(trx, clerk, near, second.id))
      await ask(bill, items)
      expect(await read(bill.id)).toMatchObject({ credited_sen: 0 })
    })

    test('waits while a family pays, and counts what was paid meanwhile', async () => {
      const bill = await billed()
      const { id } = await ask(bill, [{ id: bill.first, amount: 10_000 }])
      await Promise.allSettled([pay(bill.parent_id, bill.id, 12_600), approve(id)])
      const { status, paid_sen, credited_sen, balance_sen } = await read(bill.id)
      expect([status, balance_sen]).toEqual(paid_sen === 0 ? ['unpaid', 2_000] : ['paid', 0])
      expect([0, 10_600]).toContain(credited_sen)
      await shop.balanced()
    })

    test('leaves an invoice that is not changed any more', async () => {
      const bill = await billed()
      await approve((await ask(bill, [{ id: bill.second, amount: 100 }])).id)
      const [{ version }, input] = [await read(bill.id), { due_on: '2026-03-31', items: [line()], reason }]
      await expect(write((trx) => amendInvoice(trx, admin, near, bill.id, version, input, today))).toRefuse(
        'invoice.credited',
      )
    })

    test('stands when the payment behind its credit is undone: the family has it no more', async () => {
      const bill = await billed(12_600)
      await approve((await ask(bill, [{ id: bill.second, amount: 2_000 }])).id)
      const undo = { reason, today, version: null }
      await write((trx) => cancelPayment(trx, admin, scopes.all(admin), bill.receipt!, undo))
      expect(await read(bill.id)).toMatchObject({
        status: 'unpaid',
        paid_sen: 0,
        balance_sen: 10_600,
        paid_on: null,
      })
      expect(await creditOf(bill.parent_id)).toBe(0)
      await shop.balanced()
    })
  })

  describe('a write-off', () => {
    const ask = async (bill: { id: string }) => {
      const { version } = await read(bill.id)
      return write((trx) => requestWriteOff(trx, clerk, near, bill.id, { reason, version }))
    }

    test('ends what is owed when it is approved, which may be less by then, and gives nobody anything', async () => {
      const bill = await billed(600)
      const { id } = await ask(bill)
      await pay(bill.parent_id, bill.id, 2_000)
      expect(await approve(id)).toMatchObject({ credit_sen: 0 })
      expect(await read(bill.id)).toMatchObject({
        status: 'paid',
        paid_sen: 2_600,
        credited_sen: 10_000,
        balance_sen: 0,
      })
      expect(await shop.tenant.read((db) => creditNote(db, near, id))).toMatchObject({
        number: null,
        total_sen: 10_000,
      })
      expect(await creditOf(bill.parent_id)).toBe(0)
      await shop.balanced()
    })

    test('needs something that is owed', async () => {
      await expect(ask(await billed(12_600))).toRefuse('credit_note.nothing_owed')
      const open = await billed()
      const { id } = await ask(open)
      await pay(open.parent_id, open.id, 12_600)
      await expect(approve(id)).toRefuse('credit_note.nothing_owed')
    })
  })

  test('a credit note takes no more than a write-off has left of the invoice', async () => {
    const bill = await billed(2_600)
    const { version } = await read(bill.id)
    const { id } = await write((trx) => requestWriteOff(trx, clerk, near, bill.id, { reason, version }))
    await approve(id)
    const above = await ask(bill, [{ id: bill.first, amount: 10_000 }])
    await expect(approve(above.id)).toRefuse('credit_note.above_rest')
    await write((trx) => withdrawNote(trx, clerk, near, above.id))
    const rest = await ask(bill, [{ id: bill.second, amount: 2_000 }])
    expect(await approve(rest.id)).toMatchObject({ credit_sen: 2_000 })
    expect(await read(bill.id)).toMatchObject({ status: 'paid', paid_sen: 600, credited_sen: 12_000 })
    await shop.balanced()
  })

  test('the database takes nothing back without an approved note, and no note that one person made alone', async () => {
    const bill = await billed()
    const lower = write((trx) =>
      trx.updateTable('invoice').set({ credited_sen: 1 }).where('id', '=', bill.id).execute(),
    )
    await expect(lower).rejects.toMatchObject({ code: '42501' })
    const { id } = await ask(bill, [{ id: bill.second, amount: 1 }])
    const alone = write((trx) =>
      trx
        .updateTable('credit_note')
        .set({
          status: 'approved',
          number: 'CN-1',
          issued_on: today,
          decided_at: new Date(),
          decided_by: clerk.id,
        })
        .where('id', '=', id)
        .execute(),
    )
    await expect(alone).rejects.toMatchObject({ constraint: 'credit_note_four_eyes_check' })
  })
})

describe('deciding about a credit note', () => {
  const reason = 'Kem itu dibatalkan'
  let shop: Shop
  let clerk: Actor
  let admin: Actor
  beforeAll(async () => {
    shop = await openShop()
    clerk = await shop.tenant.actor('clerk')
    admin = await shop.tenant.actor('admin')
  })

  type Bill = Awaited<ReturnType<Shop['bill']>>
  const write = <R>(work: Parameters<typeof shop.tenant.write<R>>[0]) => shop.tenant.write(work)

  async function asked(bill: Bill, kind: 'credit_note' | 'write_off', actor = clerk) {
    const { version } = await shop.invoiceNow(bill.id)
    const items = [{ id: bill.items[0]!.id, amount: 1_000 }]
    const note = await write((trx) =>
      kind === 'write_off'
        ? requestWriteOff(trx, actor, scopes.all(actor), bill.id, { reason, version })
        : requestCreditNote(trx, actor, scopes.all(actor), bill.id, { items, reason, version }),
    )
    return note.id
  }

  const approve = (id: string, on = today) =>
    write((trx) => approveNote(trx, admin, scopes.all(admin), id, on))
  const reject = (id: string) =>
    write((trx) => rejectNote(trx, admin, scopes.all(admin), id, { decision_reason: reason }))
  const statusOf = async (id: string) =>
    (await shop.tenant.read((db) => creditNote(db, scopes.all(admin), id))).status

  describe.each(['credit_note', 'write_off'] as const)('a %s', (kind) => {
    test('is decided by nobody of the family that it is about', async () => {
      const bill = await shop.bill()
      const id = await asked(bill, kind)
      const is = (user_id: string | null) =>
        write((trx) =>
          trx.updateTable('parent').set({ user_id }).where('id', '=', bill.payer_parent_id).execute(),
        )
      await is(admin.id)
      await expect(approve(id)).toRefuse('four_eyes.own_family')
      await expect(reject(id)).toRefuse('four_eyes.own_family')
      expect(await shop.invoiceNow(bill.id)).toMatchObject({ credited_sen: 0, status: 'unpaid' })
      await is(null)
      await approve(id)
      expect(await statusOf(id)).toBe('approved')
    })
  })

  test('lines of an invoice stay as they are once a note about them was asked for; the due date may move', async () => {
    const bill = await shop.bill()
    const id = await asked(bill, 'credit_note')
    const { version } = await shop.invoiceNow(bill.id)
    const amend = (items?: ReturnType<typeof line>[], at = version) =>
      write((trx) =>
        amendInvoice(
          trx,
          clerk,
          scopes.all(clerk),
          bill.id,
          at,
          { due_on: '2026-03-31', reason, items },
          today,
        ),
      )
    await expect(amend([line({ price: 500 })])).toRefuse('invoice.note_asked')
    await reject(id)
    await expect(amend([line({ price: 500 })])).toRefuse('invoice.note_asked')
    await amend()
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ due_on: '2026-03-31', total_sen: 12_000 })
  })

  test('a write-off gives up no more than two people have seen, also where a payment is undone meanwhile', async () => {
    const bill = await shop.bill()
    const { payment_id } = await shop.cash(bill.id, 10_000)
    const id = await asked(bill, 'write_off')
    await shop.takeBack(payment_id)
    await approve(id)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({
      ...{ status: 'unpaid', credited_sen: 2_000, balance_sen: 10_000 },
    })
    await shop.balanced()
  })

  test('who asked does not turn it down in place of taking it back', async () => {
    const bill = await shop.bill()
    const id = await asked(bill, 'credit_note', admin)
    await expect(reject(id)).toRefuse('four_eyes.own_request')
    expect(await statusOf(id)).toBe('requested')
  })

  test('is told to be asked anew where the invoice was changed since it was read', async () => {
    const bill = await shop.bill()
    const { version } = await shop.invoiceNow(bill.id)
    await shop.cash(bill.id, 2_000)
    await expect(
      write((trx) => requestWriteOff(trx, clerk, scopes.all(clerk), bill.id, { reason, version })),
    ).toRefuse('version_conflict')
  })

  test('leaves the day on which an invoice was paid as it was', async () => {
    const bill = await shop.bill()
    await shop.cash(bill.id, 12_000)
    const { paid_on } = await shop.invoiceNow(bill.id)
    await approve(await asked(bill, 'credit_note'), '2026-02-03')
    expect(paid_on).not.toBeNull()
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', paid_on, credited_sen: 1_000 })
  })

  test('is approved on no day of a month that is closed', async () => {
    const bill = await shop.bill()
    const id = await asked(bill, 'credit_note')
    await write((trx) =>
      trx
        .insertInto('month_closing')
        .values({
          ...{ id: crypto.randomUUID(), month: '2025-11-01', closed_by: admin.id! },
          ...{ received_sen: 0, reversed_sen: 0, fees_sen: 0, net_sen: 0 },
        })
        .execute(),
    )
    await expect(approve(id, '2025-11-30')).toRefuse('month.closed')
    expect(await statusOf(id)).toBe('requested')
  })
})
