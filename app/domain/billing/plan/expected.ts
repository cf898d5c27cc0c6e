import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { columnIn } from '#app/domain/core/translated.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { lineFacts } from './facts.ts'
import { billingPlan, type PlannedLine } from './plan.ts'
import type { PlanInput } from './plan-input.ts'

/** A child who may join classes. A student on file has that id; somebody new has an id that nobody has. */
export interface ExpectedStudent {
  id: string
  is_new: boolean
  branch_id: string
  nationality: string
  born_on: string
  seats: readonly { id: string; subject_id: string; starts_on: string }[]
}

/** The family of the new children: the parent on file by id, or somebody new with an id that nobody has. */
interface ExpectedFamily {
  parent_id: string
  is_new: boolean
  income_above_2500: boolean
}

/** A line of an invoice that would be issued; in sen, with tax. */
export interface ExpectedLine {
  student_id: string
  subject: string
  fee: string
  /** Of what is charged by periods: its days, or those of the share that is charged. */
  from: string | null
  until: string | null
  /** Charged by the days or lessons that are left of the period. */
  is_share: boolean
  discount_sen: number
  tax_sen: number
  sen: number
}

export interface Expected {
  first: ExpectedLine[]
  /** The month after the first one, as monthly billing will bill it. */
  next: { month: string; sen: number } | null
}

type Row = PlannedLine & { subject: string; fee: string }

/**
 * What joining would be billed today, and what the month after: the billing plan itself, over the rows on file together
 * with rows of these children that are nowhere stored.
 */
export async function expectedFees(
  db: Kysely<DB>,
  family: ExpectedFamily,
  students: readonly ExpectedStudent[],
  today: string,
  locale: Locale,
): Promise<Expected> {
  const seats = students.flatMap((student) => student.seats)
  if (seats.length === 0) return { first: [], next: null }
  const plan = (input: PlanInput) => linesOf(db, { family, students, input, locale })
  const ids = students.filter((student) => student.seats.length > 0).map(({ id }) => id)
  const joining = seats.map(({ id }) => id)
  const first = await plan({ month: startOfMonth(today), issued_on: today, students: ids, joining })
  const begins = seats.map(({ starts_on }) => starts_on).toSorted()
  const month = startOfMonth(addMonths(startOfMonth(begins.at(-1)! > today ? begins.at(-1)! : today), 1))
  const later = await plan({ month, issued_on: month, students: ids, agreed_sessions: true })
  const mine = later.filter(({ enrolment_id }) => joining.includes(enrolment_id))
  const sen = mine.reduce((sum, line) => sum + line.amount_sen + line.tax_sen, 0)
  return { first: first.map(expectedLine), next: sen > 0 ? { month, sen } : null }
}

function expectedLine(line: Row): ExpectedLine {
  const { share } = lineFacts.parse(line.facts)
  return {
    ...{ student_id: line.student_id, subject: line.subject, fee: line.fee },
    from: share ? share.from : line.period_starts_on,
    until: share ? (share.until ?? line.period_ends_on) : line.period_ends_on,
    is_share: share !== null,
    ...{ discount_sen: line.discount_sen, tax_sen: line.tax_sen },
    sen: line.amount_sen + line.tax_sen,
  }
}

interface Supposed {
  family: ExpectedFamily
  students: readonly ExpectedStudent[]
  input: PlanInput
  locale: Locale
}

async function linesOf(db: Kysely<DB>, { family, students, input, locale }: Supposed): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${withSupposed(family, students, input.issued_on)}
    select plan.*, ${columnIn('subject.name', locale)} as subject, ${columnIn('fee_type.name', locale)} as fee
    from (${billingPlan(input)}) as plan
      join subject on subject.id = plan.subject_id
      join fee_type on fee_type.id = plan.fee_type_id
    where plan.skip is null and plan.amount_sen > 0
    order by plan.student_id, subject.name, plan.subject_fee_id`.execute(db)
  return rows
}

/**
 * CTEs under the names of the tables that the plan reads: inside a query a name means the CTE, so the plan counts the
 * supposed rows like those on file.
 */
function withSupposed(
  { parent_id, is_new, income_above_2500 }: ExpectedFamily,
  students: readonly ExpectedStudent[],
  today: string,
): RawBuilder<unknown> {
  const fresh = students.filter((student) => student.is_new)
  const seats = students.flatMap(({ id, seats: chosen }) =>
    chosen.map((seat) => ({ ...seat, student_id: id })),
  )
  const rowsOf = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`
  return sql`
    with student as not materialized (
      select id, branch_id, nationality, born_on, registered_on, student_no, name, status, deleted_at from student
      union all
      select id, branch_id, nationality, born_on, ${today}::date, '', '', 'active', null::timestamptz
      from jsonb_to_recordset(${rowsOf(fresh)}) as supposed (id uuid, branch_id uuid, nationality text, born_on date)
    ), enrolment as not materialized (
      select id, student_id, subject_id, status, source, starts_on, ends_on, bills_from, bills_until from enrolment
      union all
      select id, student_id, subject_id, 'active', 'application', starts_on, null::date, null::date, null::date
      from jsonb_to_recordset(${rowsOf(seats)})
        as supposed (id uuid, student_id uuid, subject_id uuid, starts_on date)
    ), parent as not materialized (
      select id, income_above_2500, deleted_at from parent
      union all select ${parent_id}::uuid, ${income_above_2500}::boolean, null::timestamptz where ${is_new}::boolean
    ), student_parent as not materialized (
      select student_id, parent_id, is_payer from student_parent
      union all select id, ${parent_id}::uuid, true
      from jsonb_to_recordset(${rowsOf(fresh)}) as supposed (id uuid)
    )`
}
