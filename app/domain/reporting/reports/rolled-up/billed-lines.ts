import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { feeCategoryOptions } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import { programOptions } from '#app/domain/catalogue/programs/programs.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { inMonth, inYear } from '#app/domain/core/lists/calendar-filters.ts'
import { linkOnly, oneEntry } from '#app/domain/core/lists/filters.ts'
import { type Reader, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { defineReport } from '#app/domain/reporting/reports/report.ts'
import { inBranch, isWithin } from './filters.ts'

/** What became of what was billed, in sen: `billed - discount + tax = total = credited + collected + outstanding`. */
export interface Billed {
  billed_sen: number
  discount_sen: number
  tax_sen: number
  total_sen: number
  credited_sen: number
  collected_sen: number
  outstanding_sen: number
}

/** Columns of a table of what was billed. */
export const billedColumns = [
  {
    key: 'billed_sen',
    label: 'report_money.rolled_up.billed',
    kind: 'money',
    total: true,
    sort: true,
    room: 'wide',
  },
  {
    key: 'discount_sen',
    label: 'report_money.rolled_up.discounts',
    kind: 'money',
    total: true,
    room: 'wide',
  },
  { key: 'tax_sen', label: 'report_money.rolled_up.tax', kind: 'money', total: true, room: 'widest' },
  { key: 'total_sen', label: 'report_money.rolled_up.total', kind: 'money', total: true, room: 'wide' },
  { key: 'credited_sen', label: 'invoice.credited_sen', kind: 'money', total: true, room: 'widest' },
  {
    key: 'collected_sen',
    label: 'report_money.rolled_up.collected',
    kind: 'money',
    total: true,
    room: 'table',
  },
  {
    key: 'outstanding_sen',
    label: 'invoice.outstanding',
    kind: 'money',
    total: true,
    sort: true,
    room: 'much',
  },
] as const

interface Asked {
  /** Without them all that was ever billed, which takes long. */
  year?: string | undefined
  month?: string | undefined
  branch_id?: string | undefined
}

/** So much of a sum as falls to a line, cut where the shares before it end: the shares of all lines add up to the sum. */
const share = (
  sen: RawBuilder<unknown>,
  upto: RawBuilder<unknown>,
  own: RawBuilder<unknown>,
  whole: RawBuilder<unknown>,
) =>
  sql`coalesce(${sen} * ${upto} / nullif(${whole}, 0) - ${sen} * (${upto} - ${own}) / nullif(${whole}, 0), 0)`

const upToHere = sql`over (partition by line.invoice_id order by line.position, line.id)`
const ofInvoice = sql`over (partition by line.invoice_id)`

/**
 * SQL, a subquery: the lines of the invoices that were issued in a month and not cancelled, with what became of each until now.
 * A credit note takes off the lines that it names; what else was credited, such as a debt that was given up, and then what was
 * paid, is shared out over what is left of the lines. So the lines of an invoice add up to the invoice to the sen.
 */
export function billedLines(
  { scope, branch_ids }: RowScope,
  { year, month, branch_id }: Asked,
): RawBuilder<unknown> {
  const branches = scope === 'all' ? undefined : scope === 'branch' ? [...branch_ids] : []
  return sql`(
    with own as materialized (
      select id, number, student_id, branch_id, issued_on, paid_sen, credited_sen from invoice
      where ${isWithin(sql`issued_on`, { year, month })}
        and status in ('unpaid', 'pending', 'paid')
        ${branches ? sql`and branch_id = any(${branches}::uuid[])` : sql``}
        ${branch_id ? sql`and branch_id = ${branch_id}` : sql``}
    ), noted as (
      select item.invoice_item_id, sum(item.amount_sen + item.tax_sen)::bigint as sen
      from credit_note as note join credit_note_item as item on item.credit_note_id = note.id
      where note.status = 'approved' and note.invoice_id in (select id from own where credited_sen > 0)
      group by 1
    ), line as (
      select item.id, item.position, item.description, item.amount_sen + item.discount_sen as billed_sen,
        item.discount_sen, item.tax_sen, item.amount_sen + item.tax_sen as total_sen, coalesce(noted.sen, 0) as noted_sen,
        item.subject_fee_id, item.fee_type_id, own.id as invoice_id, own.number, own.student_id, own.issued_on,
        own.paid_sen, own.credited_sen
      from own join invoice_item as item on item.invoice_id = own.id left join noted on noted.invoice_item_id = item.id
    ), first as (
      select line.*, total_sen - noted_sen as left_sen,
        (credited_sen - sum(noted_sen) ${ofInvoice})::bigint as other_sen,
        (sum(total_sen - noted_sen) ${upToHere})::bigint as upto, (sum(total_sen - noted_sen) ${ofInvoice})::bigint as whole
      from line
    ), second as (
      select line.*, noted_sen + ${share(sql`other_sen`, sql`upto`, sql`left_sen`, sql`whole`)} as off_sen from first as line
    ), third as (
      select line.*, (sum(total_sen - off_sen) ${upToHere})::bigint as due_upto,
        (sum(total_sen - off_sen) ${ofInvoice})::bigint as due from second as line
    ), fourth as (
      select line.*, ${share(sql`paid_sen`, sql`due_upto`, sql`(total_sen - off_sen)`, sql`due`)} as taken_sen from third as line
    )
    select line.id, line.invoice_id, line.number, line.student_id, line.issued_on, line.description, line.billed_sen,
      line.discount_sen, line.tax_sen, line.total_sen, line.off_sen as credited_sen, line.taken_sen as collected_sen,
      line.total_sen - line.off_sen - line.taken_sen as outstanding_sen, subject.program_id, fee_type.fee_category_id
    from fourth as line
      left join subject_fee on subject_fee.id = line.subject_fee_id left join subject on subject.id = subject_fee.subject_id
      left join fee_type on fee_type.id = line.fee_type_id)`
}

export interface BilledLine extends Billed {
  id: string
  invoice_id: string
  number: string
  student: string
  issued_on: string
  description: string
  program: string | null
  fee_category: string | null
}

const onPages: ReadonlySet<string> = new Set(['total_sen', 'collected_sen', 'outstanding_sen'])

/** Lines without a program, without a kind of fee, or without either. */
const missing = z.enum(['program', 'fee_category', 'both'])

/** Every line that was billed in a month, with what was discounted, credited, collected and is left of it. */
export const billedLinesList = tenantList<BilledLine>()({
  name: 'report/invoice/billedLines',
  title: 'report_money.rolled_up.billed_lines.title',
  access: { view: 'report_money.view', print: 'report_money.print' },
  columns: [
    { key: 'student', label: 'invoice.student', room: 'who', sort: true },
    { key: 'number', label: 'invoice.number', kind: 'number', only: 'file', sort: true },
    { key: 'description', label: 'invoice.description', lines: true },
    { key: 'issued_on', label: 'invoice.issued_on', kind: 'date', only: 'file' },
    {
      key: 'program',
      label: 'subject.program_id',
      none: 'report_money.rolled_up.no_program',
      only: 'file',
    },
    {
      key: 'fee_category',
      label: 'fee_type.fee_category_id',
      none: 'report_money.rolled_up.no_category',
      only: 'file',
    },
    // Beside names and descriptions a page has room for what is left of a line; the others are on wide screens and in files.
    ...billedColumns.map((column) =>
      onPages.has(column.key) ? column : { ...column, room: 'widest' as const },
    ),
  ],
  filters: {
    year: inYear('report_money.rolled_up.year'),
    month: inMonth('report_money.rolled_up.month'),
    branch_id: inBranch(),
    program_id: oneEntry<Reader>('subject.program_id', (db, _reader, chosen) => programOptions(db, chosen)),
    fee_category_id: oneEntry<Reader>('fee_type.fee_category_id', (db, _reader, chosen) =>
      feeCategoryOptions(db, chosen),
    ),
    without: linkOnly(missing),
  },
  defaultSort: 'number',
  query(db, { scope }, { q, year, month, branch_id, program_id, fee_category_id, without }) {
    const rows = sql<BilledLine & { program_id: string | null; fee_category_id: string | null }>`(
      select line.*, student.name as student, program.name as program, fee_category.name as fee_category
      from ${billedLines(scope, { year, month, branch_id })} as line
        join student on student.id = line.student_id left join program on program.id = line.program_id
        left join fee_category on fee_category.id = line.fee_category_id)`
    let query = db.selectFrom(rows.as('line')).selectAll()
    if (program_id) query = query.where('line.program_id', '=', program_id)
    if (fee_category_id) query = query.where('line.fee_category_id', '=', fee_category_id)
    if (without === 'program' || without === 'both') query = query.where('line.program_id', 'is', null)
    if (without === 'fee_category' || without === 'both')
      query = query.where('line.fee_category_id', 'is', null)
    return q
      ? query.where((eb) => contains(eb, q, ['line.number', 'line.student', 'line.description']))
      : query
  },
})

export const billedLinesReport = defineReport({
  ...{ list: billedLinesList, group: 'billing', subtitle: 'report_money.rolled_up.billed_lines.subtitle' },
  period: 'month',
  groups: ['program', 'fee_category'],
})
