import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { levelOf, type ReminderLevel, type ReminderStep } from './reminder.ts'

/** The step that was reached last, on which day, and how firmly it is told. */
export interface ReachedStep {
  step: ReminderStep
  on: string
  level: ReminderLevel
}

interface Dates {
  issued_on: string
  due_on: string
}

/**
 * The last step of an invoice that has come by `today`, of those that are switched on; undefined before the first. Only the
 * last one counts: whoever was not told on several days, since nobody was there, is told once. What stands in SQL in
 * `steps.server.ts` says the same.
 */
export function lastStep(
  { issued_on, due_on }: Dates,
  on: readonly ReminderStep[],
  today: string,
): ReachedStep | undefined {
  const days: Record<Exclude<ReminderStep, 'monthly'>, string> = {
    issued: issued_on,
    before_3: addDays(due_on, -3),
    due: due_on,
    after_7: addDays(due_on, 7),
    after_14: addDays(due_on, 14),
    after_30: addDays(due_on, 30),
  }
  const all = (Object.entries(days) as [ReminderStep, string][]).concat(
    months(days.after_30, today).map((day) => ['monthly', day]),
  )
  return all
    .filter(([step, day]) => on.includes(step) && day <= today)
    .map(([step, day]) => ({ step, on: day, level: levelOf[step] }))
    .toSorted((a, b) => b.on.localeCompare(a.on) || b.level - a.level)[0]
}

/** The same day of each month after it, so far as they have come. */
function months(first: string, today: string): string[] {
  const days: string[] = []
  for (let n = 1; addMonths(first, n) <= today; n++) days.push(addMonths(first, n))
  return days
}
