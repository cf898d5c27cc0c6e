import { collectionList } from '#app/domain/accounting/collections/find-collections.ts'
import { creditMoveList } from '#app/domain/accounting/credit-moves/find-credit-moves.ts'
import { creditList } from '#app/domain/accounting/credits/find-credits.ts'
import { monthList } from '#app/domain/accounting/months/find-months.ts'
import { arrangementList } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { creditNoteList } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { generationLog, generationStudentList } from '#app/domain/billing/generations/find-generations.ts'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { exceptionList } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { arrearsList } from '#app/domain/payments/arrears/find-arrears.ts'
import { attemptList } from '#app/domain/payments/attempts/find-attempts.ts'
import { lineList, statementList } from '#app/domain/payments/bank-statements/find-statements.ts'
import {
  cancelledList,
  cancelRequestList,
} from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { creditRefundList } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { drawerList } from '#app/domain/payments/drawers/find-drawers.ts'
import { paymentList } from '#app/domain/payments/payments/find-payments.ts'
import { holdList, reminderList } from '#app/domain/payments/reminders/find-reminders.ts'
import { slipList } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { creditLedger } from '#app/domain/platform/message-credits/find-credits.ts'
import { ownPayoutList } from '#app/domain/platform/payouts/find-payouts.ts'
import { standing } from '../exception-filters.ts'
import { day, earlier, text } from '../told.ts'
import { dayOf, ofTenant, rows } from './try-list.ts'

/** Of the payments the one that failed, the one that was cancelled elsewhere and the one for a class. */
const isFar = ({ number, amount_sen }: { number: string | null; amount_sen: number }) =>
  number === text || amount_sen === 700 || amount_sen === 900

/** What each filter leaves of the rows, in the lists of money. */
export function moneyLists() {
  ofTenant(
    invoiceList,
    () => ({
      status: ['outstanding', ({ status }) => status === 'unpaid' || status === 'overdue'],
      age: ['not_due', ({ status }) => status === 'unpaid'],
      issued_from: [day, ({ issued_on }) => issued_on !== null && issued_on >= day],
      issued_to: [earlier, ({ issued_on }) => issued_on !== null && issued_on < day],
      branch_id: [rows().far.id, ({ branch }) => branch === rows().far.name],
      einvoice: ['valid', ({ einvoice }) => einvoice === 'valid'],
      generation_id: [rows().billedRun.id, ({ number }) => number === rows().billedInvoice.number],
    }),
    ({ branch }) => branch !== rows().far.name,
  )

  ofTenant(
    paymentList,
    () => ({
      method: ['bank_transfer', ({ method }) => method === 'bank_transfer'],
      status: ['failed', ({ status }) => status === 'failed'],
      from: [day, ({ booked_on }) => booked_on >= day],
      to: [earlier, ({ booked_on }) => booked_on < day],
      branch_id: [rows().far.id, (row) => isFar(row)],
    }),
    (row) => !isFar(row),
  )

  ofTenant(creditLedger, () => ({
    kind: ['grant', ({ kind }) => kind === 'grant'],
    about: ['platform_invoice', ({ about }) => about === 'platform_invoice'],
    from: [day, ({ moved_on }) => moved_on >= day],
    to: [earlier, ({ moved_on }) => moved_on < day],
  }))

  ofTenant(ownPayoutList, () => ({
    status: ['draft', ({ status }) => status === 'draft'],
    from: [day, ({ payout_on }) => payout_on >= day],
    to: [earlier, ({ payout_on }) => payout_on < day],
  }))

  ofTenant(
    attemptList,
    () => ({
      from: [day, ({ requested_at }) => dayOf(requested_at) >= day],
      to: [earlier, ({ requested_at }) => dayOf(requested_at) < day],
      state: ['attention', ({ state }) => state === 'needs_review'],
    }),
    ({ buyer_name }) => buyer_name !== text,
  )

  ofTenant(
    collectionList,
    () => ({
      method: ['fpx', ({ method }) => method === 'fpx'],
      status: ['settled', ({ status }) => status === 'settled'],
      from: [day, ({ collected_on }) => collected_on >= day],
      to: [earlier, ({ collected_on }) => collected_on < day],
      branch_id: [rows().far.id, ({ branch }) => branch === rows().far.name],
      source: ['infaq', ({ source }) => source === 'infaq'],
      clerk: [rows().head.id, ({ clerk }) => clerk !== null],
      payout_id: [rows().payout.id, ({ payout_id }) => payout_id !== null],
    }),
    ({ branch }) => branch !== rows().far.name,
  )

  ofTenant(
    drawerList,
    () => ({
      from: [day, ({ opened_on }) => opened_on >= day],
      to: [earlier, ({ opened_on }) => opened_on < day],
      status: ['closed', ({ status }) => status === 'closed'],
      confirm: ['mine', ({ status }) => status === 'awaiting_confirmation'],
      branch_id: [rows().far.id, ({ branch }) => branch === rows().far.name],
    }),
    ({ branch }) => branch !== rows().far.name,
  )

  ofTenant(
    arrearsList,
    () => ({
      age: ['days_1_30', ({ days_1_30_sen }) => days_1_30_sen !== null],
      contact: ['long', ({ contacted_on }) => contacted_on !== null],
      promise: ['broken', ({ promise }) => promise === 'broken'],
      arrangement: ['broken', ({ arrangement }) => arrangement === 'broken'],
      next: ['due', ({ next_on }) => next_on !== null],
      branch_id: [rows().far.id, ({ parent }) => parent === text],
    }),
    ({ parent }) => parent !== text,
  )

  ofTenant(
    creditList,
    () => ({
      from: [day, ({ booked_on }) => booked_on >= day],
      to: [earlier, ({ booked_on }) => booked_on < day],
      reason: ['early_payment', ({ reason }) => reason === 'early_payment'],
    }),
    ({ parent }) => parent !== text,
  )

  ofTenant(
    reminderList,
    () => ({
      from: [day, ({ day: on }) => on >= day],
      to: [earlier, ({ day: on }) => on < day],
      level: ['3', ({ level }) => level === '3'],
      state: ['waiting', ({ state }) => state === 'waiting'],
    }),
    ({ parent }) => parent !== text,
  )

  ofTenant(
    holdList,
    () => ({ state: ['over', ({ state }) => state === 'over'] }),
    ({ parent }) => parent !== text,
  )

  ofTenant(monthList, () => ({ status: ['closed', ({ status }) => status === 'closed'] }))

  ofTenant(
    arrangementList,
    () => ({
      status: ['broken', ({ status }) => status === 'broken'],
      broken: ['open', ({ status }) => status === 'broken'],
    }),
    ({ parent }) => parent !== text,
  )

  ofTenant(
    creditMoveList,
    () => ({ status: ['rejected', ({ status }) => status === 'rejected'] }),
    ({ parent }) => parent !== text,
  )

  ofTenant(
    creditRefundList,
    () => ({ status: ['rejected', ({ status }) => status === 'rejected'] }),
    ({ parent }) => parent !== text,
  )

  ofTenant(
    cancelledList,
    () => ({
      method: ['bank_transfer', ({ method }) => method === 'bank_transfer'],
      from: [day, ({ cancelled_at }) => dayOf(cancelled_at!) >= day],
      to: [earlier, ({ cancelled_at }) => dayOf(cancelled_at!) < day],
      branch_id: [rows().far.id, ({ payer_name }) => payer_name === text],
    }),
    ({ payer_name }) => payer_name !== text,
  )

  ofTenant(
    slipList,
    () => ({
      status: ['rejected', ({ status }) => status === 'rejected'],
      from: [day, ({ paid_on }) => paid_on >= day],
      to: [earlier, ({ paid_on }) => paid_on < day],
    }),
    ({ parent }) => parent !== text,
  )

  ofTenant(
    creditNoteList,
    () => ({
      kind: ['write_off', ({ kind }) => kind === 'write_off'],
      status: ['rejected', ({ status }) => status === 'rejected'],
    }),
    ({ kind }) => kind !== 'write_off',
  )

  ofTenant(
    cancelRequestList,
    () => ({
      state: ['withdrawn', ({ state }) => state === 'withdrawn'],
      kind: ['payment', ({ kind }) => kind === 'payment'],
    }),
    ({ kind }) => kind === 'invoice',
  )

  ofTenant(
    exceptionList,
    () => ({ ...standing, branch_id: [rows().far.id, ({ kind }) => kind === 'no_answer'] }),
    ({ kind }) => kind === 'mismatch',
  )

  ofTenant(
    generationLog,
    () => ({
      from: [day, ({ run_at }) => dayOf(run_at!) >= day],
      to: [earlier, ({ run_at }) => dayOf(run_at!) < day],
      period: [day, ({ month }) => month === '2026-03-01'],
      status: ['failed', ({ status }) => status === 'failed'],
    }),
    ({ status }) => status !== 'failed',
  )

  ofTenant(
    statementList,
    () => ({
      from: [day, ({ created_at }) => dayOf(created_at) >= day],
      to: [earlier, ({ created_at }) => dayOf(created_at) < day],
      format: ['mt940', ({ bank }) => bank === 'Bank 0'],
      status: ['failed', ({ status }) => status === 'failed'],
    }),
    ({ status }) => status !== 'failed',
  )

  ofTenant(
    lineList,
    () => ({
      from: [day, ({ booked_on }) => booked_on >= day],
      to: [earlier, ({ booked_on }) => booked_on < day],
      status: ['debit', ({ status }) => status === 'debit'],
      statement: [rows().bankSaid.id, ({ file_name }) => file_name === text],
    }),
    ({ status }) => status !== 'debit',
  )

  ofTenant(generationStudentList, () => ({
    result: ['failed', ({ result }) => result === 'failed'],
    difference: ['new', ({ differences }) => differences.includes('new')],
    reason: ['no_payer', ({ reason }) => reason === 'no_payer'],
    branch_id: [rows().far.id, ({ branch }) => branch === rows().far.name],
    generation: [rows().billedRun.id, ({ generation_id }) => generation_id === rows().billedRun.id],
  }))
}
