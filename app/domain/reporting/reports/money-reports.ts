import { generationLog } from '#app/domain/billing/generations/find-generations.ts'
import { cancelledList } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { type AnyReport, defineReport } from './report.ts'

/** Reports of what was billed and paid. */
export const moneyReports = [
  defineReport({
    ...{ list: generationLog, group: 'billing', subtitle: 'generation.log_hint', period: 'span' },
    groups: ['month'],
  }),
  defineReport({
    ...{
      list: cancelledList,
      group: 'payments',
      subtitle: 'payment.cancelled_list.subtitle',
      period: 'span',
    },
    groups: ['method'],
    sources: {
      amount_sen: ({ number }) => ({
        list: 'payment',
        search: { q: number ?? '', status: 'cancelled' },
        sum: 'amount_sen',
      }),
    },
  }),
] as unknown as readonly AnyReport[]
