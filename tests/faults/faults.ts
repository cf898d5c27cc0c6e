import { accessFaults } from './access.ts'
import { amountFaults } from './amounts.ts'
import { billingFaults } from './billing.ts'
import { cashFaults } from './cash.ts'
import { classFaults } from './classes.ts'
import { creditFaults } from './credit.ts'
import { einvoiceDocumentFaults } from './einvoice-documents.ts'
import { einvoiceFaults } from './einvoices.ts'
import { enrolmentFaults } from './enrolment.ts'
import type { Fault } from './fault.ts'
import { fileFaults } from './files.ts'
import { gatewayFaults } from './gateways.ts'
import { givingFaults } from './giving.ts'
import { isolationFaults } from './isolation.ts'
import { jobFaults } from './jobs.ts'
import { letterFaults } from './letters.ts'
import { listFaults } from './lists.ts'
import { matchingFaults } from './matching.ts'
import { messageFaults } from './messages.ts'
import { paymentFaults } from './payments.ts'
import { payoutFaults } from './payouts.ts'
import { peopleFaults } from './people.ts'
import { platformFaults } from './platform.ts'
import { moneyReportFaults } from './report-money.ts'
import { reportFaults } from './reports.ts'
import { sessionFaults } from './sessions.ts'
import { wordFaults } from './words.ts'

/** All of them by theme; a new feature adds its own. */
export const faults: Readonly<Record<string, readonly Fault[]>> = {
  access: accessFaults,
  amounts: amountFaults,
  billing: billingFaults,
  cash: cashFaults,
  classes: classFaults,
  credit: creditFaults,
  gateways: gatewayFaults,
  giving: givingFaults,
  matching: matchingFaults,
  messages: messageFaults,
  payments: paymentFaults,
  payouts: payoutFaults,
  'einvoice-documents': einvoiceDocumentFaults,
  einvoices: einvoiceFaults,
  enrolment: enrolmentFaults,
  files: fileFaults,
  isolation: isolationFaults,
  jobs: jobFaults,
  letters: letterFaults,
  lists: listFaults,
  people: peopleFaults,
  platform: platformFaults,
  reports: reportFaults,
  'report-money': moneyReportFaults,
  sessions: sessionFaults,
  words: wordFaults,
}
