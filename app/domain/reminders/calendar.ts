import { addDays, todayIn } from '#app/domain/dates.ts'

/** A public holiday: a plain date, or the same day of every year. */
export interface Holiday {
  /** `YYYY-MM-DD` */
  on: string
  /** The day and the month count, whatever the year. */
  yearly: boolean
  /** As in `domain/contact/malaysia.ts`; null: in the whole country. */
  state: string | null
}

/** Where the day of rest is Friday; everywhere else it is Sunday. */
export const fridayStates: readonly string[] = ['Kedah', 'Kelantan', 'Terengganu']

/** Hours of a Malaysian clock, `HH:MM`; nothing leaves at `until` or later. */
export interface Hours {
  from: string
  until: string
}

/** 0 is Sunday. */
const weekdayOf = (on: string) => new Date(`${on}T00:00:00Z`).getUTCDay()

function fallsOn({ on: day, yearly }: Holiday, on: string): boolean {
  return yearly ? day.slice(5) === on.slice(5) : day === on
}

/** Whether nobody is reminded on this day in a state; in one that is not known Sunday is the day of rest. */
export function restsOn(on: string, state: string | null, holidays: readonly Holiday[]): boolean {
  const dayOfRest = state !== null && fridayStates.includes(state) ? 5 : 0
  if (weekdayOf(on) === dayOfRest) return true
  return holidays.some(
    (holiday) => (holiday.state === null || holiday.state === state) && fallsOn(holiday, on),
  )
}

/** The instant of a time of day in Malaysia, which is eight hours ahead of UTC all year. */
export const atTime = (on: string, time: string) => new Date(`${on}T${time}:00+08:00`)

/** A year and a day: whoever has entered more holidays than that is never told. */
const furthest = 366

/**
 * The first moment, now or later, at which a message may leave: within the hours, and on a day on which none of the
 * states rests. Undefined when there is none within a year.
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
