import { z } from 'zod'
import { version } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { PayoutSchedule } from './payout.ts'

/** Banks work from Monday to Friday, and each month has 28 days. */
export const payoutWeekdays = ['1', '2', '3', '4', '5'] as const
const monthDay = z.coerce.number().int().min(1).max(28)

/** On which day an organisation is paid; of the two days the one that goes with the rhythm counts. */
export const scheduleForm = z.object({
  version,
  payout_frequency: z.enum(['weekly', 'monthly']),
  weekday: z.enum(payoutWeekdays).optional(),
  month_day: monthDay.optional(),
})

/** Undefined: the day that goes with the rhythm was left empty. */
export function scheduleOf(
  input: Omit<z.output<typeof scheduleForm>, 'version'>,
): PayoutSchedule | undefined {
  const { payout_frequency, weekday, month_day } = input
  const payout_day = payout_frequency === 'weekly' ? weekday && Number(weekday) : month_day
  return payout_day === undefined ? undefined : { payout_frequency, payout_day }
}

/** A schedule as the form shows it. */
export const scheduleValues = ({ payout_frequency, payout_day }: PayoutSchedule) => ({
  payout_frequency,
  [payout_frequency === 'weekly' ? 'weekday' : 'month_day']: String(payout_day),
})

/** The same for a form: refuses (input.required) at the day that was left empty. */
export function chosenSchedule(input: Parameters<typeof scheduleOf>[0]): PayoutSchedule {
  const schedule = scheduleOf(input)
  if (!schedule)
    throw new Refusal('input.required', input.payout_frequency === 'weekly' ? 'weekday' : 'month_day')
  return schedule
}
