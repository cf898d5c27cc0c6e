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

/** At how many a student was, made up ones included. */
export const attendedOf = ({ present, late, made_up }: AttendanceCounts): number => present + late + made_up

/** In basis points, rounded to tenths of a percent: attended of what was held and not excused; null where nothing counts yet. */
export function rateOf({ held, attended, excused }: { held: number; attended: number; excused: number }) {
  const counted = held - excused
  return counted > 0 ? Math.round((attended * 1_000) / counted) * 10 : null
}

/** (present + late + made up) of (held − excused), as `rateOf`. */
export const attendanceRate = (counts: AttendanceCounts): number | null =>
  rateOf({ ...counts, attended: attendedOf(counts) })

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

/** A mark at a make-up session, as a condition of a query with `attendance_mark`: it says nothing of its own. */
export const isMakeUp = sql<boolean>`(attendance_mark.makeup_for_id is not null and not exists (
  select from class_session missed where missed.id = attendance_mark.makeup_for_id and missed.status = 'cancelled'))`

/** What a missed session was made up by, to be joined with `attendance_mark` by `student_id` and `makeup_for_id`. */
export const madeUp = sql<{ student_id: string; makeup_for_id: string }>`(
  select instead.student_id, instead.makeup_for_id
  from attendance_mark instead
  join class_session makeup on makeup.id = instead.session_id and makeup.status = 'confirmed'
  where instead.makeup_for_id is not null and instead.mark in ('present', 'late'))`

/**
 * Whether a mark of a confirmed session counts. A trial does not: the student is not enrolled. A mark at a make-up session
 * changes what the missed session counts as, on the day of the missed session, so that no month has more than 100 %. A make-up
 * session in place of one that was cancelled is a session like any other: its students missed nothing.
 */
export const counts = sql<boolean>`(not attendance_mark.is_trial and not ${isMakeUp})`

/** What a mark counts as, of a query that has joined `made_up`. */
export const outcome = sql<Outcome>`case when attendance_mark.mark in ('absent', 'excused') and made_up.student_id is not null
  then 'made_up' else attendance_mark.mark end`

/** `AttendanceCounts` over rows that have an `outcome`, as one column of a query that groups them. */
export const attendanceCounts = sql<AttendanceCounts>`json_build_object('held', count(*),
  ${sql.join(outcomes.map((one) => sql`${sql.lit(one)}, count(*) filter (where outcome = ${sql.lit(one)})`))})`
