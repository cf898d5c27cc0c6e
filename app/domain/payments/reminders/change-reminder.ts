import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { addDays, addMonths, todayIn } from '#app/domain/core/dates.ts'
import { holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import { invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { parentsIn, reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { insertReminderInvoices } from './plan-reminders.ts'
import { type AskInput, daysBetweenReminders, type HoldInput, longestHold } from './reminder.ts'
import { atTime, nextMoment, remindable, stateOf } from './schedule.ts'

/** The reminder that would be sent to a family, and when. */
interface Prospect {
  /** All invoices of the reminder within the reader's scope. */
  invoices: Awaited<ReturnType<typeof owedNow>>
  /** The first moment within the hours, not on a rest day, and three days after the last message; null: none. */
  leaves_at: Date | null
  /** A reminder is already under way. */
  is_open: boolean
}

/** Previews a reminder to a family within the scope; refuses not_found.parent. */
export async function previewReminder(
  db: Kysely<DB>,
  scope: RowScope,
  parent_id: string,
  now: Date,
): Promise<Prospect & { name: string }> {
  const { name } = await reachedParent(db, scope, parent_id)
  const [invoices, open] = await Promise.all([
    owedNow(db, scope, parent_id, todayIn(now)),
    db
      .selectFrom('reminder')
      .select('id')
      .where('parent_id', '=', parent_id)
      .where('state', 'in', ['planned', 'sending'])
      .executeTakeFirst(),
  ])
  const states = invoices.map(({ state }) => state)
  const leaves_at = (await earliestSendTime(db, parent_id, states, now)) ?? null
  return { name, invoices, leaves_at, is_open: open !== undefined }
}

/** All invoices that the family may be reminded of, the oldest first. */
function owedNow(db: Kysely<DB>, scope: RowScope, parent_id: string, today: string) {
  return remindable(db, [], today)
    .select(['invoice.id', 'invoice.number', 'invoice.due_on', 'invoice.balance_sen', stateOf.as('state')])
    .select((eb) => eb('invoice.id', 'in', invoicesIn(db, scope).select('invoice.id')).as('is_reached'))
    .where('invoice.payer_parent_id', '=', parent_id)
    .orderBy('invoice.due_on')
    .orderBy('invoice.id')
    .execute()
}

async function earliestSendTime(
  db: Kysely<DB>,
  parent_id: string,
  states: readonly (string | null)[],
  now: Date,
): Promise<Date | undefined> {
  const [hours, holidays, last] = await Promise.all([
    settings(db, 'reminder'),
    holidaysOf(db),
    db
      .selectFrom('reminder')
      .select((eb) => eb.fn.max('day').as('day'))
      .where('parent_id', '=', parent_id)
      .where('state', 'in', ['sent', 'unsent'])
      .executeTakeFirst(),
  ])
  const rested = last?.day ? atTime(addDays(last.day, daysBetweenReminders), hours.from) : now
  return nextMoment(rested > now ? rested : now, hours, states, holidays)
}

/**
 * Requests a reminder of all that a family owes, sent at the first allowed moment. Refuses not_found.parent, a reminder
 * under way (reminder.open), and a family with nothing to be reminded of within the reader's reach (reminder.nothing_left).
 */
export async function requestReminder(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  { level }: AskInput,
  now: Date,
): Promise<{ name: string; leaves_at: Date }> {
  const { name, invoices, leaves_at, is_open } = await previewReminder(trx, scope, parent_id, now)
  if (is_open) throw new Refusal('reminder.open')
  if (!invoices.some(({ is_reached }) => is_reached) || !leaves_at) throw new Refusal('reminder.nothing_left')
  const id = newId()
  await trx
    .insertInto('reminder')
    .values({
      ...{ id, parent_id, level, trigger: 'hand', state: 'planned', asked_by: actor.id },
      ...{ day: todayIn(leaves_at), due_at: leaves_at },
    })
    .execute()
  await insertReminderInvoices(
    trx,
    invoices.map(({ is_reached: _, ...one }) => ({
      ...one,
      reminder_id: id,
      is_cause: true,
      step: null,
      level: level as 1 | 2 | 3,
    })),
  )
  await recordAndEnqueue(trx, actor, { id, parent_id, name, level }, leaves_at)
  return { name, leaves_at }
}

/**
 * Releases a reminder of the third level, which needs a person. Refuses not_found.reminder, a decided one
 * (reminder.decided), and one with nothing left to remind of (reminder.nothing_left).
 */
export async function releaseReminder(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  now: Date,
): Promise<{ name: string; leaves_at: Date }> {
  const row = await trx
    .selectFrom('reminder')
    .select(['parent_id', 'state', 'level'])
    .where('id', '=', id)
    .where('parent_id', 'in', parentsIn(trx, scope).select('parent.id'))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.reminder')
  const { parent_id, level } = row
  const { name, invoices, leaves_at, is_open } = await previewReminder(trx, scope, parent_id, now)
  if (row.state !== 'waiting')
    throw await meanwhile(trx, 'reminder.decided', { type: 'parent', id: row.parent_id })
  if (is_open) throw new Refusal('reminder.open')
  if (invoices.length === 0 || !leaves_at) throw new Refusal('reminder.nothing_left')
  const released = await trx
    .updateTable('reminder')
    .set({
      ...{ state: 'planned', asked_by: actor.id, due_at: leaves_at, day: todayIn(leaves_at) },
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (!released) throw await meanwhile(trx, 'reminder.decided', { type: 'parent', id: row.parent_id })
  await recordAndEnqueue(trx, actor, { id, parent_id, name, level }, leaves_at)
  return { name, leaves_at }
}

async function recordAndEnqueue(
  trx: Transaction<DB>,
  actor: Actor,
  { id, parent_id, name, level }: { id: string; parent_id: string; name: string; level: number },
  leaves_at: Date,
): Promise<void> {
  const change = named(name, { after: { level, due_at: leaves_at.toISOString() } })
  await record(trx, actor, 'reminder.asked', { type: 'parent', id: parent_id }, change)
  await enqueue(trx, 'reminder.send', { reminder_id: id }, leaves_at)
}

/**
 * Pauses reminders to a family, or of one invoice, until a day. Refuses not_found.parent, not_found.invoice for an invoice
 * of another family or out of scope, and a day that is past or more than a year ahead (reminder.hold_end).
 */
export async function holdReminders(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  parent_id: string,
  { invoice_id, ends_on, reason }: HoldInput,
  today: string,
): Promise<{ name: string }> {
  const { name } = await reachedParent(trx, scope, parent_id)
  if (ends_on < today || ends_on > addMonths(today, longestHold))
    throw new Refusal('reminder.hold_end', 'ends_on')
  const invoice = invoice_id
    ? await invoicesIn(trx, scope)
        .select(['invoice.id', 'invoice.number'])
        .where('invoice.id', '=', invoice_id)
        .where('invoice.payer_parent_id', '=', parent_id)
        .executeTakeFirst()
    : undefined
  if (invoice_id && !invoice) throw new Refusal('not_found.invoice', 'invoice_id')
  await trx
    .insertInto('reminder_hold')
    .values({
      ...{ id: newId(), parent_id, ends_on, reason, created_by: actor.id },
      invoice_id: invoice?.id ?? null,
    })
    .execute()
  const change = named(name, { after: { ends_on, reason, number: invoice?.number ?? null } })
  await record(trx, actor, 'reminder.held', { type: 'parent', id: parent_id }, change)
  return { name }
}

/** Ends a pause early; nothing happens if it is over. Refuses not_found.reminder_hold. */
export async function liftHold(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<{ name: string }> {
  const hold = await trx
    .selectFrom('reminder_hold')
    .innerJoin('parent', 'parent.id', 'reminder_hold.parent_id')
    .select(['reminder_hold.parent_id', 'reminder_hold.ends_on', 'parent.name'])
    .where('reminder_hold.id', '=', id)
    .where('reminder_hold.parent_id', 'in', parentsIn(trx, scope).select('parent.id'))
    .executeTakeFirst()
  if (!hold) throw new Refusal('not_found.reminder_hold')
  const { parent_id, ends_on, name } = hold
  const lifted = await trx
    .updateTable('reminder_hold')
    .set({ lifted_at: sql<Date>`now()`, lifted_by: actor.id })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (lifted) {
    const change = named(name, { before: { ends_on } })
    await record(trx, actor, 'reminder.hold_lifted', { type: 'parent', id: parent_id }, change)
  }
  return { name }
}
