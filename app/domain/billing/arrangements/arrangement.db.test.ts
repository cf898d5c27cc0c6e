import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { reminderSteps } from '#app/domain/core/settings/reminder-setting.ts'
import { familyPaymentForm } from '#app/domain/payments/payments/payment.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { remindable } from '#app/domain/payments/reminders/schedule.ts'
import { newId } from '#db/id.ts'
import { branch, insert } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { arrangement, invoice } from '#tests/support/database/money-factories.ts'
import {
  approveArrangement,
  endArrangement,
  rejectArrangement,
  withdrawArrangement,
} from './change-arrangement.ts'
import '#tests/support/product/matchers.ts'
import { amendInvoice } from '#app/domain/billing/invoices/amend-invoice.ts'
import { line } from '#app/domain/billing/invoices/test-support.ts'
import { settleArrangements } from './change-arrangement.ts'
import { arrangementList, arrangementOf } from './find-arrangements.ts'
import { type ArrangementShop, arrangementShop, type Bill, later, refusalOf, today } from './test-support.ts'

describe('arrangements', () => {
  let shop: ArrangementShop
  beforeAll(async () => {
    shop = await arrangementShop()
  })

  async function pay(bill: Bill, amount: string) {
    const actor = await shop.tenant.actor('clerk')
    const input = familyPaymentForm.parse({
      ...{ method: 'cash', amount, paid_on: today, lines: [{ invoice_id: bill.id, amount }] },
    })
    await shop.tenant.write((trx) =>
      recordFamilyPayment(trx, actor, bill.payer_parent_id, input, {
        ...{ scope: everywhere, today, backdate_days: 7 },
      }),
    )
  }

  const settle = (on: string) => shop.tenant.write((trx) => settleArrangements(trx, on))

  const isReminded = (bill: Bill, on: string) =>
    shop.tenant.read(async (db) => {
      const row = await remindable(db, reminderSteps, on)
        .select('invoice.id')
        .where('invoice.id', '=', bill.id)
        .executeTakeFirst()
      return row !== undefined
    })

  describe('a plan', () => {
    test('that a clerk proposes waits, holds no reminder back, and is active when a supervisor agrees', async () => {
      const bill = await shop.bill()
      const id = await shop.propose(bill)
      expect(await shop.now(id)).toMatchObject({ status: 'proposed', total_sen: 12_000, came_sen: 0 })
      expect(await isReminded(bill, later(1))).toBe(true)
      const actor = await shop.tenant.actor('supervisor')
      await shop.tenant.write((trx) => approveArrangement(trx, actor, everywhere, id, today))
      const row = await shop.now(id)
      expect(row).toMatchObject({ status: 'active', next_on: later(7), next_sen: 6_000 })
      expect(row.parts.map(({ state }) => state)).toEqual(['next', 'later'])
      expect(await isReminded(bill, later(1))).toBe(false)
    })

    test('is settled in the order of its days by whatever pays its invoices, and is kept when all has come', async () => {
      const bill = await shop.bill()
      const id = await shop.agreed(bill)
      await pay(bill, '70.00')
      const half = await shop.now(id)
      expect(half).toMatchObject({ came_sen: 7_000, next_on: later(37), next_sen: 5_000, status: 'active' })
      expect(half.parts.map(({ settled_sen }) => settled_sen)).toEqual([6_000, 1_000])
      await pay(bill, '50.00')
      expect(await shop.now(id)).toMatchObject({ status: 'kept', came_sen: 12_000, next_on: null })
      expect(await settle(today)).toBe(1)
      expect(await settle(today)).toBe(0)
      expect(await shop.now(id)).toMatchObject({ status: 'kept', over_on: today })
      await shop.balanced()
    })

    test('is broken the day after its days of grace, and reminders go on at once', async () => {
      const bill = await shop.bill()
      const id = await shop.agreed(bill)
      for (const [days, status] of [
        [7, 'active'],
        [10, 'active'],
        [11, 'broken'],
      ] as const) {
        expect(await shop.now(id, later(days)), String(days)).toMatchObject({ status })
        expect(await isReminded(bill, later(days)), String(days)).toBe(status === 'broken')
      }
      await pay(bill, '60.00')
      expect(await shop.now(id, later(11))).toMatchObject({ status: 'active' })
      expect(await shop.now(id, later(41))).toMatchObject({ status: 'broken' })
      await settle(later(41))
      expect(await settle(later(41))).toBe(0)
      await pay(bill, '60.00')
      expect(await shop.now(id, later(41))).toMatchObject({ status: 'broken', came_sen: 12_000 })
      const { rows } = await shop.tenant.read((db) =>
        sql<{
          action: string
        }>`select action from audit_log where object_id = ${id} order by position`.execute(db),
      )
      expect(rows.map(({ action }) => action)).toEqual(['arrangement.agreed', 'arrangement.broken'])
    })

    test('of an invoice that is cancelled owes nothing any more', async () => {
      const bill = await shop.bill()
      const id = await shop.agreed(bill)
      await shop.tenant.write((trx) =>
        trx
          .updateTable('invoice')
          .set({ status: 'cancelled', cancelled_at: new Date(), cancel_reason: 'Dibilkan dua kali' })
          .where('id', '=', bill.id)
          .execute(),
      )
      expect(await shop.now(id)).toMatchObject({ status: 'kept', came_sen: 12_000 })
    })

    test('names an invoice once, however often a form does', async () => {
      const bill = await shop.bill()
      const row = await shop.now(await shop.propose(bill, { invoices: [bill.id, bill.id] }))
      expect(row.invoices).toHaveLength(1)
    })

    test('loses nothing of what came on one invoice when a payment of before is undone on another', async () => {
      const first = await shop.bill()
      const second = await shop.tenant.write((trx) =>
        invoice(trx, {
          ...{ payer_parent_id: first.payer_parent_id, student_id: first.student_id },
          branch_id: first.branch_id,
        }),
      )
      const { payment_id } = await shop.cash(first.id, 5_000)
      const parts: [string, string][] = [
        [later(7), '70.00'],
        [later(37), '120.00'],
      ]
      const id = await shop.propose(first, { invoices: [first.id, second.id], parts, as: 'supervisor' })
      await shop.takeBack(payment_id)
      await shop.cash(second.id, 6_000)
      expect(await shop.now(id)).toMatchObject({ came_sen: 6_000, next_sen: 1_000 })
    })

    test('that is broken waits for somebody, until they speak with the family or nothing is owed', async () => {
      const waits = async (id: string) => {
        const reader = { scope: everywhere, today: later(12) }
        const { rows } = await listed(shop.tenant, arrangementList, { broken: 'open' }, reader)
        return rows.some((row) => row.id === id)
      }
      const contact = async (parent_id: string, contacted_on: string) => {
        const { id } = await shop.tenant.actor('clerk')
        const row = { id: newId(), parent_id, contacted_on, channel: 'phone', said: 'Akan bayar' }
        await shop.tenant.write((trx) => insert(trx, 'family_contact', { ...row, created_by: id }))
      }
      const [spoken, paid] = [await shop.bill(), await shop.bill()]
      const [one, other] = [await shop.agreed(spoken), await shop.agreed(paid)]
      await settle(later(12))
      expect([await waits(one), await waits(other)]).toEqual([true, true])
      await contact(spoken.payer_parent_id, later(11))
      expect(await waits(one)).toBe(true)
      await contact(spoken.payer_parent_id, later(12))
      expect(await waits(one)).toBe(false)
      await pay(paid, '120.00')
      expect(await waits(other)).toBe(false)
    })

    test('ends before its time with a reason, and then another can be made', async () => {
      const bill = await shop.bill()
      const id = await shop.agreed(bill)
      expect(await refusalOf(shop.agreed(bill))).toEqual({ code: 'duplicate.arrangement' })
      const actor = await shop.tenant.actor('supervisor')
      const given = { decision_reason: 'Sudah bekerja semula', today }
      await shop.tenant.write((trx) => endArrangement(trx, actor, everywhere, id, given))
      expect(await shop.now(id)).toMatchObject({ status: 'ended', over_on: today })
      expect(await isReminded(bill, later(1))).toBe(true)
      const again = endArrangement
      expect(
        await refusalOf(shop.tenant.write((trx) => again(trx, actor, everywhere, id, given))),
      ).toMatchObject({ code: 'arrangement.decided' })
      await shop.agreed(bill)
    })
  })

  test('a family sees what was agreed with it, and nothing that was proposed or is another’s', async () => {
    const [mine, theirs] = [await shop.bill(), await shop.bill()]
    const [waiting, active] = [await shop.propose(mine), await shop.agreed(theirs)]
    const seen = async (parent_id: string) => {
      const scope: RowScope = { scope: 'own', user_id: '', branch_ids: [], parent_id }
      const { rows } = await listed(shop.tenant, arrangementList, {}, { scope, roles: ['parent'], today })
      return rows.map(({ id }) => id)
    }
    expect(await seen(mine.payer_parent_id)).toEqual([])
    expect(await seen(theirs.payer_parent_id)).toEqual([active])
    const actor = await shop.tenant.actor('supervisor')
    await shop.tenant.write((trx) => approveArrangement(trx, actor, everywhere, waiting, today))
    expect(await seen(mine.payer_parent_id)).toEqual([waiting])
  })

  test('a family is told nothing of what was turned down or taken back', async () => {
    const [refused, taken] = [await shop.bill(), await shop.bill()]
    const [no, back] = [await shop.propose(refused), await shop.propose(taken)]
    const [clerk, head] = [await shop.tenant.actor('clerk'), await shop.tenant.actor('supervisor')]
    const given = { decision_reason: 'Tidak mencukupi', today }
    await shop.tenant.write((trx) => rejectArrangement(trx, head, everywhere, no, given))
    await shop.tenant.write((trx) => withdrawArrangement(trx, clerk, everywhere, back, today))
    for (const [{ payer_parent_id: parent_id }, id] of [
      [refused, no],
      [taken, back],
    ] as const) {
      const scope: RowScope = { scope: 'own', user_id: '', branch_ids: [], parent_id }
      await expect(shop.tenant.read((db) => arrangementOf(db, scope, id, today))).toRefuse(
        'not_found.arrangement',
      )
    }
  })

  test('a branch sees the plans about its own invoices', async () => {
    const bill = await shop.bill()
    const id = await shop.propose(bill)
    const far = await shop.tenant.write((trx) => branch(trx))
    const seen = async (branch_id: string) => {
      const scope: RowScope = { scope: 'branch', user_id: '', branch_ids: [branch_id], parent_id: null }
      const { rows } = await listed(shop.tenant, arrangementList, {}, { scope, roles: ['clerk'], today })
      return rows.some((row) => row.id === id)
    }
    expect([await seen(bill.branch_id), await seen(far.id)]).toEqual([true, false])
  })
})

describe('deciding about an arrangement', () => {
  let shop: ArrangementShop
  beforeAll(async () => {
    shop = await arrangementShop()
  })

  describe('what cannot be agreed', () => {
    test.each([
      [
        ['60.00', '59.99'],
        { code: 'arrangement.too_little', values: { amount: 'RM0.01', total: 'RM120.00' } },
      ],
      [['60.00', '60.01'], { code: 'arrangement.too_much', values: { amount: 'RM0.01', total: 'RM120.00' } }],
    ])('parts of %j', async ([first, second], expected) => {
      const bill = await shop.bill()
      const parts: [string, string][] = [
        [later(1), first!],
        [later(2), second!],
      ]
      expect(await refusalOf(shop.propose(bill, { parts }))).toEqual({
        ...expected,
        field: 'parts[1].amount',
      })
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
      expect(await refusalOf(write((trx) => rejectArrangement(trx, actor, everywhere, id, given)))).toEqual(
        own,
      )
      const active = await shop.bill()
      const running = await shop.agreed(active)
      await write((trx) =>
        trx.updateTable('parent').set({ user_id: null }).where('id', '=', bill.payer_parent_id).execute(),
      )
      await write((trx) =>
        trx
          .updateTable('parent')
          .set({ user_id: actor.id })
          .where('id', '=', active.payer_parent_id)
          .execute(),
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
      expect(both.filter(Boolean)).toEqual([
        { code: 'arrangement.decided', values: { by: expect.any(String), at: expect.any(String) } },
      ])
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
      expect(
        await refusalOf(write((trx) => approveArrangement(trx, head, everywhere, id, later(8)))),
      ).toEqual({
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
})
