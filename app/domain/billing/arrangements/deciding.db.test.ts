import { beforeAll, describe, expect, test } from 'vitest'
import { amendInvoice } from '#app/domain/billing/invoices/amend-invoice.ts'
import { line } from '#app/domain/billing/invoices/test-support.ts'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { branch, insert } from '#tests/support/database/factories.ts'
import { arrangement, invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import {
  approveArrangement,
  endArrangement,
  rejectArrangement,
  withdrawArrangement,
} from './decide-arrangement.ts'
import { type ArrangementShop, arrangementShop, later, refusalOf, today } from './test-support.ts'

let shop: ArrangementShop
beforeAll(async () => {
  shop = await arrangementShop()
})

describe('what cannot be agreed', () => {
  test.each([
    [['60.00', '59.99'], { code: 'arrangement.too_little', values: { amount: 'RM0.01', total: 'RM120.00' } }],
    [['60.00', '60.01'], { code: 'arrangement.too_much', values: { amount: 'RM0.01', total: 'RM120.00' } }],
  ])('parts of %j', async ([first, second], expected) => {
    const bill = await shop.bill()
    const parts: [string, string][] = [
      [later(1), first!],
      [later(2), second!],
    ]
    expect(await refusalOf(shop.propose(bill, { parts }))).toEqual({ ...expected, field: 'parts[1].amount' })
  })

  test.each([
    [-1, 5, { code: 'arrangement.past', field: 'parts[0].due_on' }],
    [0, 5, undefined],
    [0, 365, undefined],
    [0, 367, { code: 'arrangement.too_far', field: 'parts[1].due_on' }],
  ])('parts in %i and %i days', async (first, second, expected) => {
    const bill = await shop.bill()
    const parts: [string, string][] = [
      [later(first), '60.00'],
      [later(second), '60.00'],
    ]
    expect(await refusalOf(shop.propose(bill, { parts }))).toEqual(expected)
  })

  test('invoices of another family, of another branch, and those that are being paid or are paid', async () => {
    const [bill, theirs] = [await shop.bill(), await shop.bill()]
    expect(await refusalOf(shop.propose(bill, { invoices: [theirs.id] }))).toEqual({
      code: 'not_found.invoice',
    })
    const far = await shop.tenant.write((trx) => branch(trx))
    const scope: RowScope = { ...everywhere, scope: 'branch', branch_ids: [far.id] }
    expect(await refusalOf(shop.propose(bill, { scope }))).toMatchObject({ code: 'not_found.parent' })
    await shop.tenant.write((trx) =>
      trx.updateTable('invoice').set({ status: 'pending' }).where('id', '=', bill.id).execute(),
    )
    expect(await refusalOf(shop.propose(bill))).toEqual({ code: 'invoice.in_payment' })
    const without = { code: 'arrangement.nothing_owed' }
    for (const change of [
      { status: 'draft', number: null, issued_on: null },
      { status: 'cancelled', cancelled_at: new Date(), cancel_reason: 'Dibilkan dua kali' },
    ]) {
      const { id, payer_parent_id } = await shop.tenant.write((trx) =>
        invoice(trx, { branch_id: shop.tenant.branch.id, ...change }),
      )
      expect(await refusalOf(shop.propose({ ...bill, id, payer_parent_id }))).toMatchObject(without)
    }
    await shop.cash(theirs.id, 12_000)
    expect(await refusalOf(shop.propose(theirs))).toMatchObject({ code: 'arrangement.nothing_owed' })
  })

  test('parts that do not come to the sum, whoever writes them: the database refuses', async () => {
    const bill = await shop.bill()
    const write = shop.tenant.write(async (trx) => {
      const row = await arrangement(trx, { invoice_id: bill.id })
      await insert(trx, 'arrangement_instalment', {
        ...{ arrangement_id: row.id, position: 3, due_on: '2026-12-01', amount_sen: 1 },
      })
    })
    await expect(write).rejects.toMatchObject({ constraint: 'arrangement_sums_check' })
    const id = await shop.agreed(bill)
    await expect(
      shop.tenant.write((trx) =>
        trx
          .updateTable('arrangement_instalment')
          .set({ amount_sen: 1 })
          .where('arrangement_id', '=', id)
          .execute(),
      ),
    ).rejects.toThrow('permission denied')
  })
})

describe('who decides', () => {
  test('nobody of their own family', async () => {
    const bill = await shop.bill()
    const actor = await shop.tenant.actor('supervisor')
    const id = await shop.propose(bill)
    await shop.tenant.write((trx) =>
      trx.updateTable('parent').set({ user_id: actor.id }).where('id', '=', bill.payer_parent_id).execute(),
    )
    const own = { code: 'four_eyes.own_family' }
    const { write } = shop.tenant
    expect(await refusalOf(write((trx) => approveArrangement(trx, actor, everywhere, id, today)))).toEqual(
      own,
    )
    const given = { decision_reason: 'Tidak mencukupi', today }
    expect(await refusalOf(write((trx) => rejectArrangement(trx, actor, everywhere, id, given)))).toEqual(own)
    const active = await shop.bill()
    const running = await shop.agreed(active)
    await write((trx) =>
      trx.updateTable('parent').set({ user_id: null }).where('id', '=', bill.payer_parent_id).execute(),
    )
    await write((trx) =>
      trx.updateTable('parent').set({ user_id: actor.id }).where('id', '=', active.payer_parent_id).execute(),
    )
    expect(await refusalOf(write((trx) => endArrangement(trx, actor, everywhere, running, given)))).toEqual(
      own,
    )
    await write((trx) =>
      trx.updateTable('parent').set({ user_id: null }).where('id', '=', active.payer_parent_id).execute(),
    )
    await write((trx) =>
      trx.updateTable('parent').set({ user_id: null }).where('id', '=', bill.payer_parent_id).execute(),
    )
    await write((trx) => rejectArrangement(trx, actor, everywhere, id, given))
    expect(await shop.now(id)).toMatchObject({ status: 'rejected', decision_reason: 'Tidak mencukupi' })
  })

  test('who may decide agrees at once, and of their own family only proposes', async () => {
    const [bill, own] = [await shop.bill(), await shop.bill()]
    expect(await shop.now(await shop.agreed(bill))).toMatchObject({ status: 'active' })
    const actor = await shop.tenant.actor('supervisor')
    const is = (user_id: string | null) =>
      shop.tenant.write((trx) =>
        trx.updateTable('parent').set({ user_id }).where('id', '=', own.payer_parent_id).execute(),
      )
    await is(actor.id)
    expect(await shop.now(await shop.agreed(own))).toMatchObject({ status: 'proposed', decider: null })
    await is(null)
  })

  test('of two at once the second finds it decided', async () => {
    const bill = await shop.bill()
    const id = await shop.propose(bill)
    const [clerk, head] = [await shop.tenant.actor('clerk'), await shop.tenant.actor('supervisor')]
    const { write } = shop.tenant
    const both = await Promise.all([
      refusalOf(write((trx) => withdrawArrangement(trx, clerk, everywhere, id, today))),
      refusalOf(write((trx) => approveArrangement(trx, head, everywhere, id, today))),
    ])
    expect(both.filter(Boolean)).toEqual([{ code: 'arrangement.decided' }])
  })

  test('only who proposed it takes it back', async () => {
    const id = await shop.propose(await shop.bill())
    const other = await shop.tenant.actor('supervisor')
    const { write } = shop.tenant
    expect(
      await refusalOf(write((trx) => withdrawArrangement(trx, other, everywhere, id, today))),
    ).toMatchObject({ code: 'arrangement.not_yours' })
  })

  test('not of a proposal of which all was paid meanwhile', async () => {
    const bill = await shop.bill()
    const id = await shop.propose(bill)
    await shop.cash(bill.id, 12_000)
    const head = await shop.tenant.actor('supervisor')
    const { write } = shop.tenant
    expect(await refusalOf(write((trx) => approveArrangement(trx, head, everywhere, id, today)))).toEqual({
      code: 'arrangement.overtaken',
    })
  })

  test('not of a proposal whose first part should have come by now', async () => {
    const bill = await shop.bill()
    const id = await shop.propose(bill)
    const head = await shop.tenant.actor('supervisor')
    const { write } = shop.tenant
    expect(await refusalOf(write((trx) => approveArrangement(trx, head, everywhere, id, later(8))))).toEqual({
      code: 'arrangement.overtaken',
    })
  })

  test('not who looks after some of its invoices only', async () => {
    const bill = await shop.bill()
    const far = await shop.tenant.write((trx) => branch(trx))
    const beyond = await shop.tenant.write((trx) =>
      invoice(
        trx,
        { payer_parent_id: bill.payer_parent_id, student_id: bill.student_id, branch_id: far.id },
        [{ price_sen: 3_000 }],
      ),
    )
    const parts: [string, string][] = [
      [later(7), '100.00'],
      [later(37), '50.00'],
    ]
    const id = await shop.propose(bill, { invoices: [bill.id, beyond.id], parts })
    const head = await shop.tenant.actor('supervisor')
    const near: RowScope = { ...everywhere, scope: 'branch', branch_ids: [bill.branch_id] }
    const { write } = shop.tenant
    expect(await refusalOf(write((trx) => approveArrangement(trx, head, near, id, today)))).toEqual({
      code: 'arrangement.elsewhere',
    })
  })
})

test('lines of an invoice stay as they are while a plan about it waits or runs; the due date may move', async () => {
  const bill = await shop.bill()
  const id = await shop.propose(bill)
  const clerk = await shop.tenant.actor('clerk')
  const { write } = shop.tenant
  const amend = async (items?: ReturnType<typeof line>[]) => {
    const { version } = await shop.invoiceNow(bill.id)
    const input = { due_on: later(20), reason: 'Harga tersalah taip', items }
    return write((trx) => amendInvoice(trx, clerk, everywhere, bill.id, version, input, today))
  }
  await expect(amend([line({ price: 20_000 })])).toRefuse('invoice.arranged')
  await amend()
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ due_on: later(20), total_sen: 12_000 })
  await write((trx) => withdrawArrangement(trx, clerk, everywhere, id, today))
  await amend([line({ price: 20_000 })])
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ total_sen: 20_000 })
})
