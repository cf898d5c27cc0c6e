import { expect } from 'vitest'
import { collectionList } from '#app/domain/accounting/collections/find-collections.ts'
import { creditList } from '#app/domain/accounting/credits/find-credits.ts'
import { creditNoteList } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { type Actor, everywhere, type RowScope, systemActor } from '#app/domain/core/actor.ts'
import { addMonths, endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { applyAnswer } from '#app/domain/gateways/answers/apply-answer.ts'
import { bindPurchase } from '#app/domain/gateways/chip/purchase.ts'
import { arrearsList } from '#app/domain/payments/arrears/find-arrears.ts'
import { ring, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { csvOf, uploaded } from '#app/domain/payments/bank-statements/test-support.ts'
import { startPurchase } from '#app/domain/payments/chip/start-purchase.ts'
import {
  approveRefund,
  askForRefund,
  refundablePayments,
} from '#app/domain/payments/credit-refunds/change-credit-refund.ts'
import { creditRefundList } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { failRefund, settleRefund } from '#app/domain/payments/credit-refunds/refund-by-chip.ts'
import { paymentList } from '#app/domain/payments/payments/find-payments.ts'
import { recordPayment } from '#app/domain/payments/payments/record-payment.ts'
import { confirmSlip, submitSlip } from '#app/domain/payments/transfer-slips/change-slip.ts'
import { paper } from '#app/domain/payments/transfer-slips/test-support.ts'
import { familyBalance, parentList } from '#app/domain/people/parents/find-parents.ts'
import { figures } from '#app/domain/reporting/dashboards/figures.ts'
import { readPurchase, reportOf } from '#app/integrations/chip/purchase.ts'
import { everyRow, listed } from '#tests/support/database/lists.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { openInvoicesOf } from './find-families.ts'
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

interface PaymentOffice {
  shop: Shop
  /** Who asks, and who decides. */
  admin: Actor
  owner: Actor
  today: string
}

interface Bill {
  id: string
  public_code: string
  balance_sen: number
  payer_parent_id: string
}

/** By CHIP; of some the counter takes as much meanwhile, so that CHIP's money is the family's credit. */
export async function payByChip({ shop, admin, today }: PaymentOffice, bill: Bill, n: number) {
  const { write } = shop.tenant
  const at = new Date(`${today}T01:00:00Z`)
  const code = await write((trx) =>
    startPurchase(trx, systemActor, {
      ...{ codes: [bill.public_code], group: 'card', buyer_name: 'Nur', buyer_email: null, locale: 'en', at },
    }),
  )
  const { id, order_no, amount_sen } = await shop.attempt(code)
  const purchase_id = crypto.randomUUID()
  const purchase = (status: string, refundable_amount = amount_sen) =>
    readPurchase(
      JSON.stringify({
        ...{ id: purchase_id, brand_id: 'brand', reference: order_no, is_test: false, status },
        ...{
          purchase: { total: amount_sen, total_override: amount_sen, currency: 'MYR' },
          refundable_amount,
        },
        payment:
          status === 'created'
            ? null
            : { amount: amount_sen, currency: 'MYR', is_outgoing: false, paid_on: at.getTime() / 1_000 },
      }),
    )!
  await bindPurchase(write, { id, order_no }, purchase('created'))
  const says = (status: string, refundable?: number) => {
    const one = purchase(status, refundable)
    const raw = Buffer.from(JSON.stringify(one))
    const answer = { report: reportOf(one), raw, fingerprint: 'https', environment: 'live', at, ring }
    return write((trx) => applyAnswer(trx, systemActor, id, { channel: 'enquiry', ...answer }))
  }
  const cash = { method: 'cash', amount: bill.balance_sen, paid_on: today, despite_attempt: 'on' } as const
  const rules = { scope: everywhere, today, backdate_days: 30 }
  if (n % 3 === 0) await write((trx) => recordPayment(trx, admin, bill.id, cash, rules))
  await says(n % 3 === 2 ? 'cancelled' : 'paid')
  // Somebody sends a part of it back at CHIP, which waits on the desk.
  if (n % 7 === 1) await says('refunded', amount_sen - 1)
}

/** Credit back through CHIP, as far as `n` says: done, refused, or still under way. */
export async function refundByChip(
  { shop, admin, owner, today }: PaymentOffice,
  parent_id: string,
  n: number,
) {
  const { write, read, place } = shop.tenant
  const [payment] = await read((db) => refundablePayments(db, parent_id))
  const input = {
    ...{ amount: (n % 300) + 1, reason: 'Pindah ke negeri lain', payee_name: 'Puan Ibu' },
    method: 'chip',
    payment_id: payment!.id,
  } as const
  const keys = { ring, place: place.schema }
  const { id } = await write((trx) => askForRefund(trx, admin, everywhere, keys, parent_id, input))
  await write((trx) => approveRefund(trx, owner, everywhere, id, today))
  if (n % 4 === 0) return
  const sent = { status: 'sending', sent_at: new Date(), before_sen: 0 }
  await write((trx) => trx.updateTable('credit_refund').set(sent).where('id', '=', id).execute())
  // A second one of the payment waits for the first to be over.
  if (n % 4 === 1) return void (await write((trx) => settleRefund(trx, systemActor, id, 'CHIP-1')))
  const failed = { from: 'sending', failure: 'refused' } as const
  if (n % 4 === 2) await write((trx) => failRefund(trx, systemActor, id, failed))
}

let serial = 0

/** A transfer that its payer shows, and the office confirms. */
export async function payBySlip({ shop, admin, today }: PaymentOffice, bill: Bill, n: number) {
  const { write } = shop.tenant
  const said = { amount: (n % 1_300) + 1, paid_on: today, reference_no: `IBG ${++serial}` }
  const id = await write((trx) => submitSlip(trx, systemActor, bill.public_code, said, paper(), today))
  if (n % 4 > 0) await write((trx) => confirmSlip(trx, admin, everywhere, id, said, today))
}

/** A transfer that the bank's file tells of; some files are taken back the same day. */
export async function payByStatement({ shop, today }: PaymentOffice, parent_id: string, n: number) {
  const { tenant } = shop
  const { family_code } = await tenant.read((db) =>
    db.selectFrom('parent').select('family_code').where('id', '=', parent_id).executeTakeFirstOrThrow(),
  )
  const on = today.split('-').reverse().join('/')
  const amount = ((n % 1_300) + 1) / 100
  const line = { on, reference: family_code, words: `DUITNOW ${++serial}`, in: amount.toFixed(2) }
  const statement = await uploaded(tenant, csvOf([line]))
  if (n % 3 === 0) await statement.undo()
}
