import { type Kysely, type RawBuilder, sql } from 'kysely'
import { formatDate } from '#app/domain/dates.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { type Frequency, type Period, periodOf, periodWords } from './period.ts'
import { type Proration, proratedPrice } from './proration.ts'

export interface SuggestedLine {
  description: string
  subject_fee_id: string
  fee_type_id: string
  period_starts_on: string | null
  period_ends_on: string | null
  /** Whole ones. */
  quantity: number
  price_sen: number
}

/**
 * The fees of the subjects a student is enrolled in, each for its period that runs. One that was billed for it already
 * is told apart, so that nobody bills it twice without noticing. Lines are written in the organisation's own language,
 * whoever writes them.
 */
export async function dueFees(
  db: Kysely<DB>,
  student_id: string,
  today: string,
): Promise<{ lines: SuggestedLine[]; billed: string[] }> {
  const [{ startMonth, locale }, fees, earlier] = await Promise.all([
    billing(db),
    feesOf(db, student_id, sql`${today}::date`).where('enrolment.starts_on', '<=', today).execute(),
    billedFees(db, student_id),
  ])
  const lines: SuggestedLine[] = []
  const billed: string[] = []
  for (const fee of fees) {
    const period = periodOf(fee.frequency as Frequency, today, startMonth)
    if (!concerns(fee, today, period)) continue
    const words = period ? periodWords(period, locale) : ''
    const description = described(fee, words)
    const isBilled = earlier.some(
      ({ subject_fee_id, period_starts_on }) =>
        subject_fee_id === fee.id && (!period || period_starts_on === period.starts_on),
    )
    if (isBilled) billed.push(description)
    else lines.push(lineOf(fee, period, description, fee.amount_sen))
  }
  return { lines, billed }
}

/**
 * What a student pays who has just been given seats: what is billed once, and the first period of each fee, of which
 * they pay as the fee says from the day on which they begin. One that costs nothing then is left out.
 */
export async function joiningFees(
  db: Kysely<DB>,
  student_id: string,
  enrolment_ids: readonly string[],
  today: string,
): Promise<SuggestedLine[]> {
  const joined = sql<string>`greatest(enrolment.starts_on, ${today}::date)`
  const [{ startMonth, locale }, fees, earlier] = await Promise.all([
    billing(db),
    feesOf(db, student_id, joined)
      .where(sql<boolean>`enrolment.id = any(${enrolment_ids}::uuid[])`)
      .select(joined.as('joined_on'))
      .select(['subject_fee.proration', 'subject.sessions_per_month'])
      .select(
        sql<number[]>`array(select distinct weekday::integer from subject_schedule
          where subject_schedule.subject_id = subject.id)`.as('weekdays'),
      )
      .execute(),
    billedFees(db, student_id),
  ])
  return fees.flatMap((fee) => {
    const { joined_on, weekdays, sessions_per_month } = fee
    const period = periodOf(fee.frequency as Frequency, joined_on, startMonth)
    const isBilled = earlier.some(
      ({ subject_fee_id, period_starts_on }) =>
        subject_fee_id === fee.id && (!period || period_starts_on === period.starts_on),
    )
    if (isBilled || !concerns(fee, joined_on, period)) return []
    const lessons = { weekdays, per_month: sessions_per_month }
    const price = proratedPrice(fee.amount_sen, fee.proration as Proration, period, joined_on, lessons)
    if (price === 0) return []
    const days = period && `${formatDate(joined_on, locale)} – ${formatDate(period.ends_on, locale)}`
    const words = period ? (price === fee.amount_sen ? periodWords(period, locale) : days!) : ''
    return [lineOf(fee, period, described(fee, words), price)]
  })
}

interface Priced {
  id: string
  fee_type_id: string
  quantity: number
  subject: string
  fee_type: string
}

const described = ({ subject, fee_type }: Priced, words: string) =>
  [subject, fee_type, words].filter(Boolean).join(', ').slice(0, 200)

const lineOf = (
  { id, fee_type_id, quantity }: Priced,
  period: Period | undefined,
  description: string,
  price_sen: number,
): SuggestedLine => ({
  ...{ description, subject_fee_id: id, fee_type_id, quantity, price_sen },
  period_starts_on: period?.starts_on ?? null,
  period_ends_on: period?.ends_on ?? null,
})

interface Concerned {
  billing_months: number[] | null
  apply_to: string
  enrolled_on: string
  nationality: string
}

/** Whether a fee is due in this month, and of this student: who is new came within its period. */
function concerns(fee: Concerned, today: string, period: Period | undefined): boolean {
  if (fee.billing_months && !fee.billing_months.includes(Number(today.slice(5, 7)))) return false
  if (fee.apply_to === 'foreign') return fee.nationality !== 'MY'
  return fee.apply_to === 'all' || fee.enrolled_on >= (period?.starts_on ?? '')
}

async function billing(db: Kysely<DB>) {
  const { academic_year_start_month, default_locale } = await db
    .selectFrom('platform.entity')
    .select(['academic_year_start_month', 'default_locale'])
    .where('role_name', '=', sql<string>`current_user`)
    .executeTakeFirstOrThrow()
  return { startMonth: academic_year_start_month, locale: knownLocale(default_locale) }
}

/** Of the classes of a student, as they are on a day of each. */
function feesOf(db: Kysely<DB>, student_id: string, day: RawBuilder<unknown>) {
  return db
    .selectFrom('enrolment')
    .innerJoin('student', 'student.id', 'enrolment.student_id')
    .innerJoin('subject', 'subject.id', 'enrolment.subject_id')
    .innerJoin('subject_fee', 'subject_fee.subject_id', 'subject.id')
    .innerJoin('fee_type', 'fee_type.id', 'subject_fee.fee_type_id')
    .select([
      'subject_fee.id',
      'subject_fee.amount_sen',
      'subject_fee.frequency',
      'subject_fee.fee_type_id',
      'subject_fee.quantity',
      'subject_fee.billing_months',
      'subject_fee.apply_to',
      'enrolment.starts_on as enrolled_on',
      'student.nationality',
      'subject.name as subject',
      'fee_type.name as fee_type',
    ])
    .where('enrolment.student_id', '=', student_id)
    .where('enrolment.status', '=', 'active')
    .where(sql<boolean>`(enrolment.ends_on is null or enrolment.ends_on >= ${day})`)
    .where('subject.deleted_at', 'is', null)
    .where('subject.status', '=', 'active')
    .where('subject_fee.deleted_at', 'is', null)
    .where('subject_fee.status', '=', 'active')
    .where(sql<boolean>`${day} between subject_fee.starts_on and coalesce(subject_fee.ends_on, 'infinity')`)
    .where('fee_type.deleted_at', 'is', null)
    .orderBy('subject.name')
    .orderBy('subject_fee.id')
}

/** On drafts too; what is cancelled does not count. */
async function billedFees(db: Kysely<DB>, student_id: string) {
  return db
    .selectFrom('invoice_item')
    .innerJoin('invoice', 'invoice.id', 'invoice_item.invoice_id')
    .select(['invoice_item.subject_fee_id', 'invoice_item.period_starts_on'])
    .where('invoice.student_id', '=', student_id)
    .where('invoice.status', '<>', 'cancelled')
    .where('invoice_item.subject_fee_id', 'is not', null)
    .execute()
}
