import { beforeAll, describe, expect, test } from 'vitest'
import { approveMove, requestCreditMove } from '#app/domain/accounting/credit-moves/change-credit-move.ts'
import { amendInvoice } from '#app/domain/billing/invoices/amend-invoice.ts'
import type { LineInput } from '#app/domain/billing/invoices/invoice.ts'
import { line, scopes, today } from '#app/domain/billing/invoices/test-support.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { branch, student } from '#tests/support/database/factories.ts'
import { allocation, credit, creditNote, invoice, payment } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { sendStatement, spanFaults, spanOf, statementOf } from './statement.ts'

let tenant: Tenant
let all: RowScope
beforeAll(async () => {
  tenant = await freshTenant()
  all = scopes.all(await tenant.actor('admin'))
})

/** RM120.00 of January, paid with RM150.00, and RM80.00 of February that was cancelled; RM10.00 went back in March. */
const family = () =>
  tenant.write(async (trx) => {
    const child = await student(trx, { name: 'Ali' })
    const parent_id = child.payer!.id
    const due = { student_id: child.id, payer_parent_id: parent_id, branch_id: child.branch_id }
    const january = await invoice(trx, {
      ...due,
      status: 'paid',
      issued_on: '2026-01-05',
      due_on: '2026-01-12',
    })
    await invoice(
      trx,
      {
        ...{ ...due, status: 'cancelled', issued_on: '2026-02-05', due_on: '2026-02-12', paid_sen: 0 },
        cancelled_at: new Date('2026-02-19T16:30:00Z'),
      },
      [{ price_sen: 8_000 }],
    )
    const money = await payment(trx, {
      payer_parent_id: parent_id,
      paid_on: '2026-01-20',
      amount_sen: 15_000,
    })
    await allocation(trx, money.id, january.id, 12_000)
    await credit(trx, { parent_id, delta_sen: 3_000, payment_id: money.id })
    await credit(trx, {
      ...{ parent_id, delta_sen: -1_000, reason: 'refund' },
      created_at: new Date('2026-03-02T04:00:00Z'),
    })
    return { parent_id, child }
  })

const told = async (parent_id: string, from: string, to: string, scope = all) => {
  const { rows } = await tenant.read((db) => statementOf(db, scope, parent_id, { from, to }))
  return rows.map(({ on, movement, charged_sen, paid_sen, balance_sen }) => [
    on,
    movement,
    charged_sen ?? (paid_sen === null ? null : -paid_sen),
    balance_sen,
  ])
}

describe('a statement of account', () => {
  test('tells all that moved the account, each on its day in Malaysia, and what was owed after it', async () => {
    const { parent_id } = await family()
    expect(await told(parent_id, '2026-01-01', '2026-03-31')).toEqual([
      ['2026-01-01', 'opening', null, 0],
      ['2026-01-05', 'invoice', 12_000, 12_000],
      ['2026-01-20', 'payment', -15_000, -3_000],
      ['2026-02-05', 'invoice', 8_000, 5_000],
      ['2026-02-20', 'invoice_cancelled', -8_000, -3_000],
      ['2026-03-02', 'credit', 1_000, -2_000],
      ['2026-03-31', 'closing', null, -2_000],
    ])
  })

  test('begins with what was owed before its first day, and ends with its last', async () => {
    const { parent_id } = await family()
    expect(await told(parent_id, '2026-02-05', '2026-02-19')).toEqual([
      ['2026-02-05', 'opening', null, -3_000],
      ['2026-02-05', 'invoice', 8_000, 5_000],
      ['2026-02-19', 'closing', null, 5_000],
    ])
  })

  test('is of the whole family or of nobody, and never of another one', async () => {
    const { parent_id, child } = await family()
    const own = { ...all, scope: 'own', parent_id } as const
    expect(await told(parent_id, '2026-01-01', '2026-01-31', own)).toHaveLength(4)
    const other = await family()
    await expect(told(other.parent_id, '2026-01-01', '2026-01-31', own)).rejects.toMatchObject({
      code: 'not_found.parent',
    })
    const near = { ...all, scope: 'branch', branch_ids: [child.branch_id] } as const
    expect(await told(parent_id, '2026-01-01', '2026-01-31', near)).toHaveLength(4)
    await tenant.write(async (trx) => {
      const far = await branch(trx)
      await invoice(trx, { student_id: child.id, payer_parent_id: parent_id, branch_id: far.id })
    })
    await expect(told(parent_id, '2026-01-01', '2026-01-31', near)).rejects.toMatchObject({
      code: 'statement.elsewhere',
    })
  })
})

test('an invoice that is changed moves the account on the day of the change, and the past stays as it was told', async () => {
  const { parent_id, child } = await family()
  const [admin, owed] = [await tenant.actor('admin'), { from: '2026-04-01', to: '2026-04-30' }]
  const { id } = await tenant.write((trx) =>
    invoice(
      trx,
      {
        ...{ student_id: child.id, payer_parent_id: parent_id, branch_id: child.branch_id },
        ...{ issued_on: '2026-04-05', due_on: '2026-04-12' },
      },
      [{ price_sen: 4_000 }],
    ),
  )
  const past = await told(parent_id, owed.from, owed.to)
  expect(past.slice(1)).toEqual([
    ['2026-04-05', 'invoice', 4_000, 2_000],
    ['2026-04-30', 'closing', null, 2_000],
  ])
  const amend = (version: number, items: LineInput[] | undefined, due_on = '2026-04-12') =>
    tenant.write((trx) => {
      const change = { due_on, reason: 'Harga tersalah taip', items }
      return amendInvoice(trx, admin, all, id, version, change, today)
    })
  await amend(1, [line({ price: 4_500 })])
  await amend(2, undefined, '2026-05-12')
  await amend(3, [line({ price: 3_000 })])
  expect(await told(parent_id, owed.from, owed.to)).toEqual(past)
  const day = currentDay()
  expect(await told(parent_id, '2026-05-01', '2099-12-31')).toEqual([
    ['2026-05-01', 'opening', null, 2_000],
    [day, 'invoice_amended', 500, 2_500],
    [day, 'invoice_amended', -1_500, 1_000],
    ['2099-12-31', 'closing', null, 1_000],
  ])
})

describe('what is taken back', () => {
  const billed = () =>
    tenant.write(async (trx) => {
      const child = await student(trx)
      const given = { student_id: child.id, payer_parent_id: child.payer!.id, branch_id: child.branch_id }
      const bill = await invoice(trx, { ...given, issued_on: '2026-01-05', due_on: '2026-01-12' })
      return { ...bill, given }
    })
  const approved = {
    ...{ status: 'approved', issued_on: '2026-01-20', decided_at: new Date('2026-01-20T04:00:00Z') },
  }

  test('by a note that was approved, and the rest when its invoice is cancelled; what waits moves nothing', async () => {
    const bill = await billed()
    await tenant.write(async (trx) => {
      const about = { invoice_id: bill.id, branch_id: bill.given.branch_id }
      await creditNote(trx, { ...about, ...approved, number: 'CN-26-900001', sub_total_sen: 1_000 })
      await trx.updateTable('invoice').set({ credited_sen: 1_000 }).where('id', '=', bill.id).execute()
      await creditNote(trx, { ...about, sub_total_sen: 500 })
    })
    const cancelled = { status: 'cancelled', cancelled_at: new Date('2026-01-25T04:00:00Z') }
    await tenant.write((trx) =>
      trx
        .updateTable('invoice')
        .set({ ...cancelled, cancel_reason: 'Dibilkan dua kali' })
        .where('id', '=', bill.id)
        .execute(),
    )
    expect(await told(bill.given.payer_parent_id, '2026-01-01', '2026-01-31')).toEqual([
      ['2026-01-01', 'opening', null, 0],
      ['2026-01-05', 'invoice', 12_000, 12_000],
      ['2026-01-20', 'credit_note', -1_000, 11_000],
      ['2026-01-25', 'invoice_cancelled', -11_000, 0],
      ['2026-01-31', 'closing', null, 0],
    ])
  })

  test('by a payment that is undone, and by credit that goes, on their days in Malaysia', async () => {
    const { id, given } = await billed()
    const parent_id = given.payer_parent_id
    await tenant.write(async (trx) => {
      const money = await payment(trx, { payer_parent_id: parent_id, paid_on: '2026-01-10' })
      await allocation(trx, money.id, id, 5_000)
      const undone = new Date('2026-01-14T17:00:00Z')
      await trx
        .updateTable('payment_allocation')
        .set({ reversed_at: undone })
        .where('payment_id', '=', money.id)
        .execute()
      await trx
        .updateTable('payment')
        .set({ status: 'cancelled', cancelled_at: undone, cancel_reason: 'Tersilap taip' })
        .where('id', '=', money.id)
        .execute()
      await credit(trx, { parent_id, delta_sen: 700, created_at: new Date('2026-01-17T17:00:00Z') })
      const standing = await payment(trx, { payer_parent_id: parent_id, paid_on: '2026-01-28' })
      await allocation(trx, standing.id, id, 2_000)
    })
    expect(await told(parent_id, '2026-01-10', '2026-01-31')).toEqual([
      ['2026-01-10', 'opening', null, 12_000],
      ['2026-01-10', 'payment', -5_000, 7_000],
      ['2026-01-15', 'payment_cancelled', 5_000, 12_000],
      ['2026-01-18', 'credit', -700, 11_300],
      ['2026-01-28', 'payment', -2_000, 9_300],
      ['2026-01-31', 'closing', null, 9_300],
    ])
  })
})

test('each row leads to its paper, and says of credit that it went to another family', async () => {
  const { parent_id } = await family()
  const other = await family()
  const [admin, owner] = [await tenant.actor('admin'), await tenant.actor('superadmin')]
  await tenant.write(async (trx) => {
    const { family_code } = await trx
      .selectFrom('parent')
      .select('family_code')
      .where('id', '=', other.parent_id)
      .executeTakeFirstOrThrow()
    const moved = { family_code, amount: 500, reason: 'Sepupu yang tinggal bersama' }
    const { id } = await requestCreditMove(trx, admin, all, parent_id, moved)
    await approveMove(trx, owner, all, id)
    const money = await payment(trx, { payer_parent_id: other.parent_id, paid_on: '2026-04-01' })
    const due = { student_id: other.child.id, payer_parent_id: parent_id, branch_id: other.child.branch_id }
    const open = await invoice(trx, { ...due, issued_on: '2026-03-20', due_on: '2026-04-01' })
    await allocation(trx, money.id, open.id, 1_000)
  })
  const { rows, credit_sen } = await tenant.read((db) =>
    statementOf(db, all, parent_id, { from: '2026-01-01', to: '2099-12-31' }),
  )
  expect(credit_sen).toBe(1_500)
  expect(rows.map(({ movement, about, about_id }) => [movement, about !== null, about_id !== null])).toEqual([
    ['opening', false, false],
    ['invoice', true, true],
    ['payment', true, true],
    ['invoice', true, true],
    ['invoice_cancelled', true, true],
    ['credit', false, false],
    ['invoice', true, true],
    // Somebody else's payment is theirs to show.
    ['payment', true, false],
    ['credit_moved', false, false],
    ['closing', false, false],
  ])
})

test('a draft elsewhere keeps no statement back, and half an account is not mailed either', async () => {
  const { parent_id, child } = await family()
  const near = { ...all, scope: 'branch', branch_ids: [child.branch_id] } as const
  const far = await tenant.write((trx) => branch(trx))
  const beyond = { student_id: child.id, payer_parent_id: parent_id, branch_id: far.id }
  await tenant.write((trx) => invoice(trx, { ...beyond, status: 'draft', number: null, issued_on: null }))
  expect(await told(parent_id, '2026-01-01', '2026-01-31', near)).toHaveLength(4)
  const actor = await tenant.actor('clerk')
  const send = () =>
    tenant.write(async (trx) => {
      await trx.updateTable('parent').set({ email: 'ibu@family.test' }).where('id', '=', parent_id).execute()
      return sendStatement(trx, actor, near, parent_id, { from: '2026-01-01', to: '2026-01-31' })
    })
  expect(await send()).toBe('ibu@family.test')
  await tenant.write((trx) => invoice(trx, beyond))
  await expect(send()).toRefuse('statement.elsewhere')
})

test.each([
  ['', '2025-07-01', '2026-06-15'],
  ['from=2026-02-01&to=2026-02-28', '2026-02-01', '2026-02-28'],
  ['from=2026-02-30&to=2026-02-28', '2025-03-01', '2026-02-28'],
  ['from=2026-02-01&to=2026-02-30', '2026-02-01', '2026-06-15'],
  ['from=2027-01-01', '2026-06-15', '2026-06-15'],
  ['to=2027-01-01', '2025-07-01', '2026-06-15'],
  ['from=2026-05-01&to=2026-03-01', '2026-05-01', '2026-06-15'],
])('the days of %s', (search, from, to) => {
  expect(spanOf(new URLSearchParams(search), '2026-06-15')).toEqual({ from, to })
})

test.each([
  ['from=2026-02-01&to=2026-02-01', {}],
  ['from=2026-02-30&to=x', { from: 'input.no_such_day', to: 'input.no_such_day' }],
  ['from=2026-05-01&to=2026-03-01', { to: 'input.date_order' }],
])('what is wrong with %s', (search, faults) => {
  expect(spanFaults(new URLSearchParams(search))).toEqual(faults)
})
