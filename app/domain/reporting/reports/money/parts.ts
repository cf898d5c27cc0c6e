import { type RawBuilder, sql } from 'kysely'
import { withoutPayerFee } from '#app/domain/accounting/collections/collection.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { monthKeys } from '#app/domain/core/lists/calendar-filters.ts'
import type { Source } from '#app/domain/reporting/reports/report.ts'
import { allOf, inMonthOf, isFor, spanOfYear } from './filters.ts'

/**
 * What money was for. `fees`: a student's invoices; `credit`: what no invoice took, and what was refunded of a payment that
 * stays; `infaq` and `zakat`: donations; `rounding`: of cash to 5 sen.
 */
export const partKinds = ['fees', 'credit', 'infaq', 'zakat', 'rounding'] as const
export type PartKind = (typeof partKinds)[number]

/** Which lines of the books are looked at, and which of their parts. Days are included. */
export interface PartSearch {
  from?: string | undefined
  to?: string | undefined
  branch_id?: string | undefined
  /** Only what paid invoices that are for the program, see `isFor`. */
  program_id?: string | undefined
  part?: PartKind | undefined
  student_id?: string | undefined
}

/** A line of the books within a scope and between two days, in the branch that the books name. */
export function linesWhere(
  { scope, branch_ids }: RowScope,
  { from, to, branch_id }: Pick<PartSearch, 'from' | 'to' | 'branch_id'>,
): RawBuilder<boolean>[] {
  return [
    ...(scope === 'all'
      ? []
      : [sql<boolean>`collection.branch_id = any(${scope === 'branch' ? [...branch_ids] : []}::uuid[])`]),
    ...(branch_id ? [sql<boolean>`collection.branch_id = ${branch_id}`] : []),
    ...(from ? [sql<boolean>`collection.collected_on >= ${from}::date`] : []),
    ...(to ? [sql<boolean>`collection.collected_on <= ${to}::date`] : []),
  ]
}

/**
 * SQL, a subquery: the lines of `collection` taken apart into what their money was for, as `line_id, payment_id, day, kind,
 * student_id, invoice_id, sen`.
 *
 * - A line counts without the bank's fee (`withoutPayerFee`), on its own day: a cancelled payment as it came, and as it was
 *   reversed once more with the opposite sign.
 * - What of it paid an invoice is that of the invoice's student, whatever became of the invoice later.
 * - Parts of one kind of a line are added up by who reads them: what no invoice took is there as the whole line, less what paid
 *   invoices.
 * - The parts of a line add up to the line, so that all parts of some days are what Home and the collections call collected.
 *
 * `students: false`: for who does not ask whose the invoices are, which is a join with all of them; then `student_id` is null.
 */
export function partsOf(
  scope: RowScope,
  search: PartSearch,
  { students = true }: { students?: boolean } = {},
): RawBuilder<unknown> {
  const lines = linesOf(scope, search)
  const named = students || search.student_id
  const student = named ? sql`invoice.student_id` : sql`null::uuid`
  const ofInvoices = [
    ...isFor(sql`allocation.invoice_id`, search),
    ...(search.student_id ? [sql<boolean>`invoice.student_id = ${search.student_id}`] : []),
  ]
  const onlyFees = search.part === 'fees' || ofInvoices.length > 0
  // What an allocation gives to an invoice it takes from the credit, to which a line counts as a whole: asking for the rest of
  // each line would be a look-up for each.
  const paid = sql`
    select line.id as line_id, line.payment_id, line.day, part.kind, part.student_id, part.invoice_id, part.sen
    from ${lines} as line
      join payment_allocation as allocation on allocation.payment_id = line.payment_id
      ${named ? sql`join invoice on invoice.id = allocation.invoice_id` : sql``}
      cross join lateral (values ('fees', ${student}, allocation.invoice_id, line.sign * allocation.amount_sen)
        ${onlyFees ? sql`` : sql`, ('credit', null, null, -line.sign * allocation.amount_sen)`}
      ) as part (kind, student_id, invoice_id, sen)
    where line.pays and ${allOf(ofInvoices)}`
  if (onlyFees) return sql`(${paid})`
  const whole = sql`
    select line.id, line.payment_id, line.day, case line.source when 'invoice' then 'credit' else line.source end,
      null::uuid, null::uuid, line.sen from ${lines} as line`
  return search.part
    ? sql`(select * from (${paid} union all ${whole}) as each where kind = ${search.part})`
    : sql`(${paid} union all ${whole})`
}

/**
 * SQL, a subquery: {@link partsOf} by what was billed, as `line_id, day, kind, fee_category_id, sen`. What paid an invoice is
 * shared out over its lines as they were billed, by their amounts with tax, each cut where the sum of the lines before it ends:
 * the shares of a part add up to the part to the sen. No category: of a line without a kind of fee, and of what is no fee.
 */
export function partsByCategory(scope: RowScope, search: PartSearch): RawBuilder<unknown> {
  const cut = (upto: RawBuilder<unknown>) => sql`abs(part.sen) * ${upto} / line.whole`
  return sql`(
    with part as materialized (select * from ${partsOf(scope, search, { students: false })} as each)
    select part.line_id, part.day, part.kind, line.fee_category_id,
      case when line.invoice_id is null then part.sen
        else sign(part.sen)::bigint * (${cut(sql`line.upto`)} - ${cut(sql`(line.upto - line.sen)`)}) end as sen
    from part left join (
      select item.invoice_id, fee_type.fee_category_id, item.amount_sen + item.tax_sen as sen,
        (sum(item.amount_sen + item.tax_sen) over (partition by item.invoice_id order by item.position))::bigint as upto,
        (sum(item.amount_sen + item.tax_sen) over (partition by item.invoice_id))::bigint as whole
      from invoice_item as item left join fee_type on fee_type.id = item.fee_type_id
      where item.invoice_id in (select invoice_id from part where invoice_id is not null)
    ) as line on line.invoice_id = part.invoice_id and line.whole > 0)`
}

/** SQL, a subquery: lines of the books; `pays`: those that may have paid invoices. */
const linesOf = (scope: RowScope, search: PartSearch) => sql`(
    select collection.id, collection.payment_id, collection.collected_on as day, collection.source,
      collection.source = 'invoice' and collection.status <> 'refunded' as pays,
      case when collection.gross_sen > 0 then 1 when collection.gross_sen < 0 then -1 else 0 end as sign,
      ${withoutPayerFee} as sen
    from collection where ${allOf(linesWhere(scope, search))})`

/**
 * SQL, a subquery: what {@link partsOf} add up to on each day, or in each month by its first day, as `kind, ref, day, sen`; days
 * on which nothing is left are not there. `by`: for each student, for each kind of fee, or in sum with neither `kind` nor `ref`.
 * The credit is what all lines add up to less what paid invoices, so that each line is read once.
 */
export function receivedBy(
  scope: RowScope,
  search: Pick<PartSearch, 'from' | 'to' | 'branch_id' | 'program_id'>,
  { by, unit }: { by: 'student' | 'category' | 'day'; unit: 'day' | 'month' },
): RawBuilder<unknown> {
  const day = unit === 'day' ? sql`day` : sql`date_trunc('month', day::timestamp)::date`
  const lines = linesOf(scope, search)
  if (by === 'day' && !search.program_id)
    return sql`(select null::text as kind, null::uuid as ref, ${day} as day, sum(sen)::bigint as sen
      from ${lines} as line group by 3 having sum(sen) <> 0)`
  const asked = { ...search, part: 'fees' } as const
  const ref = { student: sql`student_id`, category: sql`fee_category_id`, day: sql`null::uuid` }[by]
  const fees = sql`select ${ref} as ref, ${day} as day, sum(sen)::bigint as sen
    from ${by === 'category' ? partsByCategory(scope, asked) : partsOf(scope, asked, { students: by === 'student' })} as part
    group by 1, 2`
  const kind = by === 'day' ? sql`null::text` : sql`'fees'`
  if (search.program_id)
    return sql`(select ${kind} as kind, ref, day, sen from (${fees}) as fees where sen <> 0)`
  return sql`(
    with fees as materialized (${fees})
    select ${kind} as kind, ref, day, sen from fees where sen <> 0
    union all
    select kind, null::uuid, day, sum(sen)::bigint from (
      select case source when 'invoice' then 'credit' else source end as kind, ${day} as day, sum(sen)::bigint as sen
      from ${lines} as line group by 1, 2
      union all
      select 'credit', day, -sum(sen)::bigint from fees group by day) as rest
    group by kind, day having sum(sen) <> 0)`
}

/**
 * SQL, a subquery: what {@link partsOf} add up to for each student in the months of a year, as `kind, ref, total_sen` and a
 * column for each month, null where nothing is left of it; students and other money without such a month are not there. Each
 * line and each part is read once, and falls to its month while it is added to its student.
 */
export function receivedInYear(
  scope: RowScope,
  { year, ...asked }: Pick<PartSearch, 'branch_id' | 'program_id'> & { year: string },
): RawBuilder<unknown> {
  const search = { ...asked, ...spanOfYear(year) }
  const pivot = sql.join([
    sql`sum(sen)::bigint as total_sen`,
    ...monthKeys.map(
      (month) =>
        sql`sum(sen) filter (where ${inMonthOf(year, month, sql`day`)})::bigint as ${sql.ref(month)}`,
    ),
  ])
  const sums = sql.join(
    ['total_sen', ...monthKeys].map((key) => sql`sum(${sql.ref(key)})::bigint as ${sql.ref(key)}`),
  )
  const less = sql.join(['total_sen', ...monthKeys].map((key) => sql`-sum(${sql.ref(key)})`))
  const left = sql`total_sen, ${sql.join(monthKeys.map((month) => sql`nullif(${sql.ref(month)}, 0) as ${sql.ref(month)}`))}`
  const has = sql`(${sql.join(
    monthKeys.map((month) => sql`${sql.ref(month)} <> 0`),
    sql` or `,
  )})`
  const fees = sql`select student_id as ref, ${pivot} from ${partsOf(scope, { ...search, part: 'fees' })} as part group by 1`
  if (search.program_id) return sql`(select 'fees' as kind, ref, ${left} from (${fees}) as fees where ${has})`
  return sql`(
    with fees as materialized (${fees})
    select 'fees' as kind, ref, ${left} from fees where ${has}
    union all
    select kind, null::uuid, ${left} from (
      select kind, ${sums} from (
        select case source when 'invoice' then 'credit' else source end as kind, ${pivot}
        from ${linesOf(scope, search)} as line group by 1
        union all
        select 'credit', ${less} from fees) as each
      group by kind) as rest
    where ${has})`
}

/** SQL: the order in which kinds are listed. */
export const orderOfKind = (kind: RawBuilder<unknown>) =>
  sql`array_position(${sql.lit(`{${partKinds.join(',')}}`)}::text[], ${kind})::text`

/** The payments of some days that make up a row: of a student, of a kind of fee, of other money, or of all (`by` days). */
export function sourceOfPart(
  { kind, ref }: { kind: PartKind | null; ref: string | null },
  { from, to, branch_id, program_id, by }: PartSearch & { by?: string | undefined },
): Source {
  const of =
    kind === 'fees'
      ? by === 'category'
        ? { fee_category_id: ref ?? 'none' }
        : { student_id: ref! }
      : { part: kind! }
  return {
    list: 'report/payment/paymentList',
    search: { from, to, branch_id, program_id, ...(kind ? of : {}) },
    sum: 'amount_sen',
  }
}
