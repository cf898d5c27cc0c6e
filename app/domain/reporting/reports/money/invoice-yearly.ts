import { type RawBuilder, sql } from 'kysely'
import { invoicesIn, owed } from '#app/domain/core/invoicing/invoice.ts'
import { inYear, type MonthKey, monthKeys } from '#app/domain/core/lists/calendar-filters.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { type Reader, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { defineReport } from '#app/domain/reporting/reports/report.ts'
import {
  figuresOf,
  inBranch,
  inMonthOf,
  inProgram,
  isFor,
  readsYearTotals,
  spanOfMonth,
  spanOfYear,
  yearColumns,
} from './filters.ts'

const figures = ['billed', 'credited', 'paid', 'balance'] as const
type Figure = (typeof figures)[number]

/** What of an invoice each figure is, and the column of the list of invoices that adds it up. */
const columnOf = {
  billed: { sen: sql`invoice.total_sen`, sum: 'total_sen' },
  credited: { sen: sql`invoice.credited_sen`, sum: 'credited_sen' },
  paid: { sen: sql`invoice.paid_sen`, sum: 'paid_sen' },
  balance: { sen: owed, sum: 'balance_sen' },
} as const satisfies Record<Figure, { sen: RawBuilder<unknown>; sum: string }>

/** A student in a year: a figure for each month, and each figure of the year. */
interface YearlyRow extends Record<MonthKey, number | null> {
  id: string
  /** By name. */
  place: string
  student_id: string
  student: string
  student_no: string
  year: string
  /** Of the figure that the months show. */
  total_sen: number
  billed_sen: number
  credited_sen: number
  paid_sen: number
  balance_sen: number
}

/**
 * Invoices of each student in a year, the present one unless another is asked for, by the month in which they were issued:
 * what was billed, and of the same invoices what was credited, paid and is owed today, so that billed less credited less paid
 * is the balance of each month. Drafts and cancelled invoices are in no figure.
 */
export const invoiceYearlyList = tenantList<YearlyRow>()({
  name: 'report/payment/invoiceYearly',
  title: 'report_money.invoice_yearly.title',
  access: { view: 'report_money.view', print: 'report_money.print' },
  columns: [
    { key: 'student', label: 'invoice.student', room: 'who', sort: true },
    { key: 'student_no', label: 'invoice.student_no', only: 'file', room: 'below' },
    { key: 'year', label: 'report_money.year', only: 'file', room: 'below' },
    ...yearColumns,
    ...figures.map(
      (figure) =>
        ({
          key: `${figure}_sen`,
          label: `report_money.figures.${figure}`,
          kind: 'money',
          only: 'file',
          room: 'below',
          when: readsYearTotals,
        }) as const,
    ),
  ],
  filters: {
    year: inYear('report_money.year', 'report.periods.this_year'),
    figure: oneOf('report_money.figure', ['credited', 'paid', 'balance'], 'report_money.figures', {
      all: 'report_money.figures.billed',
    }),
    branch_id: inBranch(),
    program_id: inProgram(),
  },
  defaultSort: 'place',
  once: () => true,
  query(db, { scope, today }, { q, year = today.slice(0, 4), branch_id, program_id, ...asked }) {
    const figure = (asked.figure ?? 'billed') as Figure
    const { from, to } = spanOfYear(year)
    let query = invoicesIn(db, scope)
      .where('invoice.status', 'in', ['unpaid', 'pending', 'paid'])
      .where('invoice.issued_on', '>=', from)
      .where('invoice.issued_on', '<=', to)
      .groupBy('invoice.student_id')
      .select('invoice.student_id')
      .select([sumOf(figure).as('total_sen'), ...figures.map((one) => sumOf(one).as(`${one}_sen`))])
      .select(
        monthKeys.map((month) =>
          sql<
            number | null
          >`sum(${columnOf[figure].sen}) filter (where ${inMonthOf(year, month, sql`invoice.issued_on`)})::bigint`.as(
            month,
          ),
        ),
      )
    if (branch_id) query = query.where('invoice.branch_id', '=', branch_id)
    for (const condition of isFor(sql`invoice.id`, { program_id })) query = query.where(condition)
    const named = db
      .selectFrom(query.as('found'))
      .innerJoin('student', 'student.id', 'found.student_id')
      .selectAll('found')
      .select(['student.name as student', 'student.student_no'])
      .select(sql<string>`${year}::text`.as('year'))
      .select(sql<string>`found.student_id::text || ${year}`.as('id'))
      .select(sql<string>`lower(student.name)`.as('place'))
    return q ? named.where((eb) => contains(eb, q, ['student.name', 'student.student_no'])) : named
  },
})

const sumOf = (figure: Figure) => sql<number>`sum(${columnOf[figure].sen})::bigint`

interface InvoiceYearlySearch {
  figure?: Figure | undefined
  branch_id?: string | undefined
  program_id?: string | undefined
}

/** The invoices of some days that make up a figure of a student. */
const sourceOf = (
  { student_id }: YearlyRow,
  { figure = 'billed', branch_id, program_id }: InvoiceYearlySearch,
  span: { from?: string; to?: string },
) => ({
  list: 'report/payment/invoiceList',
  search: { ...span, student_id, branch_id, program_id },
  sum: columnOf[figure].sum,
})

/** The invoices of some days, of all students. */
const billedIn = (
  span: { from: string; to: string },
  { figure = 'billed', branch_id, program_id }: InvoiceYearlySearch,
) => ({
  list: 'report/payment/invoiceList',
  search: { ...span, branch_id, program_id },
  sum: columnOf[figure].sum,
})

export const invoiceYearlyReport = defineReport({
  ...{ list: invoiceYearlyList, group: 'billing', subtitle: 'report_money.invoice_yearly.subtitle' },
  period: 'year',
  wholes: {
    total_sen: ({ today }, search) =>
      billedIn(spanOfYear(search.year ?? today.slice(0, 4)), search as InvoiceYearlySearch),
    ...Object.fromEntries(
      monthKeys.map((month) => [
        month,
        ({ today }: Pick<Reader, 'today'>, search: InvoiceYearlySearch & { year?: string }) =>
          billedIn(spanOfMonth(search.year ?? today.slice(0, 4), month), search),
      ]),
    ),
  },
  sources: {
    total_sen: (row, search) => sourceOf(row, search, spanOfYear(row.year)),
    ...Object.fromEntries(
      figures.map((figure) => [
        `${figure}_sen`,
        (row: YearlyRow, search: InvoiceYearlySearch) =>
          sourceOf(row, { ...search, figure }, spanOfYear(row.year)),
      ]),
    ),
    ...Object.fromEntries(
      monthKeys.map((month) => [
        month,
        (row: YearlyRow, search: InvoiceYearlySearch) =>
          row[month] === null ? undefined : sourceOfMonth(row, search, month),
      ]),
    ),
  },
})

function sourceOfMonth(row: YearlyRow, search: InvoiceYearlySearch, month: MonthKey) {
  return sourceOf(row, search, spanOfMonth(row.year, month))
}

/** The figure of each month of a row, with the invoices behind it. */
export const figuresOfMonths = (row: YearlyRow, search: object) =>
  figuresOf(row, (month) => sourceOfMonth(row, search as InvoiceYearlySearch, month))
