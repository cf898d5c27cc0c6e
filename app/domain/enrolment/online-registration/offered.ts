import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Frequency } from '#app/domain/catalogue/subject-fees/period.ts'
import { agesOf, isForAge, isForBirthday } from '#app/domain/catalogue/subjects/ages.ts'
import { weekOf } from '#app/domain/catalogue/subjects/relations.ts'
import { seatsOn } from '#app/domain/catalogue/subjects/seats.ts'
import { isPlainDate } from '#app/domain/core/dates.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import type { Lesson } from '#app/domain/core/schedule.ts'
import { columnIn } from '#app/domain/core/translated.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

/** Whether a child gets a seat, goes onto the waiting list, or neither. */
export type SeatState = 'open' | 'waiting' | 'full' | 'closed'

/** A program with classes on offer. */
export interface OfferedProgram {
  id: string
  name: string
  level: string | null
  description: string | null
  image_file: string | null
}

/** A class as families see it: never who is enrolled, or how many. */
export interface OfferedSubject {
  id: string
  name: string
  program_id: string
  program: string
  branch: string
  branch_id: string
  starts_on: string | null
  ends_on: string | null
  min_age: number | null
  max_age: number | null
  schedule: readonly Lesson[]
  seats: SeatState
  image_file: string | null
  fees: readonly OfferedFee[]
}

export const canBeChosen = ({ seats }: Pick<OfferedSubject, 'seats'>) =>
  seats === 'open' || seats === 'waiting'

/** A child for whom a class is sought; what is not known yet fits every class. */
export interface Seeking {
  born_on: string | undefined
  /** The branch that was chosen for the child. */
  branch_id: string | undefined
}

/** Why a class does not fit a child, by the age in the year in which it begins and by the branch; undefined: it fits. */
export function misfit(
  subject: Pick<OfferedSubject, 'min_age' | 'max_age' | 'starts_on' | 'branch_id'>,
  { born_on, branch_id }: Seeking,
  today: string,
): 'age' | 'branch' | undefined {
  if (branch_id && subject.branch_id !== branch_id) return 'branch'
  return isKnownDay(born_on) && !isForAge(subject, born_on, today) ? 'age' : undefined
}

const isKnownDay = (born_on: string | undefined): born_on is string =>
  born_on !== undefined && isPlainDate(born_on)

/** Classes on one page of the choice. */
export const offeredAtATime = 20

interface OfferedSearch {
  q: string
  program_id: string
  /** From 1. */
  page: number
  /** Only what fits this child. */
  seeking?: Partial<Seeking>
}

/**
 * One page of the classes on offer, by program and name, with their total number and the programs that have any. The cost
 * depends on the page size, not on the number of classes.
 */
export async function offeredSubjects(
  db: Kysely<DB>,
  today: string,
  { q, program_id, page, seeking = {} }: OfferedSearch,
  locale: Locale,
): Promise<{ rows: OfferedSubject[]; count: number; programs: OfferedProgram[] }> {
  const { born_on, branch_id } = seeking
  const fitting = running(db, today)
    .$if(branch_id !== undefined, (one) => one.where('subject.branch_id', '=', branch_id!))
    .$if(isKnownDay(born_on), (one) => one.where(isForBirthday(born_on!, today)))
  let query = fitting
  if (program_id) query = query.where('subject.program_id', '=', program_id)
  if (q) query = query.where((eb) => contains(eb, q, searched))
  const [ids, { count }, programs] = await Promise.all([
    query
      .select('subject.id')
      .orderBy('program.sort_order')
      .orderBy('program.name')
      .orderBy('subject.name')
      .orderBy('subject.id')
      .limit(offeredAtATime)
      .offset((page - 1) * offeredAtATime)
      .execute(),
    query.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
    fitting
      .select(['program.id', 'program.sort_order', 'program.level', 'program.image_file'])
      .select(columnIn('program.name', locale).as('name'))
      .select(sql<string | null>`${columnIn('program.description', locale)}`.as('description'))
      .distinct()
      .orderBy('program.sort_order')
      .orderBy('name')
      .execute(),
  ])
  const order = ids.map(({ id }) => id)
  const rows = await subjectsById(db, today, order, locale)
  return { rows: order.flatMap((id) => rows.get(id) ?? []), count, programs }
}

/** The branches that have a class on offer, by name. */
export function offeredBranches(db: Kysely<DB>, today: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('branch')
    .select(['branch.id', 'branch.name'])
    .where('branch.id', 'in', running(db, today).select('subject.branch_id'))
    .orderBy('branch.name')
    .orderBy('branch.id')
    .execute()
}

/** In whichever language somebody types a name. */
const searched = [
  ...(['subject.name', 'subject.name_en', 'subject.name_my', 'subject.code'] as const),
  ...(['program.name', 'program.name_en', 'program.name_my'] as const),
]

/** Classes of active programs that are on offer and have not ended. */
function running(db: Kysely<DB>, today: string) {
  return db
    .selectFrom('subject')
    .innerJoin('program', 'program.id', 'subject.program_id')
    .where('subject.deleted_at', 'is', null)
    .where('program.deleted_at', 'is', null)
    .where('subject.status', '=', 'active')
    .where('program.status', '=', 'active')
    .where('program.public_registration', '=', true)
    .where('subject.registration_open', '=', true)
    .where((or) => or.or([or('subject.ends_on', 'is', null), or('subject.ends_on', '>=', today)]))
}

/** Classes by id with their state today, in the reader's language; classes that are not on offer are left out. */
export async function subjectsById(
  db: Kysely<DB>,
  today: string,
  ids: readonly string[],
  locale?: Locale,
): Promise<Map<string, OfferedSubject>> {
  if (ids.length === 0) return new Map()
  const among = sql<boolean>`subject.id = any(${ids}::uuid[])`
  const [rows, fees] = await Promise.all([
    described(
      db
        .selectFrom('subject')
        .innerJoin('program', 'program.id', 'subject.program_id')
        .where('subject.deleted_at', 'is', null)
        .where('program.public_registration', '=', true),
      today,
      locale,
    )
      .where(among)
      .execute(),
    feesOf(db, today, ids, locale),
  ])
  return new Map(
    rows.map(({ seated, status, program_status, registration_open, ...row }) => {
      const over = row.ends_on !== null && row.ends_on < today
      const open = status === 'active' && program_status === 'active' && registration_open && !over
      const full = row.capacity !== null && seated >= row.capacity
      const seats: SeatState = !open ? 'closed' : !full ? 'open' : row.waitlist ? 'waiting' : 'full'
      const { capacity: _capacity, waitlist: _waitlist, schedule, ...subject } = row
      return [row.id, { ...subject, schedule: schedule ?? [], seats, fees: fees.get(row.id) ?? [] }]
    }),
  )
}

function described<O>(
  query: SelectQueryBuilder<DB, 'subject' | 'program', O>,
  today: string,
  locale: Locale | undefined,
) {
  return query
    .innerJoin('branch', 'branch.id', 'subject.branch_id')
    .select(['subject.id', 'subject.branch_id', 'subject.starts_on', 'subject.ends_on'])
    .select([agesOf.min.as('min_age'), agesOf.max.as('max_age')])
    .select(['subject.capacity', 'subject.waitlist'])
    .select(['subject.status', 'subject.registration_open', 'program.status as program_status'])
    .select(['program.id as program_id', 'branch.name as branch'])
    .select([columnIn('subject.name', locale).as('name'), columnIn('program.name', locale).as('program')])
    .select([weekOf.as('schedule'), seatsOn(today).as('seated'), 'subject.image_file'])
}

/** Fees of each class on its first day, or today if it has begun. */
async function feesOf(db: Kysely<DB>, today: string, ids: readonly string[], locale: Locale | undefined) {
  const day = sql`greatest(subject.starts_on, ${today}::date)`
  const rows = await db
    .selectFrom('subject_fee')
    .innerJoin('subject', 'subject.id', 'subject_fee.subject_id')
    .innerJoin('fee_type', 'fee_type.id', 'subject_fee.fee_type_id')
    .select(['subject_fee.subject_id', 'subject_fee.amount_sen', 'subject_fee.quantity'])
    .select(['subject_fee.frequency', 'subject_fee.apply_to', columnIn('fee_type.name', locale).as('name')])
    .where(sql<boolean>`subject_fee.subject_id = any(${ids}::uuid[])`)
    .where('subject_fee.deleted_at', 'is', null)
    .where('subject_fee.status', '=', 'active')
    .where('fee_type.deleted_at', 'is', null)
    .where(sql<boolean>`subject_fee.starts_on <= ${day}`)
    .where(sql<boolean>`(subject_fee.ends_on is null or subject_fee.ends_on >= ${day})`)
    .orderBy('subject_fee.id')
    .execute()
  return Map.groupBy(
    rows.map(({ amount_sen, quantity, ...fee }) => ({
      ...fee,
      sen: amount_sen * quantity,
    })) as (OfferedFee & {
      subject_id: string
    })[],
    ({ subject_id }) => subject_id,
  )
}

/** A fee of a class; `sen` is charged each time. */
interface OfferedFee {
  name: string
  sen: number
  frequency: Frequency
  apply_to: 'all' | 'new' | 'foreign'
}

/** In sen. `later`: fees of longer periods, and by session, by frequency. */
export interface Price {
  once: number
  monthly: number
  later: readonly { frequency: Exclude<Frequency, 'one_off' | 'monthly'>; sen: number }[]
}

const longer = ['session', 'quarterly', 'half_yearly', 'yearly'] as const

/** The price for a child; some fees apply to foreign children only. */
export function priceOf(fees: readonly OfferedFee[], nationality = 'MY'): Price {
  const due = fees.filter(({ apply_to }) => apply_to !== 'foreign' || nationality !== 'MY')
  const sum = (wanted: Frequency) =>
    due.reduce((total, { frequency, sen }) => (frequency === wanted ? total + sen : total), 0)
  const later = longer.map((frequency) => ({ frequency, sen: sum(frequency) })).filter(({ sen }) => sen > 0)
  return { once: sum('one_off'), monthly: sum('monthly'), later }
}
