import { formatClocks } from '#app/domain/core/dates.ts'
import type { Words } from '#app/domain/core/facts.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** A time of the week at which a class is held. */
export interface Lesson {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
  /** `HH:MM` on a Malaysian clock. */
  starts: string
  ends: string
  room: string | null
}

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
/** Times in the week of one class. */
export const mostLessons = 7

type Time = Omit<Lesson, 'room'>

const inOrder = (one: Time, other: Time) =>
  one.weekday - other.weekday || (one.starts < other.starts ? -1 : 1)

/** In the order of the week. */
export const sortedLessons = (lessons: readonly Lesson[]): Lesson[] => lessons.toSorted(inOrder)

/** Whether somebody could not be at both: one begins before the other is over. */
export const overlap = (one: Time, other: Time): boolean =>
  one.weekday === other.weekday && one.starts < other.ends && other.starts < one.ends

/**
 * `Sat 10:00–11:30 am`; with a last day, `Mon–Fri 10:00–11:30 am`. Without a language, as in files, times are
 * `10:00–11:30`.
 */
export function timeWords(
  { weekday, starts, ends }: Time,
  t: Words,
  locale: Locale | null,
  last = weekday,
): string {
  const days = [...new Set([weekday, last])].map((day) => t(`common.weekdays_short.${day}`))
  const times = locale === null ? `${starts}–${ends}` : formatClocks(starts, ends, locale)
  return `${days.join('–')} ${times}`
}

/** Days that follow one another at the same time are said as a span from so many on. */
const leastSpan = 3

/** `Mon–Fri 7:30 am–1:00 pm, Sat 10:00–11:30 am`; with `rooms`, each with its own. */
export function weekWords(
  week: readonly Lesson[],
  t: Words,
  locale: Locale | null,
  { rooms }: { rooms?: true } = {},
): string {
  const left = sortedLessons(week)
  const told: string[] = []
  for (let first = left.shift(); first; first = left.shift()) {
    const span = [first, ...followers(first, left)]
    const last = span.length < leastSpan ? first : span.at(-1)!
    if (last !== first) for (const one of span.slice(1)) left.splice(left.indexOf(one), 1)
    const words = timeWords(first, t, locale, last.weekday)
    told.push(rooms && first.room ? `${words} (${first.room})` : words)
  }
  return told.join(', ')
}

/** The lessons of the days after it, one after the other, that are at the same time in the same room. */
function followers(first: Lesson, others: readonly Lesson[]): Lesson[] {
  const like = (weekday: number) => (one: Lesson) =>
    one.weekday === weekday &&
    one.starts === first.starts &&
    one.ends === first.ends &&
    one.room === first.room
  const next = others.find(like(first.weekday + 1))
  return next ? [next, ...followers(next, others)] : []
}

/** The next lesson of some classes from a day and a time of it (`HH:MM`) on, in the order of the week; null without any. */
export function nextLesson<C extends { schedule: readonly Lesson[] | null }>(
  classes: readonly C[],
  { weekday, time }: { weekday: number; time: string },
): { of: C; lesson: Lesson } | null {
  const daysUntil = (lesson: Lesson) =>
    (lesson.weekday - weekday + 7) % 7 || (lesson.ends <= time ? weekdays.length : 0)
  const all = classes.flatMap((one) => (one.schedule ?? []).map((lesson) => ({ of: one, lesson })))
  const sooner = (one: (typeof all)[number], other: (typeof all)[number]) =>
    daysUntil(one.lesson) - daysUntil(other.lesson) ||
    inOrder({ ...one.lesson, weekday }, { ...other.lesson, weekday })
  return all.toSorted(sooner)[0] ?? null
}
