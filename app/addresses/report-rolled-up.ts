import { button, page, pages } from './pages.ts'

/** Reports of sums that the writes keep, and the check of these sums. */
export const rolled_up_report = pages('tenant/report-rolled-up', {
  collectionYearly: page('/report/payment/collectionYearly', 'report_money.year_totals'),
  branchCollections: page('/report/branch/collections', 'report_branch_money.view'),
  billingSummary: page('/report/invoice/billingSummary', 'report_money.view'),
  billedLines: page('/report/invoice/billedLines', 'report_money.view'),
  check: page('/report/check', 'month.view'),
  rebuild: button('/report/check/rebuild', 'month.reopen'),
})
