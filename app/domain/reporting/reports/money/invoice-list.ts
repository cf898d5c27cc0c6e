import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'
import { invoicesMentioning } from '#app/domain/billing/invoices/find-invoices.ts'
import { type ArrearsBucket, arrearsBuckets, bucketOn } from '#app/domain/core/invoicing/buckets.ts'
import { einvoiceOfInvoice } from '#app/domain/core/invoicing/einvoice-state.ts'
import { invoicesIn, owed, shownStatuses, statusOn } from '#app/domain/core/invoicing/invoice.ts'
import { linkOnly, onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { defineReport } from '#app/domain/reporting/reports/report.ts'
import type { DB } from '#db/types.ts'
import { inBranch, inProgram, inSubject, isFor } from './filters.ts'

/** What is billed: drafts are not, and a cancelled invoice is listed but not added up. */
export const billedStatuses = ['unpaid', 'part_paid', 'overdue', 'pending', 'paid'] as const

const issuedStatuses = shownStatuses.filter((status) => status !== 'draft')

/**
 * Issued invoices, the latest first, each as it is today: total, what was credited and written off, what was paid with money or
 * credit, and what is owed, so that total less credited less paid is the balance. Cancelled ones are in no total.
 */
export const invoiceReportList = tenantList<Selected<typeof issued>>()({
  name: 'report/payment/invoiceList',
  title: 'report_money.invoice_list.title',
  access: { view: 'report_money.view', print: 'report_money.print' },
  columns: [
    { key: 'number', label: 'invoice.number', kind: 'number', sort: true },
    { key: 'issued_on', label: 'invoice.issued_on', kind: 'date', room: 'wide', sort: true },
    { key: 'due_on', label: 'invoice.due_on', kind: 'date', room: 'widest', sort: true },
    { key: 'student', label: 'invoice.student', room: 'who', sort: true },
    { key: 'payer', label: 'invoice.payer', room: 'widest' },
    { key: 'total_sen', label: 'invoice.total_sen', kind: 'money', room: 'card', total: true, sort: true },
    { key: 'credited_sen', label: 'invoice.credited_sen', kind: 'money', room: 'widest', total: true },
    { key: 'paid_sen', label: 'invoice.paid_sen', kind: 'money', room: 'wide', total: true },
    {
      ...{ key: 'balance_sen', label: 'invoice.balance_sen', kind: 'money', room: 'much', total: true },
      sort: true,
    },
    { key: 'status', label: 'invoice.status', kind: 'status' },
    { key: 'student_no', label: 'invoice.student_no', only: 'file' },
    { key: 'branch', label: 'invoice.branch', only: 'file', sort: true },
    { key: 'age', label: 'dashboard.bucket', words: 'dashboard.buckets', only: 'file' },
    { key: 'einvoice', label: 'einvoice.one', words: 'einvoice.statuses', only: 'file' },
    { key: 'remark', label: 'invoice.remark', only: 'file', lines: true },
  ],
  filters: {
    from: onDay('invoice.issued_from', { until: 'to' }),
    to: onDay('invoice.issued_to'),
    status: oneOf('invoice.status', ['outstanding', ...issuedStatuses], (status) =>
      status === 'outstanding' ? 'invoice.outstanding' : `common.status.${status}`,
    ),
    branch_id: inBranch(),
    program_id: inProgram(),
    subject_id: inSubject(),
    age: oneOf('dashboard.bucket', arrearsBuckets, 'dashboard.buckets'),
    student_id: linkOnly(z.uuid()),
  },
  summed: { column: 'status', values: billedStatuses, word: 'invoice.total_issued' },
  defaultSort: '-id',
  query(db, reader, search) {
    const { scope, today } = reader
    const { q, from, to, status, branch_id, age, student_id } = search
    let query = issued(db, { scope, today })
    if (from) query = query.where('invoice.issued_on', '>=', from)
    if (to) query = query.where('invoice.issued_on', '<=', to)
    if (status === 'outstanding') query = query.where('invoice.status', 'in', ['unpaid', 'pending'])
    else if (status) query = query.where(statusOn(today), '=', status)
    if (branch_id) query = query.where('invoice.branch_id', '=', branch_id)
    for (const condition of isFor(sql`invoice.id`, search)) query = query.where(condition)
    if (age)
      query = query.where('invoice.status', 'in', ['unpaid', 'pending']).where(bucketOn(today), '=', age)
    if (student_id) query = query.where('invoice.student_id', '=', student_id)
    return q ? query.where('invoice.id', 'in', invoicesMentioning(db, q)) : query
  },
})

function issued(db: Kysely<DB>, { scope, today }: Pick<Reader, 'scope' | 'today'>) {
  return invoicesIn(db, scope)
    .leftJoin('student', 'student.id', 'invoice.student_id')
    .leftJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .leftJoin('branch', 'branch.id', 'invoice.branch_id')
    .where('invoice.status', '<>', 'draft')
    .select(['invoice.id', 'invoice.number', 'invoice.issued_on', 'invoice.due_on', 'invoice.remark'])
    .select([
      'student.name as student',
      'student.student_no',
      'parent.name as payer',
      'branch.name as branch',
    ])
    .select(['invoice.total_sen', 'invoice.credited_sen', 'invoice.paid_sen', owed.as('balance_sen')])
    .select([statusOn(today).as('status'), einvoiceOfInvoice.as('einvoice')])
    .select(
      sql<ArrearsBucket | null>`case when invoice.status in ('unpaid', 'pending') then ${bucketOn(today)} end`.as(
        'age',
      ),
    )
}

export const invoiceReport = defineReport({
  ...{ list: invoiceReportList, group: 'billing', subtitle: 'report_money.invoice_list.subtitle' },
  period: 'span',
  groups: ['status', 'branch', 'age', 'issued_on'],
})
