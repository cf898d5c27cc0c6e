import type { Fault } from './fault.ts'

const parts = 'app/domain/reporting/reports/money/parts.ts'
const tests = ['money-reports.db']

/** Figures of the reports of money. */
export const moneyReportFaults: readonly Fault[] = [
  {
    about: 'A refund of a payment that stays counts against the invoices that it paid',
    file: parts,
    find: "collection.source = 'invoice' and collection.status <> 'refunded' as pays",
    replace: "collection.source = 'invoice' as pays",
    tests,
  },
  {
    about: 'A share of a payment is rounded by itself, so that the shares miss a sen',
    file: parts,
    find: '`abs(part.sen) * ${upto} / line.whole`',
    replace: '`abs(part.sen) / line.whole * ${upto}`',
    tests,
  },
  {
    about: 'A report counts what FPX took from the payer as received',
    file: parts,
    find: '      ${withoutPayerFee} as sen\n',
    replace: '      collection.gross_sen as sen\n',
    tests,
  },
  {
    about: 'A cancelled invoice is billed in the report of a year',
    file: 'app/domain/reporting/reports/money/invoice-yearly.ts',
    find: "['unpaid', 'pending', 'paid'])",
    replace: "['unpaid', 'pending', 'paid', 'cancelled'])",
    tests,
  },
  {
    about: 'A clerk reads what a whole year comes to',
    file: 'app/domain/reporting/reports/money/filters.ts',
    find: "scopeOf(roles, 'report_money.year_totals' satisfies Permission)",
    replace: "scopeOf(roles, 'report_money.view' satisfies Permission)",
    tests,
  },
]
