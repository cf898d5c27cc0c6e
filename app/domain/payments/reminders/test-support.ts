import type { ReminderSetting } from '#app/domain/core/settings/reminder-setting.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { type Given, parent, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { planReminders } from './plan-reminders.ts'

/** A Monday at ten that is no rest day in any state. */
export const monday = new Date('2026-03-09T10:00:00+08:00')
export const onMonday = '2026-03-09'

/** An instant of a Malaysian clock. */
export const at = (on: string, time = '10:00') => new Date(`${on}T${time}:00+08:00`)

/** Switched on long ago, with all steps but the first, unless it says otherwise. */
export async function switchOn(trx: Trx, given: Partial<ReminderSetting> = {}): Promise<void> {
  const usual = await settings(trx, 'reminder')
  const value = JSON.stringify({ ...usual, on: true, since: '2020-01-01', ...given })
  await trx
    .insertInto('setting')
    .values({ key: 'reminder', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** A family that pays for one child, with invoices due on these days; all issued in January. */
export async function family(
  trx: Trx,
  due: readonly string[],
  given: { parent?: Given<'parent'>; invoice?: Given<'invoice'>; student?: Given<'student'> } = {},
) {
  const payer = await parent(trx, { email: 'ibu@family.test', preferred_locale: 'my', ...given.parent })
  const child = await student(trx, given.student ?? {}, { payer })
  const owner = { student_id: child.id, payer_parent_id: payer.id, branch_id: child.branch_id }
  const invoices = []
  for (const due_on of due)
    invoices.push(await invoice(trx, { issued_on: '2026-01-02', ...owner, due_on, ...given.invoice }))
  return { payer, child, invoices }
}

/** All reminders, the oldest first, each with its invoices. */
export const book = (tenant: Tenant) =>
  tenant.read(async (db) => {
    const rows = await db
      .selectFrom('reminder')
      .select(['id', 'parent_id', 'day', 'level', 'state', 'reason', 'channel', 'trigger', 'due_at'])
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const invoices = await db
      .selectFrom('reminder_invoice')
      .innerJoin('invoice', 'invoice.id', 'reminder_invoice.invoice_id')
      .select(['reminder_id', 'invoice_id', 'is_cause', 'reminder_invoice.balance_sen', 'step'])
      .orderBy('invoice.due_on')
      .execute()
    return rows.map((row) => ({
      ...row,
      invoices: invoices.filter(({ reminder_id }) => reminder_id === row.id),
    }))
  })

export const plan = (tenant: Tenant, now = monday) => tenant.write((trx) => planReminders(trx, now))

/** Jobs that wait to send a reminder. */
export const asked = (tenant: Tenant) =>
  withPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select(['payload', 'run_at'])
      .where('name', '=', 'reminder.send')
      .where('entity_id', '=', tenant.entity.id)
      .execute(),
  )
