import { addDays, addMonths, endOfMonth } from '#app/domain/core/dates.ts'
import { daysFrom, isHoliday, lastDay, never, round, sits, weekday } from './days.ts'
import type { Child, Fee, Seat, World } from './world.ts'

const lengths: Record<string, number> = { monthly: 1, quarterly: 3, half_yearly: 6, yearly: 12 }

export interface Line {
  seat: Seat
  fee: Fee
  child: Child
  key: string
  charged_from: string
  share: [number, number] | null
  price: number
  gross: number
  skip: string | null
  first: string
}

/** What a child may be billed for in the month, before discounts. */
export function linesOf(world: World, child: Child): Line[] {
  const found: Line[] = []
  for (const seat of world.seats.filter(({ student }) => student === child.id)) {
    const monthEnds = endOfMonth(world.month)
    if (seat.status === 'waitlisted' || seat.starts_on > monthEnds) continue
    if (lastDay(seat) < addMonths(world.month, -1)) continue
    const kinds = new Map(
      world.fees
        .filter((fee) => fee.subject === seat.subject)
        .map((fee) => [`${fee.type} ${fee.apply_to}`, fee]),
    )
    for (const { type, apply_to } of kinds.values()) {
      const line = lineOf(world, child, seat, type, apply_to)
      if (line) found.push(line)
    }
  }
  // Of two seats in the same class, one after the other, only one is billed.
  const chosen = new Map<string, Line>()
  for (const line of found) {
    const name = [line.seat.subject, line.fee.type, line.fee.apply_to, line.key].join()
    const other = chosen.get(name)
    if (!other || goesBefore(line, other)) chosen.set(name, line)
  }
  return [...chosen.values()]
}

function goesBefore(one: Line, other: Line): boolean {
  if ((one.skip === null) !== (other.skip === null)) return one.skip === null
  if (one.seat.starts_on !== other.seat.starts_on) return one.seat.starts_on > other.seat.starts_on
  return one.seat.id < other.seat.id
}

/** The price of a fee that concerns a seat in this month, if there is one. */
function lineOf(world: World, child: Child, seat: Seat, type: string, apply_to: string): Line | undefined {
  const monthEnds = endOfMonth(world.month)
  const versions = world.fees
    .filter((fee) => fee.subject === seat.subject && fee.type === type && fee.apply_to === apply_to)
    .filter(({ status }) => status === 'active')
    .flatMap((fee) => {
      const period = periodOf(fee.frequency, world.month, world.start_month)
      if (fee.apply_to === 'foreign' && child.nationality === 'MY') return []
      if (fee.apply_to === 'new' && seat.source === 'rollover') return []
      if (fee.apply_to === 'new' && period && seat.starts_on < period.first) return []
      const days = [seat.starts_on, fee.starts_on]
      if (period) days.push(period.first)
      else if (world.catch_up) days.push(world.month)
      const charged_from = days.sort().at(-1)!
      if (!period && !world.catch_up && charged_from < world.month) return []
      const last = [fee.ends_on ?? never, period?.last ?? monthEnds, monthEnds].sort()[0]!
      const isValid = charged_from <= last
      const endedJust =
        period !== undefined &&
        fee.ends_on !== null &&
        fee.ends_on < world.month &&
        fee.ends_on >= addMonths(world.month, -1)
      return isValid || endedJust ? [{ fee, period, charged_from, isValid }] : []
    })
    .sort(
      (a, b) =>
        Number(b.isValid) - Number(a.isValid) ||
        a.charged_from.localeCompare(b.charged_from) ||
        b.fee.starts_on.localeCompare(a.fee.starts_on),
    )
  const version = versions[0]
  if (!version) return undefined
  const { fee, period, charged_from, isValid } = version
  const own = world.own.find((one) => one.seat === seat.id && one.type === fee.type)
  const unit = own?.sen ?? fee.sen
  const share =
    isValid && period && fee.proration !== 'none' && isPart(throughTheYear(world, seat), period, charged_from)
      ? shareOf(world, throughTheYear(world, seat), fee, period, charged_from)
      : null
  const begun = share && share[1] > 0 ? share : null
  const price = begun ? round(unit * begun[0], begun[1]) : unit
  const first = period?.first ?? world.month
  const line = {
    seat,
    fee,
    child,
    key: keyOf(fee.frequency, period, world.start_month),
    charged_from,
    share: begun,
    price,
    first,
  }
  return { ...line, gross: price * fee.quantity, skip: skipOf(world, { ...line, period, isValid }) }
}

/** A seat whose last day is that of its month where the new school year goes on with the next. */
function throughTheYear(world: World, seat: Seat): Seat {
  const { ends_on } = seat
  if (ends_on === null) return seat
  const next = addMonths(`${ends_on.slice(0, 7)}-01`, 1)
  const goesOn = world.seats.some(
    (one) => one.student === seat.student && one.source === 'rollover' && one.bills_from === next,
  )
  return goesOn ? { ...seat, ends_on: addDays(next, -1) } : seat
}

/** Whether the student comes, goes or pauses within the period. */
function isPart(seat: Seat, { first, last }: { first: string; last: string }, from: string): boolean {
  return from > first || daysFrom(from, last).some((day) => !sits(seat, day))
}

function shareOf(
  world: World,
  seat: Seat,
  fee: Fee,
  { first, last }: { first: string; last: string },
  from: string,
): [number, number] {
  const subject = world.subjects.find(({ id }) => id === seat.subject)!
  const there = (day: string) => sits(seat, day)
  if (fee.proration === 'by_day' || subject.weekdays.length === 0)
    return [daysFrom(from, last).filter(there).length, daysFrom(first, last).length]
  const lessons = (start: string, counts: (day: string) => boolean) => {
    const held = new Map<string, number>()
    for (const day of daysFrom(start, last))
      if (subject.weekdays.includes(weekday(day)) && !isHoliday(day) && counts(day))
        held.set(day.slice(0, 7), (held.get(day.slice(0, 7)) ?? 0) + 1)
    return [...held.values()].reduce((sum, count) => sum + Math.min(count, subject.per_month), 0)
  }
  return [lessons(from, there), lessons(first, () => true)]
}

interface Judged {
  seat: Seat
  fee: Fee
  child: Child
  charged_from: string
  period: { first: string; last: string } | undefined
  isValid: boolean
  share: [number, number] | null
}

function skipOf(
  world: World,
  { seat, fee, child, charged_from, period, isValid, share }: Judged,
): string | null {
  const monthEnds = endOfMonth(world.month)
  const billed = world.billed.some((one) => {
    if (one.student !== seat.student || one.subject !== seat.subject) return false
    if (one.type !== fee.type || one.apply_to !== fee.apply_to) return false
    if (!period) return one.key === 'once'
    if (one.starts_on === null || one.ends_on === null) return false
    const from = charged_from < period.last ? charged_from : period.last
    return one.starts_on <= period.last && one.ends_on >= from
  })
  if (billed) return 'already_billed'
  const from = charged_from > world.month ? charged_from : world.month
  if (child.status === 'graduated' || child.status === 'withdrawn' || lastDay(seat) < from) return 'ended'
  const until = [lastDay(seat), period?.last ?? monthEnds].sort()[0]!
  if (child.status !== 'active' || !daysFrom(charged_from, until).some((day) => sits(seat, day)))
    return 'paused'
  if (world.subjects.find(({ id }) => id === seat.subject)!.status !== 'active') return 'subject_closed'
  if (!isValid) return 'fee_not_valid'
  const no = Number(world.month.slice(5, 7))
  if (fee.frequency === 'monthly' && fee.months && !fee.months.includes(no)) return 'month_not_billed'
  const isFirst = period?.first === world.month
  const beganLater = period && charged_from >= addMonths(period.first, 1)
  if (fee.frequency !== 'monthly' && period && !world.catch_up && !isFirst && !beganLater)
    return 'month_not_billed'
  if (!child.parents.some(({ pays }) => pays)) return 'no_payer'
  if (share && share[0] === 0) return 'zero_total'
  return null
}

function periodOf(frequency: string, month: string, startMonth: number) {
  const length = lengths[frequency]
  if (!length) return undefined
  let first = month
  while ((Number(first.slice(5, 7)) - startMonth + 12) % length !== 0) first = addMonths(first, -1)
  return { first, last: addDays(addMonths(first, length), -1) }
}

function keyOf(frequency: string, period: { first: string } | undefined, startMonth: number): string {
  if (!period) return 'once'
  const { first } = period
  if (frequency === 'monthly') return first.slice(0, 7)
  let yearBegins = first
  while (Number(yearBegins.slice(5, 7)) !== startMonth) yearBegins = addMonths(yearBegins, -1)
  // The academic year is called by the year in which it begins.
  const year = yearBegins.slice(0, 4)
  let months = 0
  for (let month = yearBegins; month < first; month = addMonths(month, 1)) months += 1
  if (frequency === 'quarterly') return `${year}-Q${Math.floor(months / 3) + 1}`
  return frequency === 'half_yearly' ? `${year}-H${Math.floor(months / 6) + 1}` : year
}
