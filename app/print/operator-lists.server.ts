import { bankChangeList } from '#app/domain/bank-changes/find-bank-changes.server.ts'
import { ledgerList } from '#app/domain/collections/find-collections.server.ts'
import { entityList } from '#app/domain/entities/find-entities.server.ts'
import { equationList } from '#app/domain/equations/find-equations.server.ts'
import { allExceptionList } from '#app/domain/exceptions/exception-lists.server.ts'
import { failedJobList } from '#app/domain/failed-jobs/find-jobs.server.ts'
import { featureList } from '#app/domain/features/find-features.server.ts'
import { holidayList } from '#app/domain/holidays/find-holidays.server.ts'
import type { OperatorList } from '#app/domain/lists/list.ts'
import { platformAuditList } from '#app/domain/log/audit.server.ts'
import { operatorSignInList } from '#app/domain/log/logins.server.ts'
import { operatorsList } from '#app/domain/operators/find-operators.server.ts'
import { packageList } from '#app/domain/packages/find-packages.server.ts'
import { adjustmentList } from '#app/domain/payouts/adjustments/find-adjustments.server.ts'
import { payoutList } from '#app/domain/payouts/find-payouts.server.ts'
import { registrationList } from '#app/domain/registrations/find-registrations.server.ts'
import { collectionReport, dailyReport } from '#app/domain/reports/collection-report.server.ts'
import { revenueList } from '#app/domain/revenue/find-revenue.server.ts'
import { platformInvoiceList } from '#app/domain/subscriptions/operator/find-platform-invoices.server.ts'
import { subscriptionList } from '#app/domain/subscriptions/operator/find-subscriptions.server.ts'
import { appointmentList } from '#app/domain/zakat-appointments/find-appointments.server.ts'

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
