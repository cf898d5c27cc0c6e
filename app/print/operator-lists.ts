import { ledgerList } from '#app/domain/accounting/collections/find-collections.ts'
import { reconciliationList } from '#app/domain/accounting/reconciliation/find-reconciliations.ts'
import { platformAuditList } from '#app/domain/audit/log/audit.ts'
import { operatorSignInList } from '#app/domain/audit/log/logins.ts'
import { holidayList } from '#app/domain/core/holidays/find-holidays.ts'
import type { OperatorList } from '#app/domain/core/lists/list.ts'
import { allExceptionList } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { appointmentList } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import { bankChangeList } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { entityList } from '#app/domain/platform/entities/find-entities.ts'
import { failedJobList } from '#app/domain/platform/failed-jobs/failed-jobs.ts'
import { featureList } from '#app/domain/platform/features/features.ts'
import { creditBalances, everyCreditLedger } from '#app/domain/platform/message-credits/find-credits.ts'
import { operatorsList } from '#app/domain/platform/operators/find-operators.ts'
import { packageList } from '#app/domain/platform/packages/find-packages.ts'
import { adjustmentList } from '#app/domain/platform/payouts/adjustments.ts'
import { payoutList } from '#app/domain/platform/payouts/find-payouts.ts'
import { platformInvoiceList } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { registrationList } from '#app/domain/platform/registrations/find-registrations.ts'
import { collectionReport, dailyReport } from '#app/domain/platform/reports/collection-report.ts'
import { revenueList } from '#app/domain/platform/revenue/find-revenue.ts'
import { subscriptionList } from '#app/domain/platform/subscriptions/find-subscriptions.ts'

/** The operator's lists that can be taken away. */
const lists: readonly OperatorList[] = [
  ledgerList,
  revenueList,
  payoutList,
  adjustmentList,
  reconciliationList,
  collectionReport,
  dailyReport,
  allExceptionList,
  failedJobList,
  entityList,
  holidayList,
  appointmentList,
  bankChangeList,
  packageList,
  registrationList,
  subscriptionList,
  creditBalances,
  everyCreditLedger,
  platformInvoiceList,
  featureList,
  operatorsList,
  platformAuditList,
  operatorSignInList,
]

/** By the name in the address: /admin/{name}/print. */
export const operatorPrintables: Readonly<Record<string, OperatorList>> = Object.fromEntries(
  lists.map((list) => [list.name, list]),
)
