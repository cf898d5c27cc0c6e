import { type Kysely, sql } from 'kysely'
import { isArranged } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { addDays, addMonths } from '#app/domain/core/dates.ts'
import type { ReminderStep } from '#app/domain/core/settings/reminder-setting.ts'
import { slipWaits } from '#app/domain/payments/transfer-slips/find-slips.ts'
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

/**
 * The latest active step of an invoice reached by `today`; undefined before the first. Only the latest counts, so missed steps
 * lead to one reminder. The SQL below implements the same.
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

/** The same day of each following month up to today. */
function months(first: string, today: string): string[] {
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

const level = (step: ReminderStep) => sql.lit(levelOf[step])

/**
 * Invoices of which a family may be reminded at all: issued, owed, paid by nobody at this moment, also by no transfer
 * that was shown and waits for the office, not held back and not in an arrangement that is kept up, each with the last of the `on` steps that has come (`lastStep` says the same of one). Columns of the invoice are those of
 * "invoice", with `step`, `step_on` and `level`, all null before the first step.
 */
export function remindable(db: Kysely<DB>, on: readonly ReminderStep[], today: string) {
  return db
    .selectFrom('invoice')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .innerJoin('branch', 'branch.id', 'invoice.branch_id')
    .leftJoinLateral(
      sql<{ step: ReminderStep; step_on: string; level: ReminderLevel }>`(
        select step, step_on, level from (values
          ('issued', invoice.issued_on, ${level('issued')}),
          ('before_3', invoice.due_on - 3, ${level('before_3')}),
          ('due', invoice.due_on, ${level('due')}),
          ('after_7', invoice.due_on + 7, ${level('after_7')}),
          ('after_14', invoice.due_on + 14, ${level('after_14')}),
          ('after_30', invoice.due_on + 30, ${level('after_30')}),
          ('monthly', ${monthly(today)}, ${level('monthly')})
        ) as known (step, step_on, level)
        where step = any(${on}::text[]) and step_on <= ${today}::date
        order by step_on desc, level desc limit 1)`.as('reached'),
      (join) => join.onTrue(),
    )
    .where('invoice.status', '=', 'unpaid')
    .where('invoice.balance_sen', '>', 0)
    .where('parent.deleted_at', 'is', null)
    .where(isHeld(today), '=', false)
    .where(isArranged(today), '=', false)
    .where(slipWaits, '=', false)
}

/** SQL condition: reminders of this invoice or its family are paused on that day. */
export const isHeld = (today: string) =>
  sql<boolean>`exists (select from reminder_hold
    where reminder_hold.parent_id = invoice.payer_parent_id
      and (reminder_hold.invoice_id is null or reminder_hold.invoice_id = invoice.id)
      and reminder_hold.lifted_at is null and reminder_hold.ends_on >= ${today}::date)`

/** SQL condition: the family was reminded of this step, or is about to be, at this level or higher. */
export const wasReminded = sql<boolean>`exists (select from reminder_invoice
    join reminder on reminder.id = reminder_invoice.reminder_id
    where reminder_invoice.invoice_id = invoice.id and reminder.state <> 'dropped'
      and reminder.day >= reached.step_on and reminder.level >= reached.level)`
