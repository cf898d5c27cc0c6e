import { ledgerList } from '#app/domain/accounting/collections/find-collections.server.ts'
import { equationList } from '#app/domain/accounting/reconciliation/find-equations.server.ts'
import { platformAuditList } from '#app/domain/audit/log/audit.server.ts'
import { operatorSignInList } from '#app/domain/audit/log/logins.server.ts'
import { holidayList } from '#app/domain/core/holidays/find-holidays.server.ts'
import type { OperatorList } from '#app/domain/core/lists/list.ts'
import { appointmentList } from '#app/domain/giving/zakat-appointments/find-appointments.server.ts'
import { bankChangeList } from '#app/domain/organisation/bank-changes/find-bank-changes.server.ts'
import { allExceptionList } from '#app/domain/payments/payment-exceptions/exception-lists.server.ts'
import { entityList } from '#app/domain/platform/entities/find-entities.server.ts'
import { failedJobList } from '#app/domain/platform/failed-jobs/find-jobs.server.ts'
import { featureList } from '#app/domain/platform/features/find-features.server.ts'
import { operatorsList } from '#app/domain/platform/operators/find-operators.server.ts'
import { packageList } from '#app/domain/platform/packages/find-packages.server.ts'
import { adjustmentList } from '#app/domain/platform/payouts/adjustments/find-adjustments.server.ts'
import { payoutList } from '#app/domain/platform/payouts/find-payouts.server.ts'
import { registrationList } from '#app/domain/platform/registrations/find-registrations.server.ts'
import { collectionReport, dailyReport } from '#app/domain/platform/reports/collection-report.server.ts'
import { revenueList } from '#app/domain/platform/revenue/find-revenue.server.ts'
import { platformInvoiceList } from '#app/domain/platform/subscriptions/operator/find-platform-invoices.server.ts'
import { subscriptionList } from '#app/domain/platform/subscriptions/operator/find-subscriptions.server.ts'

/** The operator's lists that can be taken away. */
const lists: readonly OperatorList[] = [
  ledgerList,
  revenueList,
  payoutList,
  adjustmentList,
  equationList,
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
