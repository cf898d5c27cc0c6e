import { bankDay } from '#app/domain/accounting/collections/collection.ts'
import { addDays } from '#app/domain/core/dates.ts'
import type { Holiday } from '#app/domain/core/holidays/holiday.ts'

export const payoutStatuses = [
  'draft',
  'on_hold',
  'approved',
  'processing',
  'paid',
  'failed',
  'cancelled',
] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** Of what its organisation is told by mail. */
export const payoutMoments = ['paid', 'failed'] as const satisfies PayoutStatus[]
export type PayoutMoment = (typeof payoutMoments)[number]

/** Why a payout waits for a second look. `person`: somebody stopped it and said why. */
export const holdReasons = ['first', 'bank_changed', 'bank_unverified', 'closed', 'person'] as const
export type HoldReason = (typeof holdReasons)[number]

/** Less than this is carried forward to the next payout day. */
export const leastSen = 10_00

/** How long after a change of the bank account what goes there is looked at twice. */
export const looksTwiceHours = 72

/** On which an organisation is paid: every week on a weekday (Monday is 1), or every month on a day up to the 28th. */
export interface PayoutSchedule {
  payout_frequency: 'weekly' | 'monthly'
  payout_day: number
}

export type Due =
  | { due_on: string; payout_on: string }
  /** Its next day is later. */
  | null

/** The day by the calendar, whether banks work then or not: the latest up to `today`. */
export function lastDue({ payout_frequency, payout_day }: PayoutSchedule, today: string): string {
  if (payout_frequency === 'weekly') {
    const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
    return addDays(today, -((weekday - payout_day + 7) % 7))
  }
  const inMonth = `${today.slice(0, 8)}${String(payout_day).padStart(2, '0')}`
  if (inMonth <= today) return inMonth
  const before = addDays(`${today.slice(0, 8)}01`, -1)
  return `${before.slice(0, 8)}${String(payout_day).padStart(2, '0')}`
}

/**
 * What is due today: the payout day of the organisation, or the next day on which banks work after it. The day stays due
 * until it is over with, so that a turn that was missed is made up for; `due_on` names it, whenever that is.
 */
export function dueOn(schedule: PayoutSchedule, today: string, holidays: readonly Holiday[]): Due {
  const due_on = lastDue(schedule, today)
  const moved = bankDay(due_on, holidays)
  return moved > today ? null : { due_on, payout_on: bankDay(today, holidays) }
}

/** The next day on which an organisation is paid, from today on. */
export function nextPayoutDay(schedule: PayoutSchedule, today: string, holidays: readonly Holiday[]): string {
  const moved = bankDay(lastDue(schedule, today), holidays)
  if (moved >= today) return moved
  for (let day = addDays(today, 1); ; day = addDays(day, 1))
    if (lastDue(schedule, day) === day) return bankDay(day, holidays)
}

/** What settled by then is paid on a day: one day on which banks work lies between. */
export const settledUntil = (payout_on: string, holidays: readonly Holiday[]): string =>
  bankDay(addDays(payout_on, -1), holidays, -1)

/** Of an organisation when a payout of it is prepared, as far as that decides whether it is looked at twice. */
export interface Payee {
  status: string
  bank_status: string
  bank_changed_at: Date | null
  paid_before: boolean
}

/** Why a payout waits before anybody may approve it; undefined: it does not. */
export function holdOf(payee: Payee, now: Date): Exclude<HoldReason, 'person'> | undefined {
  if (payee.status !== 'active') return 'closed'
  if (payee.bank_status !== 'verified') return 'bank_unverified'
  const changed = payee.bank_changed_at
  if (changed && now.getTime() - changed.getTime() < looksTwiceHours * 3_600_000 && payee.paid_before)
    return 'bank_changed'
  return payee.paid_before ? undefined : 'first'
}
