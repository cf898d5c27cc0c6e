import { cancelledReport } from './money/cancelled-payments.ts'
import { generationReport } from './money/generation-log.ts'
import { invoiceReport } from './money/invoice-list.ts'
import { invoiceYearlyReport } from './money/invoice-yearly.ts'
import { paymentReport } from './money/payment-list.ts'
import { paymentMonthlyReport } from './money/payment-monthly.ts'
import { paymentYearlyReport } from './money/payment-yearly.ts'
import type { AnyReport } from './report.ts'

/** Reports of what was billed and paid, in the order of the index. */
export const moneyReports = [
  invoiceReport,
  invoiceYearlyReport,
  generationReport,
  paymentReport,
  paymentMonthlyReport,
  paymentYearlyReport,
  cancelledReport,
] as unknown as readonly AnyReport[]
