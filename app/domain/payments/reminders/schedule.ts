import { type Kysely, sql } from 'kysely'
import { isArranged } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { addDays, addMonths, todayIn } from '#app/domain/core/dates.ts'
import { type Holiday, isHoliday } from '#app/domain/core/holidays/holiday.ts'
import type { ReminderStep } from '#app/domain/core/settings/reminder-setting.ts'
import { leastCash } from '#app/domain/payments/counter/cash-rounding.ts'
import { hasOpenSlip } from '#app/domain/payments/transfer-slips/find-slips.ts'
import type { DB } from '#db/types.ts'
import { levelOf, type ReminderLevel } from './reminder.ts'

/** The latest step reached, its day and level. */
interface ReachedStep {
  step: ReminderStep
  on: string
  level: ReminderLevel
}

interface Dates {
  issued_on: string
  due_on: string
}

/** Hours in Malaysian time, `HH:MM`; nothing is sent at `until` or later. */
interface Hours {
  from: string
  until: string
}

/**
 * The latest active step of an invoice reached by `today`; undefined before the first. Only the latest counts, so missed
 * steps lead to one reminder. The SQL below implements the same.
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
    monthlyStepDays(days.after_30, today).map((day) => ['monthly', day]),
  )
  return all
    .filter(([step, day]) => on.includes(step) && day <= today)
    .map(([step, day]) => ({ step, on: day, level: levelOf[step] }))
    .toSorted((a, b) => b.on.localeCompare(a.on) || b.level - a.level)[0]
}

/** The same day of each following month up to today. */
function monthlyStepDays(first: string, today: string): string[] {
  const days: string[] = []
  for (let n = 1; addMonths(first, n) <= today; n++) days.push(addMonths(first, n))
  return days
}

/** The latest monthly step after the thirtieth day. */
const monthly = (today: string) => sql`(select max(day) from (
    select (invoice.due_on + 30 + make_interval(months => months))::date as day
    from (select (extract(year from ${today}::date) - extract(year from invoice.due_on + 30))::int * 12
      + (extract(month from ${today}::date) - extract(month from invoice.due_on + 30))::int as whole) as gone,
    lateral (values (whole), (whole - 1)) as tried (months)
    where months >= 1) as month where day <= ${today}::date)`

const levelSql = (step: ReminderStep) => sql.lit(levelOf[step])

/**
 * Invoices of which a family may be reminded: issued and owed, more than the rounding of cash may have left, without an online payment or an open transfer slip, not
 * paused and not in an active arrangement; each with the latest of the `on` steps reached (as `lastStep`). Selects from
 * "invoice" and "reached", whose `step`, `step_on` and `level` are null before the first step.
 */
export function remindable(db: Kysely<DB>, on: readonly ReminderStep[], today: string) {
  return db
    .selectFrom('invoice')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .innerJoin('branch', 'branch.id', 'invoice.branch_id')
    .leftJoinLateral(
      sql<{ step: ReminderStep; step_on: string; level: ReminderLevel }>`(
        select step, step_on, level from (values
          ('issued', invoice.issued_on, ${levelSql('issued')}),
          ('before_3', invoice.due_on - 3, ${levelSql('before_3')}),
          ('due', invoice.due_on, ${levelSql('due')}),
          ('after_7', invoice.due_on + 7, ${levelSql('after_7')}),
          ('after_14', invoice.due_on + 14, ${levelSql('after_14')}),
          ('after_30', invoice.due_on + 30, ${levelSql('after_30')}),
          ('monthly', ${monthly(today)}, ${levelSql('monthly')})
        ) as known (step, step_on, level)
        where step = any(${on}::text[]) and step_on <= ${today}::date
        order by step_on desc, level desc limit 1)`.as('reached'),
      (join) => join.onTrue(),
    )
    .where(isRemindable(today))
    .where('parent.deleted_at', 'is', null)
}

/** SQL condition over "invoice", whose family may be asked for it on that day: what {@link remindable} says of an invoice. */
export const isRemindable = (today: string) =>
  sql<boolean>`(invoice.status = 'unpaid' and invoice.balance_sen >= ${sql.lit(leastCash)}
    and not ${isPaused(today)} and not ${isArranged(today)} and not ${hasOpenSlip})`

/** SQL condition: reminders of this invoice or its family are paused on that day. */
export const isPaused = (today: string) =>
  sql<boolean>`exists (select from reminder_hold
    where reminder_hold.parent_id = invoice.payer_parent_id
      and (reminder_hold.invoice_id is null or reminder_hold.invoice_id = invoice.id)
      and reminder_hold.lifted_at is null and reminder_hold.ends_on >= ${today}::date)`

/** SQL condition: the family was reminded of this step, or is about to be, at this level or higher. */
export const wasReminded = sql<boolean>`exists (select from reminder_invoice
    join reminder on reminder.id = reminder_invoice.reminder_id
    where reminder_invoice.invoice_id = invoice.id and reminder.state <> 'dropped'
      and reminder.day >= reached.step_on and reminder.level >= reached.level)`

/** States with Friday as rest day; elsewhere it is Sunday. */
export const fridayStates: readonly string[] = ['Kedah', 'Kelantan', 'Terengganu']

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
const mostDaysAhead = 366

/**
 * The first moment, now or later, at which a message may be sent: within the hours, and not on a rest day of any of the
 * states. Undefined if there is none within a year.
 */
export function nextMoment(
  now: Date,
  hours: Hours,
  states: readonly (string | null)[],
  holidays: readonly Holiday[],
): Date | undefined {
  const today = todayIn(now)
  for (let days = 0; days <= mostDaysAhead; days++) {
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
