import type { InvoiceSums } from '#app/domain/billing/invoices/invoice-sums.ts'

/** An invoice of which the family's credit has paid what is no longer left of its total. */
export const creditPays = (total_sen: number, balance_sen: number): InvoiceSums => ({
  ...{ total_sen, early_sen: 0, credited_sen: 0, payments: [], credit_kept_sen: 0 },
  ...{ credit_used_sen: total_sen - balance_sen, balance_sen },
})
