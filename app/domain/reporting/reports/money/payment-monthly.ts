import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays, addMonths, endOfMonth, formatDate } from '#app/domain/core/dates.ts'
import { inMonth, inYear } from '#app/domain/core/lists/calendar-filters.ts'
import type { Titled } from '#app/domain/core/lists/columns.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { defineReport, type Source } from '#app/domain/reporting/reports/report.ts'
import type { DB } from '#db/types.ts'
import { inBranch, inProgram } from './filters.ts'
import { orderOfKind, type PartKind, receivedBy, sourceOfPart } from './parts.ts'

const days = [
  ...[
    'd01',
    'd02',
    'd03',
    'd04',
    'd05',
    'd06',
    'd07',
    'd08',
    'd09',
    'd10',
    'd11',
    'd12',
    'd13',
    'd14',
    'd15',
  ],
  ...[
    'd16',
    'd17',
    'd18',
    'd19',
    'd20',
    'd21',
    'd22',
    'd23',
    'd24',
    'd25',
    'd26',
    'd27',
    'd28',
    'd29',
    'd30',
  ],
  'd31',
] as readonly Day[]
type Day = `d${number}`

interface MonthlyRaw {
  /** Month, kind and whose. */
  id: string
  /** The latest month first, fees before other money, by name; days in their order. */
  place: string
  /** `YYYY-MM` */
  month: string
  /** Null of a day, which has money of every kind. */
  kind: PartKind | null
  /** The student or the kind of fee; null of other money, and of a fee without a kind. */
  ref: string | null
  name: string | null
  student_no: string | null
  total_sen: number
  /** `YYYY-MM-DD` of a row that is a day. */
  on: string | null
  /** Filled in for the rows of a page: what was received on each day. */
  each: { day: number; sen: number }[] | null
}

/** A student, a kind of fee or a day in a month, with what was received for it on each day. */
export interface MonthlyRow extends Omit<MonthlyRaw, 'name' | 'each' | 'place'>, Record<Day, number | null> {
  name: Titled | null
}

/** What makes up the rows: students, unless kinds of fees or days are asked for. */
const views = ['category', 'day'] as const

/**
 * Money received in each month, day by day: by student, by kind of fee, or in sum. Rows of credit, donations and rounding come
 * after the fees, so that each of the three adds up to all that was received (see `partsOf`), and to the list of payments of
 * the same days.
 */
export const paymentMonthlyList = tenantList<MonthlyRow, MonthlyRaw>()({
  name: 'report/payment/paymentMonthly',
  title: 'report_money.payment_monthly.title',
  access: { view: 'report_money.view', print: 'report_money.print' },
  columns: [
    {
      key: 'name',
      label: 'report_money.received_for',
      kind: 'title',
      none: 'report_money.other',
      room: 'who',
    },
    { key: 'kind', label: 'report_money.kind', words: 'report_money.kinds', room: 'table' },
    { key: 'month', label: 'report_money.month', kind: 'month', sort: true },
    ...days.map(
      (key) =>
        ({
          key,
          label: `report_money.days.${key}`,
          kind: 'amount',
          only: 'file',
          room: 'below',
        }) as const,
    ),
    { key: 'student_no', label: 'invoice.student_no', only: 'file', room: 'below' },
    { key: 'total_sen', label: 'report_money.total', kind: 'money', room: 'much', total: true, sort: true },
  ],
  filters: {
    year: inYear('report_money.year'),
    month: inMonth('report_money.month'),
    by: oneOf('report_money.by', views, 'report_money.views', { all: 'report_money.views.student' }),
    branch_id: inBranch(),
    program_id: inProgram(),
  },
  defaultSort: 'place',
  once: () => true,
  query(db, { scope }, search) {
    const { q, month, by } = search
    let query =
      by === 'category'
        ? byCategory(db, scope, search)
        : by === 'day'
          ? byDay(db, scope, search)
          : byStudent(db, scope, search)
    if (month) query = query.where(sql<boolean>`to_char(found.month, 'MM') = ${month}`)
    if (q)
      query = query.where((eb) =>
        by === 'day'
          ? contains(eb, q, [sql<string>`found.day::text`])
          : contains(eb, q, [sql<string>`named.name`, ...(by ? [] : [sql<string>`named.student_no`])]),
      )
    return query
  },
  async fill(db, raws, { scope }, search) {
    const asked = raws.map(({ month }) => month).toSorted()
    const span = { from: `${asked[0]}-01`, to: endOfMonth(`${asked.at(-1)}-01`) }
    const refs = raws.flatMap(({ ref }) => ref ?? [])
    const { rows } = await sql<{ id: string; each: { day: number; sen: number }[] }>`
      select ${idOf}, jsonb_agg(jsonb_build_object('day', extract(day from found.day)::int, 'sen', found.sen)) as each
      from (select *, date_trunc('month', day::timestamp)::date as month from ${daily(scope, { ...search, ...span })} as part
        where ref is null or ref = any(${refs}::uuid[])) as found
      group by 1`.execute(db)
    const found = new Map(rows.map(({ id, each }) => [id, each]))
    return raws.map((raw) => ({
      ...raw,
      each: raw.on ? [{ day: Number(raw.on.slice(8)), sen: raw.total_sen }] : (found.get(raw.id) ?? []),
    }))
  },
  row({ each, name, on, place: _, ...row }) {
    const byDay = new Map(each?.map(({ day, sen }) => [day, sen]))
    const columns = days.map((key, index) => [key, byDay.get(index + 1) ?? null])
    return {
      ...row,
      on,
      name: on ? { en: formatDate(on, 'en'), my: formatDate(on, 'my') } : name,
      ...(Object.fromEntries(columns) as Record<Day, number | null>),
    }
  },
})

type MonthlySearch = Partial<
  Record<'year' | 'month' | 'by' | 'branch_id' | 'program_id', string | undefined>
> & {
  from?: string
  to?: string
}

/** The days that a year, or a month in it, has. */
function spanOf({ year, month }: MonthlySearch): { from?: string; to?: string } {
  if (!year) return {}
  const first = `${year}-${month ?? '01'}-01`
  return { from: first, to: addDays(addMonths(first, month ? 1 : 12), -1) }
}

/** What was received for each on each day, without days on which nothing is left. */
function daily(scope: RowScope, { by, branch_id, program_id, ...search }: MonthlySearch) {
  const asked = {
    ...spanOf(search),
    ...(search.from ? { from: search.from, to: search.to } : {}),
    branch_id,
    program_id,
  }
  return receivedBy(scope, asked, { by: (by as 'category' | 'day' | undefined) ?? 'student', unit: 'day' })
}

interface Found {
  kind: PartKind
  ref: string | null
  month: string
  day: string
  total_sen: number
}

const monthly = (scope: RowScope, search: MonthlySearch) => sql<Found>`(
  select kind, ref, date_trunc('month', day::timestamp)::date as month, null::date as day, sum(sen)::bigint as total_sen
  from ${daily(scope, search)} as part group by 1, 2, 3)`

const idOf =
  sql<string>`left(found.month::text, 7) || '.' || found.kind || coalesce('.' || found.ref::text, '')`.as(
    'id',
  )

const monthOf = sql<string>`left(found.month::text, 7)`.as('month')
const placeOf = sql<string>`(date '9999-12-31' - found.month)::text || ${orderOfKind(sql`found.kind`)}
  || coalesce(lower(named.name), '')`.as('place')
const notFilled = sql<MonthlyRaw['each']>`null::jsonb`.as('each')

function byStudent(db: Kysely<DB>, scope: RowScope, search: MonthlySearch) {
  return db
    .selectFrom(monthly(scope, search).as('found'))
    .leftJoin('student as named', 'named.id', 'found.ref')
    .select([idOf, placeOf, monthOf, 'found.kind', 'found.ref', 'named.name', 'found.total_sen', notFilled])
    .select(['named.student_no', sql<string | null>`null::date`.as('on')])
    .$castTo<MonthlyRaw>()
}

function byCategory(db: Kysely<DB>, scope: RowScope, search: MonthlySearch): ReturnType<typeof byStudent> {
  return db
    .selectFrom(monthly(scope, search).as('found'))
    .leftJoin('fee_category as named', 'named.id', 'found.ref')
    .select([idOf, placeOf, monthOf, 'found.kind', 'found.ref', 'named.name', 'found.total_sen', notFilled])
    .select([sql<string | null>`null::text`.as('student_no'), sql<string | null>`null::date`.as('on')])
    .$castTo<MonthlyRaw>() as never
}

function byDay(db: Kysely<DB>, scope: RowScope, search: MonthlySearch): ReturnType<typeof byStudent> {
  const found = sql<Found>`(
    select day, date_trunc('month', day::timestamp)::date as month, sum(sen)::bigint as total_sen
    from ${daily(scope, search)} as part group by 1 having sum(sen) <> 0)`
  return db
    .selectFrom(found.as('found'))
    .select([
      sql<string>`found.day::text`.as('id'),
      sql<string>`(date '9999-12-31' - found.month)::text || found.day::text`.as('place'),
    ])
    .select([monthOf, sql<PartKind | null>`null::text`.as('kind'), sql<string | null>`null::uuid`.as('ref')])
    .select([sql<string | null>`null::text`.as('name'), 'found.total_sen', notFilled])
    .select([sql<string | null>`null::text`.as('student_no'), 'found.day as on'])
    .$castTo<MonthlyRaw>() as never
}

/** The payments behind a row of a month, or of a day of it. */
function sourceOf(row: MonthlyRow, search: MonthlySearch, day?: Day): Source | undefined {
  if (day && row[day] === null) return undefined
  const first = row.on ?? `${row.month}-${day ? day.slice(1) : '01'}`
  const span = { from: first, to: row.on || day ? first : endOfMonth(first) }
  return sourceOfPart(row, { ...search, ...span })
}

export const paymentMonthlyReport = defineReport({
  ...{ list: paymentMonthlyList, group: 'payments', subtitle: 'report_money.payment_monthly.subtitle' },
  period: 'month',
  groups: ['kind'],
  wholes: {
    total_sen: (_, search) => {
      const { from, to } = spanOf(search)
      return from
        ? sourceOfPart({ kind: null, ref: null }, { ...search, from, to, by: undefined })
        : undefined
    },
  },
  narrowed: (_, kind) => (kind ? { part: String(kind) } : undefined),
  sources: {
    total_sen: (row, search) => sourceOf(row, search),
    ...Object.fromEntries(
      days.map((day) => [day, (row: MonthlyRow, search: never) => sourceOf(row, search, day)]),
    ),
  },
})

/** What a row received on each day of its month, with the payments behind it; of a row that is a day nothing more. */
export const figuresOfDays = (row: MonthlyRow, search: object) =>
  row.on
    ? []
    : days.flatMap((key) =>
        row[key] === null
          ? []
          : [
              {
                on: `${row.month}-${key.slice(1)}`,
                sen: row[key]!,
                source: sourceOf(row, search as MonthlySearch, key),
              },
            ],
      )
