import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { withoutPayerFee } from '#app/domain/accounting/collections/collection.ts'
import { clerkChoices } from '#app/domain/accounting/collections/find-collections.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { paymentMethods } from '#app/domain/core/invoicing/payment.ts'
import { linkOnly, onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Reader, tenantList } from '#app/domain/core/lists/list.ts'
import { giftTypeOf, paymentsMentioning } from '#app/domain/payments/payments/find-payments.ts'
import { defineReport } from '#app/domain/reporting/reports/report.ts'
import type { DB } from '#db/types.ts'
import { allOf, inBranch, inProgram, isFor } from './filters.ts'
import { linesWhere, type PartSearch, partKinds, partsByCategory, partsOf } from './parts.ts'

/** Money that came in, a payment that was cancelled, and what was refunded of one that stays. */
const movements = ['received', 'reversed', 'refunded'] as const

const sources = ['invoice', 'infaq', 'zakat'] as const

/** A line of the books, without what is read for the rows of a page. */
interface PaymentRaw {
  id: string
  payment_id: string
  booked_on: string
  number: string
  payer_name: string | null
  method: string
  reference_no: string | null
  source: string
  movement: (typeof movements)[number]
  branch: string | null
  clerk: string | null
  remark: string | null
  amount_sen: number
  /** Null where there is none. */
  payer_fee_sen: number | null
  rounding_sen: number | null
  /** Filled in for the rows of a page. */
  invoices: string | null
  students: string | null
}

/**
 * Money received between two days, the latest first: a row for each payment on the day on which it is booked, and one with a
 * negative amount for each that was cancelled or refunded, on the day of that. Amounts are without the bank's fee and with what
 * cash was rounded by, so that their total is what Home and the collections call collected. Donations are rows like others,
 * which `source` tells apart.
 *
 * Of a program, and where a link asks for a student, a kind of fee or a kind of money, a row has only what of its payment was
 * for that (see `partsOf`), so that its total is the figure that was linked.
 */
export const paymentReportList = tenantList<PaymentRaw>()({
  name: 'report/payment/paymentList',
  title: 'report_money.payment_list.title',
  access: { view: 'report_money.view', print: 'report_money.print' },
  columns: [
    { key: 'booked_on', label: 'payment.booked_on', kind: 'date', sort: true },
    { key: 'number', label: 'payment.number', kind: 'number', sort: true },
    { key: 'invoices', label: 'payment.invoices', only: 'file' },
    { key: 'students', label: 'invoice.student', none: 'report_money.no_student', room: 'who' },
    { key: 'payer_name', label: 'payment.payer', room: 'wide', sort: true },
    { key: 'method', label: 'payment.method', words: 'payment.methods', room: 'table', sort: true },
    { key: 'reference_no', label: 'payment.reference_no', kind: 'number', room: 'widest', lines: true },
    {
      ...{ key: 'movement', label: 'report_money.movement', words: 'report_money.movements', only: 'file' },
      sort: true,
    },
    { key: 'payer_fee_sen', label: 'report_money.charge', kind: 'money', room: 'wide', total: true },
    { key: 'amount_sen', label: 'payment.amount', kind: 'money', room: 'much', total: true, sort: true },
    { key: 'source', label: 'collection.source', words: 'collection.sources', only: 'file', sort: true },
    { key: 'branch', label: 'payment.branch', only: 'file', sort: true },
    { key: 'clerk', label: 'collection.clerk', none: 'collection.nobody', only: 'file', sort: true },
    { key: 'rounding_sen', label: 'payment.rounding', kind: 'money', only: 'file', total: true },
    { key: 'remark', label: 'payment.remark', only: 'file', lines: true },
  ],
  filters: {
    from: onDay('payment.from', { until: 'to' }),
    to: onDay('payment.to'),
    branch_id: inBranch(),
    method: oneOf('payment.method', paymentMethods, 'payment.methods'),
    program_id: inProgram(),
    clerk: oneEntry('collection.clerk', (db, { scope }: Reader) => clerkChoices(db, scope)),
    source: oneOf('collection.source', sources, 'collection.sources'),
    movement: oneOf('report_money.movement', movements, 'report_money.movements'),
    // linked from the figures of other reports
    student_id: linkOnly(z.uuid()),
    fee_category_id: linkOnly(z.union([z.uuid(), z.literal('none')])),
    part: linkOnly(z.enum(partKinds)),
  },
  defaultSort: '-booked_on',
  once: (search) => isOfPart(search as Part),
  query(db, { scope }, search) {
    const { q, from, to, branch_id, method, clerk, source, movement } = search
    let query = booked(db, scope, search as Part)
    for (const condition of linesWhere(scope, { from, to, branch_id })) query = query.where(condition)
    if (method) query = query.where('collection.method', '=', method)
    if (source) query = query.where('collection.source', '=', source)
    if (clerk) query = query.where('payment.received_by', '=', clerk)
    if (movement) query = query.where(movementOf, '=', movement)
    return q ? query.where('collection.payment_id', 'in', paymentsMentioning(db, q)) : query
  },
  async fill(db, raws, _reader, { program_id, student_id }) {
    const about = await paidFor(db, [...new Set(raws.map((raw) => raw.payment_id))], {
      ...{ program_id, student_id },
    })
    return raws.map((raw) => ({ ...raw, ...about.get(raw.payment_id) }))
  },
})

const movementOf = sql<(typeof movements)[number]>`case when collection.gross_sen > 0 then 'received'
  when collection.status = 'refunded' then 'refunded' else 'reversed' end`

/** What the cash of a line was rounded by; a refund is never of rounded cash. */
const roundingOf = sql<number>`case when collection.status = 'refunded' then 0
  else sign(collection.gross_sen)::bigint * payment.rounding_sen end`

type Part = PartSearch & { fee_category_id?: string | undefined }

/** Lines of payments, without those of their rounding; of a part of the money those that have some of it. */
function booked(db: Kysely<DB>, scope: RowScope, search: Part) {
  const query = db
    .selectFrom('collection')
    // Every line has its payment: a left join is dropped by the database where only the line is read.
    .leftJoin('payment', 'payment.id', 'collection.payment_id')
    .leftJoin('branch', 'branch.id', 'collection.branch_id')
    .leftJoin('user_account as taker', 'taker.id', 'payment.received_by')
    .where('collection.source', '<>', 'rounding')
    .select(['collection.id', 'collection.payment_id', 'collection.collected_on as booked_on'])
    .select((eb) => eb.ref('payment.number').$notNull().as('number'))
    .select(['payment.payer_name', 'collection.method', 'collection.source'])
    .select(['branch.name as branch', 'taker.name as clerk'])
    .select(sql<number | null>`nullif(collection.payer_fee_sen, 0)`.as('payer_fee_sen'))
    .select([movementOf.as('movement'), sql<string | null>`null::text`.as('invoices')])
    .select(sql<string | null>`null::text`.as('students'))
    .select(
      sql<string | null>`coalesce(payment.gateway_transaction_id, payment.reference_no)`.as('reference_no'),
    )
    .select(
      sql<string | null>`case when collection.gross_sen < 0 and collection.status = 'reversed'
        then payment.cancel_reason else payment.remark end`.as('remark'),
    )
  if (search.part === 'rounding')
    return query
      .where(roundingOf, '<>', 0)
      .select([roundingOf.as('amount_sen'), roundingOf.as('rounding_sen')])
  const parts = partsAsked(scope, search)
  if (!parts)
    return query
      .select(sql<number>`${withoutPayerFee} + ${roundingOf}`.as('amount_sen'))
      .select(sql<number | null>`nullif(${roundingOf}, 0)`.as('rounding_sen'))
  const found = sql<{ line_id: string; sen: number }>`(
    select line_id, sum(sen)::bigint as sen from ${parts} as part group by line_id having sum(sen) <> 0)`
  return query
    .innerJoin(found.as('found'), 'found.line_id', 'collection.id')
    .select(['found.sen as amount_sen', sql<number | null>`null::bigint`.as('rounding_sen')])
}

/** Whether rows are parts of lines, which are worked out before the page is found. */
const isOfPart = ({ program_id, student_id, part, fee_category_id }: Part) =>
  Boolean(program_id || student_id || fee_category_id || (part && part !== 'rounding'))

/** The parts of lines that a search asks for; undefined where it asks for whole lines. */
function partsAsked(scope: RowScope, search: Part) {
  const { program_id, student_id, part, fee_category_id } = search
  if (fee_category_id) {
    const category =
      fee_category_id === 'none' ? sql`fee_category_id is null` : sql`fee_category_id = ${fee_category_id}`
    return sql`(select line_id, sen from ${partsByCategory(scope, { ...search, part: 'fees' })} as each where ${category})`
  }
  return program_id || student_id || part ? partsOf(scope, search, { students: false }) : undefined
}

/** The numbers of the invoices that payments paid, and whose these are; of a donation the name of its type. */
async function paidFor(
  db: Kysely<DB>,
  payment_ids: readonly string[],
  { program_id, student_id }: Pick<PartSearch, 'program_id' | 'student_id'>,
) {
  const asked = [
    ...isFor(sql`invoice.id`, { program_id }),
    ...(student_id ? [sql<boolean>`invoice.student_id = ${student_id}`] : []),
  ]
  const { rows } = await sql<{ payment_id: string; invoices: string | null; students: string | null }>`
    select paying.id as payment_id, coalesce(paid.invoices, ${giftTypeOf(sql`paying.id`)}) as invoices, paid.students
    from unnest(${[...payment_ids]}::uuid[]) as paying (id) cross join lateral (
      select string_agg(invoice.number, ', ' order by invoice.number) as invoices,
        string_agg(distinct student.name, ', ' order by student.name) as students
      from payment_allocation as allocation join invoice on invoice.id = allocation.invoice_id
        join student on student.id = invoice.student_id
      where allocation.payment_id = paying.id and ${allOf(asked)}) as paid`.execute(db)
  return new Map(rows.map(({ payment_id, ...about }) => [payment_id, about]))
}

export const paymentReport = defineReport({
  ...{ list: paymentReportList, group: 'payments', subtitle: 'report_money.payment_list.subtitle' },
  period: 'span',
  groups: ['booked_on', 'method', 'source', 'movement', 'branch', 'clerk'],
})
