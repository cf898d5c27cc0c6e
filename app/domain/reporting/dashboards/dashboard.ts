import { type Kysely, sql } from 'kysely'
import { subjectsIn } from '#app/domain/catalogue/subjects/find-subjects.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { ArrearsBucket } from '#app/domain/core/invoicing/buckets.ts'
import type { TitleFacts } from '#app/domain/core/invoicing/title.ts'
import { columnsOf, type Titled } from '#app/domain/core/lists/columns.ts'
import type { CollectedMonth } from '#app/domain/reporting/roll-ups/collected-by-month.ts'
import type { DB } from '#db/types.ts'

export interface ArrearsRow {
  bucket: ArrearsBucket
  invoices: number
  owed_sen: number
}

export const arrearsColumns = columnsOf<ArrearsRow & { share: string }>()(
  { key: 'bucket', label: 'dashboard.bucket', words: 'dashboard.buckets', room: 'who' },
  { key: 'invoices', label: 'dashboard.invoices', kind: 'count', total: true },
  { key: 'share', label: 'dashboard.share' },
  { key: 'owed_sen', label: 'dashboard.owed', kind: 'money', room: 'much', total: true },
)

/** A month of collections beside the same month of the year before. */
export interface MonthRow extends CollectedMonth {
  before_sen: number
}

export const monthColumns = columnsOf<MonthRow>()(
  { key: 'month', label: 'month.one', kind: 'month' },
  { key: 'received_sen', label: 'month.received', kind: 'money', total: true, room: 'table' },
  { key: 'reversed_sen', label: 'month.reversed', kind: 'money', total: true, room: 'table' },
  { key: 'before_sen', label: 'home_chart.year_before', kind: 'money', total: true },
  { key: 'sen', label: 'dashboard.remains', kind: 'money', room: 'much', total: true },
)

/** What came in by a method this month, and of it today, in sen and without the bank's fee. */
export interface MethodRow {
  method: string
  sen: number
  /** That payers paid for it this month. */
  fees_sen: number
  today_sen: number
}

export const methodColumns = columnsOf<MethodRow & { share: string }>()(
  { key: 'method', label: 'invoice.method', words: 'payment.methods', room: 'who' },
  { key: 'today_sen', label: 'home_chart.today', kind: 'money', total: true },
  { key: 'share', label: 'dashboard.share' },
  { key: 'sen', label: 'home_chart.this_month', kind: 'money', room: 'much', total: true },
)

/** A payment received, or reversed. */
export interface ReceivedRow {
  id: string
  payment_id: string
  number: string
  payer_name: string | null
  method: string
  booked_on: string
  amount_sen: number
}

/** A payment of a family, with what it paid. */
export interface OwnPaymentRow extends ReceivedRow {
  title: Titled | null
}

export const receivedColumns = columnsOf<ReceivedRow>()(
  { key: 'number', label: 'dashboard.receipt', kind: 'number' },
  { key: 'payer_name', label: 'invoice.payer', room: 'who' },
  { key: 'method', label: 'invoice.method', words: 'payment.methods' },
  { key: 'amount_sen', label: 'invoice.amount', kind: 'money', room: 'much', total: true },
)

export interface RecentRow {
  id: string
  number: string | null
  student: string
  due_on: string
  total_sen: number
  status: string
}

export const recentColumns = columnsOf<RecentRow>()(
  { key: 'number', label: 'invoice.number', kind: 'number' },
  { key: 'student', label: 'invoice.student', room: 'who' },
  { key: 'due_on', label: 'invoice.due_on', kind: 'date' },
  { key: 'total_sen', label: 'invoice.total_sen', kind: 'money', room: 'much' },
  { key: 'status', label: 'invoice.status', kind: 'status' },
)

export interface OpenRow {
  id: string
  number: string | null
  public_code: string
  student_id: string
  student: string
  title: TitleFacts
  due_on: string
  balance_sen: number
  status: string
}

export interface ClassRow {
  id: string
  name: string
  code: string
  students: number
}

/** No amounts: class roles never see money. */
export const classColumns = columnsOf<ClassRow>()(
  { key: 'name', label: 'dashboard.class' },
  { key: 'code', label: 'common.field.code' },
  { key: 'students', label: 'dashboard.students', kind: 'count', total: true },
)

/** The active classes in scope. Reads no column of money: for class roles. */
export async function classes(db: Kysely<DB>, scope: RowScope): Promise<ClassRow[]> {
  const rows = await subjectsIn(db, scope)
    .where('subject.status', '=', 'active')
    .select((eb) => [
      'subject.id',
      'subject.name',
      'subject.code',
      eb
        .selectFrom('enrolment')
        .whereRef('enrolment.subject_id', '=', 'subject.id')
        .where('enrolment.status', '=', 'active')
        .select(sql<number>`count(*)`.as('count'))
        .as('students'),
    ])
    .orderBy('subject.name')
    .orderBy('subject.id')
    .execute()
  return rows.map((row) => ({ ...row, students: row.students ?? 0 }))
}
