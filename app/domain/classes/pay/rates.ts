import { endOfMonth } from '#app/domain/core/dates.ts'
import { portion } from '#app/domain/core/money.ts'
import type { payTypes } from '#app/domain/people/trainers/trainer.ts'

export type PayType = (typeof payTypes)[number]

/** What an hour, a session or a month is paid with, in sen. */
export interface Rate {
  pay_type: PayType
  rate_sen: number
}

/** A rate of one class, or of all for which nothing else is said (`subject_id` null), and the days on which it counts. */
export interface DatedRate extends Rate {
  subject_id: string | null
  starts_on: string
  ends_on: string | null
}

/** All that a trainer was ever promised. `usual`: of the trainer's own row, where no dated rate counts. */
export interface Rates {
  dated: readonly DatedRate[]
  usual: Rate | null
}

/** A confirmed session that a trainer gave. */
export interface GivenSession {
  id: string
  subject_id: string
  held_on: string
  minutes: number
}

/** A line that follows from what was held, in the order of the sheet. Amounts in sen. */
export interface DueLine {
  kind: 'session' | 'month'
  session_id: string | null
  subject_id: string | null
  minutes: number | null
  pay_type: PayType
  rate_sen: number
  amount_sen: number
}

/**
 * The rate on a day in a class, or in general (`subject_id` null): that of the class before that for all, of several the one
 * that began last; where none counts, the usual one. Null where nothing was agreed.
 */
export function rateOn({ dated, usual }: Rates, on: string, subject_id: string | null): Rate | null {
  const counting = (of: string | null) =>
    dated
      .filter(
        (rate) =>
          rate.subject_id === of && rate.starts_on <= on && (rate.ends_on === null || rate.ends_on >= on),
      )
      .reduce<DatedRate | null>((last, one) => (last && last.starts_on > one.starts_on ? last : one), null)
  const found = (subject_id !== null && counting(subject_id)) || counting(null) || usual
  return found ? { pay_type: found.pay_type, rate_sen: found.rate_sen } : null
}

/**
 * What a session is paid, in sen: by hour its minutes, rounded half up; by session the rate; by month nothing, because the
 * month has a line of its own.
 */
export function sessionPay({ pay_type, rate_sen }: Rate, minutes: number): number {
  if (pay_type === 'hour') return portion(rate_sen, minutes, 60)
  return pay_type === 'session' ? rate_sen : 0
}

/**
 * The lines of a month's sheet: one for each monthly rate that counts on the last day of the month, whether or not a session
 * was held, then one for each session at the rate of its day. `unpriced`: sessions for which no rate was agreed.
 */
export function dueLines(
  month: string,
  rates: Rates,
  sessions: readonly GivenSession[],
): { lines: DueLine[]; unpriced: GivenSession[] } {
  const last = endOfMonth(month)
  const classes = [...new Set(rates.dated.map(({ subject_id }) => subject_id))].filter((id) => id !== null)
  const monthly = [null, ...classes.toSorted()].flatMap((subject_id): DueLine[] => {
    const rate = subject_id === null ? rateOn(rates, last, null) : ownRate(rates, last, subject_id)
    if (rate?.pay_type !== 'month') return []
    return [
      { kind: 'month', session_id: null, subject_id, minutes: null, ...rate, amount_sen: rate.rate_sen },
    ]
  })
  const unpriced: GivenSession[] = []
  const each = sessions.flatMap((session): DueLine[] => {
    const { id: session_id, subject_id, minutes, held_on } = session
    const rate = rateOn(rates, held_on, subject_id)
    if (rate) {
      const amount_sen = sessionPay(rate, minutes)
      return [{ kind: 'session', session_id, subject_id, minutes, ...rate, amount_sen }]
    }
    unpriced.push(session)
    return []
  })
  return { lines: [...monthly, ...each], unpriced }
}

/** The rate that a class has of its own on a day. */
function ownRate({ dated }: Rates, on: string, subject_id: string): Rate | null {
  const own = dated.filter((rate) => rate.subject_id === subject_id)
  return rateOn({ dated: own, usual: null }, on, subject_id)
}

/** What must agree between a stored line and the one that is due, as a text. */
export const lineKey = (line: Omit<DueLine, 'kind'>): string =>
  JSON.stringify([
    ...[line.session_id, line.subject_id, line.minutes, line.pay_type],
    ...[line.rate_sen, line.amount_sen],
  ])
