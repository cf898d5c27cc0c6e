import { sql, type Transaction } from 'kysely'
import { isArranged } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import { usualSettings } from '#app/domain/core/settings/settings.ts'
import { restsOn } from '#app/domain/payments/reminders/schedule.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Team } from '../staff.ts'
import { at, type Stage } from '../stage.ts'

/** Families who were told, of whom somebody must decide, and who is left in peace. */
const many = { told: 12, waiting: 4 }

/**
 * Reminders are switched on; some families were told a week after the day, for the serious ones somebody has to press "send",
 * and one is left in peace for a while. Told once all invoices are written.
 */
export async function addReminders(trx: Transaction<DB>, stage: Stage, { office }: Team): Promise<void> {
  const clerk = office.find((colleague) => colleague.role === 'clerk') ?? office[0]
  if (!clerk) return
  const setting = { ...usualSettings('reminder'), on: true, since: stage.today }
  await trx
    .insertInto('setting')
    .values({ key: 'reminder', value: JSON.stringify(setting), updated_by: clerk.user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const late = await overdue(trx, stage.today)
  const holidays = await holidaysOf(trx)
  const { state = null } = stage.plan.branches[0] ?? {}
  const serious = late.filter(({ due_on }) => addDays(due_on, 30) <= stage.today).slice(0, many.waiting)
  const weekAfter = (family: Late) => {
    let day = addDays(family.due_on, 7)
    while (restsOn(day, state ?? null, holidays)) day = addDays(day, 1)
    return { family, day }
  }
  const isPast = ({ day }: { day: string }) => day < stage.today
  const firm = late.filter((family) => !serious.includes(family)).slice(0, many.told)
  const told = firm.map(weekAfter).filter(isPast)
  // on some days nobody else is late for longer than a week
  for (const { family, day } of told.length > 0 ? told : serious.map(weekAfter).filter(isPast)) {
    await tell(trx, stage, family, {
      ...{
        day,
        level: 2,
        state: 'sent',
        channel: family.email ? 'email' : 'in_app',
        sent_at: at(stage, day, 10.1),
      },
    })
  }
  for (const family of serious)
    await tell(trx, stage, family, {
      day: stage.today,
      level: 3,
      state: 'waiting',
      channel: null,
      sent_at: null,
    })
  const [, spared] = serious
  if (!spared) return
  await trx
    .insertInto('reminder_hold')
    .values({
      ...{ id: newId(), parent_id: spared.parent_id, ends_on: addDays(stage.today, 20) },
      ...{ created_at: at(stage, addDays(stage.today, -2), 11), created_by: clerk.user_id },
      reason:
        stage.locale === 'my'
          ? 'Bapa baru bertukar kerja; dihubungi semula.'
          : 'Father has changed jobs; we will call.',
    })
    .execute()
}

interface Late {
  id: string
  parent_id: string
  email: string | null
  due_on: string
  balance_sen: number
}

/** The oldest open invoice of each family that is late. */
function overdue(trx: Transaction<DB>, today: string): Promise<Late[]> {
  return (
    trx
      .selectFrom('invoice')
      .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
      .distinctOn('parent.id')
      .select([
        'invoice.id',
        'parent.id as parent_id',
        'parent.email',
        'invoice.due_on',
        'invoice.balance_sen',
      ])
      .where('invoice.status', '=', 'unpaid')
      .where('invoice.due_on', '<', today)
      // Nobody reminds a family of what it pays by a plan.
      .where(isArranged(today), '=', false)
      .orderBy('parent.id')
      .orderBy('invoice.due_on')
      .execute()
  )
}

async function tell(
  trx: Transaction<DB>,
  stage: Stage,
  { id: invoice_id, parent_id, balance_sen }: Late,
  given: { day: string; level: number; state: string; channel: string | null; sent_at: Date | null },
): Promise<void> {
  const id = newId()
  const created_at = at(stage, given.day, 10)
  await trx
    .insertInto('reminder')
    .values({ ...{ id, parent_id, trigger: 'schedule', created_at }, ...given })
    .execute()
  const others = await trx
    .selectFrom('invoice')
    .select(['id', 'balance_sen'])
    .where('payer_parent_id', '=', parent_id)
    .where('status', '=', 'unpaid')
    .where('due_on', '<', given.day)
    .where('id', '<>', invoice_id)
    .execute()
  const step = given.level === 3 ? 'after_30' : 'after_7'
  await trx
    .insertInto('reminder_invoice')
    .values([
      { reminder_id: id, invoice_id, balance_sen, is_cause: true, step, level: given.level },
      ...others.map((other) => ({
        ...{ reminder_id: id, invoice_id: other.id, balance_sen: other.balance_sen },
        ...{ is_cause: false, step: null, level: 1 },
      })),
    ])
    .execute()
  if (given.sent_at) await sql`update reminder set due_at = ${given.sent_at} where id = ${id}`.execute(trx)
}
