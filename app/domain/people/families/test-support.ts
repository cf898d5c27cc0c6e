import { expect } from 'vitest'
import { collectionList } from '#app/domain/accounting/collections/find-collections.ts'
import { creditList } from '#app/domain/accounting/credits/find-credits.ts'
import { creditNoteList } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { addMonths, endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { arrearsList } from '#app/domain/payments/arrears/find-arrears.ts'
import { creditRefundList } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { paymentList } from '#app/domain/payments/payments/find-payments.ts'
import { familyBalance, parentList } from '#app/domain/people/parents/find-parents.ts'
import { figures } from '#app/domain/reporting/dashboards/figures.ts'
import { everyRow, listed } from '#tests/support/database/lists.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { openInvoicesOf } from './find-family.ts'
import { statementOf } from './statement.ts'

const all = { from: '2020-01-01', to: '2099-12-31' }

interface Office {
  tenant: Tenant
  families: readonly { payer_parent_id: string }[]
  branches: readonly string[]
  today: string
}

const sum = <Row>(rows: readonly Row[], sen: (row: Row) => number | null) =>
  rows.reduce((total, row) => total + (sen(row) ?? 0), 0)

/** What each place says that is owed, in sen; of a branch, or of all. */
async function owedBy({ tenant, families, today }: Office, scope: RowScope) {
  const board = await tenant.read((db) => figures(db, scope, today))
  const totals = async (query: Record<string, string>) =>
    (await listed(tenant, invoiceList, query, { scope, today })).totals.balance_sen ?? 0
  const late = sum(board.arrears, ({ bucket, owed_sen }) =>
    bucket === 'not_due' || bucket === 'pending' ? 0 : owed_sen,
  )
  const balances = await tenant.read((db) =>
    Promise.all(families.map(({ payer_parent_id }) => familyBalance(db, scope, payer_parent_id))),
  )
  const open = await tenant.read((db) =>
    Promise.all(families.map(({ payer_parent_id }) => openInvoicesOf(db, scope, payer_parent_id, today))),
  )
  return {
    owed: {
      dashboard: sum(board.arrears, ({ owed_sen }) => owed_sen),
      invoices: await totals({}),
      states:
        (await totals({ status: 'unpaid' })) +
        (await totals({ status: 'overdue' })) +
        (await totals({ status: 'pending' })),
      familyBalances: sum(balances, ({ owed_sen }) => owed_sen),
      familyPages: sum(open.flat(), ({ balance_sen }) => balance_sen),
      parents: (await listed(tenant, parentList, {}, { scope, today })).totals.balance_sen ?? 0,
    },
    late: {
      dashboard: late,
      arrears: (await listed(tenant, arrearsList, {}, { scope, today })).totals.late_sen ?? 0,
      invoices: await totals({ status: 'overdue' }),
    },
  }
}

/** Each place says one and the same. */
const agree = (said: Record<string, number>) =>
  expect(said).toEqual(Object.fromEntries(Object.keys(said).map((key) => [key, Object.values(said)[0]])))

/** Expects the same sums on every page and list, of each branch and of all, and on every statement. */
export async function agreeOfAll(office: Office) {
  const { tenant, families, branches, today } = office
  for (const scope of [
    everywhere,
    ...branches.map((id) => ({ ...everywhere, scope: 'branch' as const, branch_ids: [id] })),
  ]) {
    const { owed, late } = await owedBy(office, scope)
    agree(owed)
    agree(late)
  }
  const accounts = await tenant.read((db) =>
    Promise.all(families.map(({ payer_parent_id }) => statementOf(db, everywhere, payer_parent_id, all))),
  )
  const balances = await tenant.read((db) =>
    Promise.all(families.map(({ payer_parent_id }) => familyBalance(db, everywhere, payer_parent_id))),
  )
  expect(accounts.map(({ closing_sen }) => closing_sen)).toEqual(
    balances.map(({ owed_sen, credit_sen }) => owed_sen - credit_sen),
  )
  agree({
    balances: sum(balances, ({ credit_sen }) => credit_sen),
    book: (await listed(tenant, creditList)).totals.delta_sen ?? 0,
  })
  const rows = accounts.flatMap((account) => account.rows)
  const reserved = (await everyRow(tenant, creditRefundList)).filter(({ status }) =>
    ['requested', 'approved', 'sending'].includes(status),
  )
  agree({
    refunds: sum(reserved, ({ amount_sen }) => amount_sen),
    balances: sum(balances, ({ reserved_sen }) => reserved_sen),
    statements: sum(accounts, ({ reserved_sen }) => reserved_sen),
  })
  for (const { credit_sen, reserved_sen } of balances) expect(credit_sen).toBeGreaterThanOrEqual(reserved_sen)
  const moved = (...kinds: string[]) =>
    sum(rows, ({ movement, charged_sen, paid_sen }) =>
      kinds.includes(movement) ? (charged_sen ?? 0) - (paid_sen ?? 0) : 0,
    )
  agree({
    statements: moved('refund'),
    refunds: sum(await everyRow(tenant, creditRefundList, { status: 'paid' }), (row) => row.amount_sen),
    book: 0 - ((await listed(tenant, creditList, { reason: 'refund' })).totals.delta_sen ?? 0),
  })
  const invoices = (await listed(tenant, invoiceList, {}, { today })).totals
  agree({
    statements: moved(
      'invoice',
      'invoice_amended',
      'invoice_cancelled',
      'credit_note',
      'note_reversed',
      'write_off',
    ),
    invoices: (invoices.total_sen ?? 0) - (invoices.credited_sen ?? 0),
  })
  // What was reversed has stood there, and is told again on the day on which it went.
  const given = (await everyRow(tenant, creditNoteList)).filter(({ status }) =>
    ['approved', 'reversed'].includes(status),
  )
  for (const kind of ['credit_note', 'write_off'] as const)
    agree({
      statements: moved(kind),
      notes: sum(
        given.filter((note) => note.kind === kind),
        ({ total_sen }) => -total_sen,
      ),
    })
  agree({
    statements: moved('note_reversed'),
    notes: sum(
      given.filter(({ status }) => status === 'reversed'),
      ({ total_sen }) => total_sen,
    ),
  })
  for (const month of [0, 1].map((back) => addMonths(startOfMonth(today), -back))) {
    const span = { from: month, to: endOfMonth(month) }
    const here = rows.filter(({ on }) => on >= span.from && on <= span.to)
    const board = await tenant.read((db) => figures(db, everywhere, today))
    const collections = (await listed(tenant, collectionList, span)).totals
    const payments = (await listed(tenant, paymentList, span)).totals
    // To a statement that is a refund as any other; of the money that came it is taken, since CHIP sends it back itself.
    const backByChip = (await everyRow(tenant, creditRefundList, { status: 'paid' })).filter(
      ({ method, paid_on }) => method === 'chip' && paid_on! >= span.from && paid_on! <= span.to,
    )
    // What cash was rounded by came or did not, but no family was owed it.
    const rounded = payments.rounding_sen ?? 0
    agree({
      statements:
        sum(here, ({ movement, charged_sen, paid_sen }) =>
          movement === 'payment' || movement === 'payment_cancelled'
            ? (paid_sen ?? 0) - (charged_sen ?? 0)
            : 0,
        ) - sum(backByChip, ({ amount_sen }) => amount_sen),
      collections: (collections.gross_sen ?? 0) - (collections.payer_fee_sen ?? 0) - rounded,
      payments: (payments.amount_sen ?? 0) - (payments.payer_fee_sen ?? 0) - rounded,
      dashboard: (month === startOfMonth(today) ? board.collected.sen : board.collected.last_sen) - rounded,
    })
  }
}
