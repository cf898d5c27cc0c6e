import { sql } from 'kysely'
import { todayIn } from '#app/domain/core/dates.ts'

// When something may leave, and how long is waited after it could not.

/** In Malaysia nothing leaves from 9 pm to 8 am, unless it is urgent. */
export const quietHours = { from: 21, to: 8 } as const

const hour = 3_600_000
/** Malaysia has no summer time. */
const malaysia = 8 * hour

const hourIn = (at: Date): number => new Date(at.getTime() + malaysia).getUTCHours()

export const isQuiet = (at: Date): boolean => hourIn(at) >= quietHours.from || hourIn(at) < quietHours.to

/** The next 8 am in Malaysia. */
export function quietEnds(at: Date): Date {
  const today = Date.parse(`${todayIn(at)}T00:00:00Z`) - malaysia + quietHours.to * hour
  return new Date(today > at.getTime() ? today : today + 24 * hour)
}

/** SQL condition over a left-joined "announcement": its message, or one about an absence, may leave at this time. */
export const mayLeaveAt = (time: Date) =>
  sql<boolean>`(not ${isQuiet(time)}::boolean or coalesce(announcement.is_urgent, false))`

/** Until when what is not urgent is held at this time; null when it may leave. */
export const heldUntil = (at: Date): Date | null => (isQuiet(at) ? quietEnds(at) : null)

/** When the first may leave of what is ready at `at`, and of what is urgent at `urgent_at`. */
export function firstLeaves(at: Date, urgent_at: Date | null): Date {
  const held = heldUntil(at)
  if (!held) return at
  return urgent_at && urgent_at < held ? urgent_at : held
}

/** After so many milliseconds of trouble a message has expired. */
export const longestWait = 24 * hour

const minute = 60_000
const laneGaps = [15_000, 30_000, minute, 2 * minute, 5 * minute, 10 * minute, 20 * minute, 30 * minute]
const ownGaps = [minute, 2 * minute, 5 * minute, 15 * minute, 30 * minute, hour]

/** Milliseconds for which a gateway in trouble is left alone, after so many failures in a row; they grow to half an hour. */
export const restMs = (failures: number): number => gapOf(laneGaps, failures)

/** Milliseconds until one message is tried again, after so many tries; they grow to an hour. */
export const againMs = (attempts: number): number => gapOf(ownGaps, attempts)

const gapOf = (list: readonly number[], times: number): number =>
  list[Math.min(Math.max(times, 1), list.length) - 1]!

/** Failures in a row, each of another message, after which the gateway and not the messages is taken for the trouble. */
export const mostFailures = 3
