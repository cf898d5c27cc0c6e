import { sql } from 'kysely'
import type { Mark } from '#app/domain/classes/sessions/words.ts'

/** How many sessions of a student count as what. */
export interface AttendanceCounts {
  /** Confirmed sessions at which the student was expected. */
  held: number
  present: number
  late: number
  /** Missed, and attended at another time instead. */
  made_up: number
  absent: number
  /** Excused, and not made up. */
  excused: number
}

/** What one mark of a student counts as: a missed session that was made up is neither absent nor excused any more. */
export type Outcome = Mark | 'made_up'

export const outcomes = ['present', 'late', 'made_up', 'absent', 'excused'] as const satisfies Outcome[]

export const noAttendance: AttendanceCounts = {
  held: 0,
  present: 0,
  late: 0,
  made_up: 0,
  absent: 0,
  excused: 0,
}

/** In basis points: (present + late + made up) of (held − excused); null where nothing counts yet. */
export function attendanceRate(counts: AttendanceCounts): number | null {
  const counted = counts.held - counts.excused
  if (counted <= 0) return null
  return Math.round(((counts.present + counts.late + counts.made_up) * 10_000) / counted)
}

export function outcomeOf(mark: Mark, madeUp: boolean): Outcome {
  return madeUp && (mark === 'absent' || mark === 'excused') ? 'made_up' : mark
}

export function countOutcomes(all: Iterable<Outcome>): AttendanceCounts {
  const counts = { ...noAttendance }
  for (const outcome of all) {
    counts.held += 1
    counts[outcome] += 1
  }
  return counts
}

export function addCounts(one: AttendanceCounts, other: AttendanceCounts): AttendanceCounts {
  const sum = { ...one }
  for (const key of ['held', ...outcomes] as const) sum[key] += other[key]
  return sum
}

/**
 * Every mark that counts, as SQL in brackets: `student_id`, `session_id`, `held_on`, `subject_id` and its `outcome`. Only confirmed
 * sessions count. A trial does not: the student is not enrolled. A mark at a make-up session says nothing of its own: it changes
 * what the missed session counts as, on the day of the missed session, so that no month has more than 100 %. A make-up session in
 * place of one that was cancelled is a session like any other: its students missed nothing.
 */
export const countedMarks = sql<{
  student_id: string
  session_id: string
  subject_id: string
  held_on: string
  outcome: Outcome
}>`(
  select mark.student_id, mark.session_id, held.subject_id, held.held_on,
    case when mark.mark in ('absent', 'excused') and made_up.student_id is not null then 'made_up' else mark.mark end as outcome
  from attendance_mark mark
  join class_session held on held.id = mark.session_id and held.status = 'confirmed'
  left join (
    select instead.student_id, instead.makeup_for_id
    from attendance_mark instead
    join class_session makeup on makeup.id = instead.session_id and makeup.status = 'confirmed'
    where instead.makeup_for_id is not null and instead.mark in ('present', 'late')
  ) made_up on made_up.student_id = mark.student_id and made_up.makeup_for_id = mark.session_id
  where not mark.is_trial
    and (mark.makeup_for_id is null or exists (
      select from class_session missed where missed.id = mark.makeup_for_id and missed.status = 'cancelled'))
)`

/** The columns of `AttendanceCounts` over rows with an `outcome`, for a query that groups them. */
export const attendanceCounts = sql<AttendanceCounts>`
  count(*)::int as held,
  count(*) filter (where outcome = 'present')::int as present,
  count(*) filter (where outcome = 'late')::int as late,
  count(*) filter (where outcome = 'made_up')::int as made_up,
  count(*) filter (where outcome = 'absent')::int as absent,
  count(*) filter (where outcome = 'excused')::int as excused`

/** The same percentage of the columns of `attendanceCounts`, in basis points. */
export const rateInSql = sql<number | null>`
  round((present + late + made_up) * 10000::numeric / nullif(held - excused, 0))::int`
