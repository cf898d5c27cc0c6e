import { sql } from 'kysely'
import { addDays, todayIn } from '#app/domain/core/dates.ts'
import { type Holiday, isHoliday } from '#app/domain/core/holidays/holiday.ts'

/** States with Friday as rest day; elsewhere it is Sunday. */
export const fridayStates: readonly string[] = ['Kedah', 'Kelantan', 'Terengganu']

/** Hours in Malaysian time, `HH:MM`; nothing is sent at `until` or later. */
interface Hours {
  from: string
  until: string
}

/** 0 is Sunday. */
const weekdayOf = (on: string) => new Date(`${on}T00:00:00Z`).getUTCDay()

/** Whether a day is a rest day in a state; for an unknown state that is Sunday. */
export function restsOn(on: string, state: string | null, holidays: readonly Holiday[]): boolean {
  const dayOfRest = state !== null && fridayStates.includes(state) ? 5 : 0
  return weekdayOf(on) === dayOfRest || isHoliday(on, state, holidays)
}

/** The instant of a time of day in Malaysia, which is eight hours ahead of UTC all year. */
export const atTime = (on: string, time: string) => new Date(`${on}T${time}:00+08:00`)

/** Days to search ahead: a year and a day. */
const furthest = 366

/**
 * The first moment, now or later, at which a message may be sent: within the hours, and not on a rest day of any of the states.
 * Undefined if there is none within a year.
 */
export function nextMoment(
  now: Date,
  hours: Hours,
  states: readonly (string | null)[],
  holidays: readonly Holiday[],
): Date | undefined {
  const today = todayIn(now)
  for (let days = 0; days <= furthest; days++) {
    const on = addDays(today, days)
    if (states.some((state) => restsOn(on, state, holidays))) continue
    const [opens, closes] = [atTime(on, hours.from), atTime(on, hours.until)]
    if (now < opens) return opens
    if (now < closes) return now
  }
  return undefined
}

/** The state of an invoice's branch, or of the organisation if the branch has no address. */
export const stateOf = sql<string | null>`coalesce(branch.state,
  (select entity.state from platform.entity where entity.role_name = current_user))`
