import { cancelledList } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { defineReport } from '#app/domain/reporting/reports/report.ts'

/** Payments that were cancelled. Their total, below zero, is that of the cancelled lines of the list of payments. */
export const cancelledReport = defineReport({
  ...{ list: cancelledList, group: 'payments', subtitle: 'payment.cancelled_list.subtitle' },
  period: 'span',
  groups: ['method', 'by', 'approver'],
  sources: {
    amount_sen: ({ number }) => ({
      ...{ list: 'payment', search: { q: number ?? '', status: 'cancelled' }, sum: 'amount_sen' },
    }),
  },
})
