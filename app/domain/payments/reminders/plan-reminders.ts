import { type Kysely, sql, type Transaction } from 'kysely'
import { addDays, todayIn } from '#app/domain/core/dates.ts'
import { type Holiday, holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import type { ReminderSetting, ReminderStep } from '#app/domain/core/settings/reminder-setting.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { enqueueEach } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { daysBetweenReminders, type ReminderLevel } from './reminder.ts'
import { nextMoment, remindable, stateOf, wasReminded } from './schedule.ts'

/** Rows of one INSERT; Postgres allows 65,535 parameters. */
const rowsPerInsert = 2_000

/** Longer than a job is retried. */
const stuckHours = 12

/** Number of planned reminders, and of those that need approval. */
interface Planned {
  planned: number
  waiting: number
}

/**
 * Plans the reminders due now, one message per family with all that it owes, and enqueues the mails. Reminders of the third
 * level are stored for approval. Outside the hours and on rest days nothing is planned; a later run catches up with
 * one message, however many days have passed. Safe to repeat and to run concurrently.
 */
export async function planReminders(trx: Transaction<DB>, now: Date): Promise<Planned> {
  const setting = await settings(trx, 'reminder')
  // A concurrent run waits here, and then sees what the first has planned.
  await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ':reminder'))`.execute(trx)
  const today = todayIn(now)
  await dropOutdated(trx, today, setting)
  if (!setting.on) return { planned: 0, waiting: 0 }
  const rows = await invoicesOfDueFamilies(trx, setting, today)
  const holidays = await holidaysOf(trx)
  const families = familiesOf(rows).filter((family) => maySendNow(family, now, setting, holidays))
  const marked = await recentlyReminded(trx, today)
  const automatic = families.flatMap((family) =>
    marked.has(family.parent_id) ? [] : messageOf(family, ({ level }) => level < 3),
  )
  const needApproval = families.flatMap((family) => messageOf(family, ({ level }) => level === 3))
  const planned = await insertReminders(trx, automatic, { state: 'planned', day: today, due_at: now })
  const waiting = await insertReminders(trx, needApproval, { state: 'waiting', day: today, due_at: null })
  await enqueueEach(
    trx,
    'reminder.send',
    planned.map((reminder_id) => ({ reminder_id })),
  )
  return { planned: planned.length, waiting: waiting.length }
}

/**
 * Requeues reminders stuck for hours because their job failed or was lost; they would block further reminders to the family.
 * Returns their number.
 */
export async function requeueStuckReminders(trx: Transaction<DB>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - stuckHours * 3_600_000)
  const stuck = await trx
    .updateTable('reminder')
    .set({ due_at: now })
    .where('state', 'in', ['planned', 'sending'])
    .where('due_at', '<', before)
    .where((eb) => eb.or([eb('claimed_at', 'is', null), eb('claimed_at', '<', before)]))
    .returning('id')
    .execute()
  await enqueueEach(
    trx,
    'reminder.send',
    stuck.map(({ id: reminder_id }) => ({ reminder_id })),
  )
  return stuck.length
}

interface OwedInvoice {
  id: string
  parent_id: string
  balance_sen: number
  step: ReminderStep | null
  level: ReminderLevel | null
  state: string | null
  /** Its step is due and the family was not reminded of it. */
  is_cause: boolean
}

/** Invoices of families with a due step: those with the step, and everything else overdue. */
function invoicesOfDueFamilies(
  db: Kysely<DB>,
  { steps, since }: Pick<ReminderSetting, 'steps' | 'since'>,
  today: string,
): Promise<OwedInvoice[]> {
  // Steps before reminders were switched on, or before the invoice existed, are skipped.
  const isCause = sql<boolean>`reached.step_on is not null
    and reached.step_on >= greatest(invoice.issued_on, ${since ?? today}::date) and not ${wasReminded}`
  return db
    .selectFrom(
      remindable(db, steps, today)
        .select(['invoice.id', 'invoice.payer_parent_id as parent_id', 'invoice.balance_sen'])
        .select(['reached.step', 'reached.level', stateOf.as('state'), isCause.as('is_cause')])
        .select(sql<boolean>`bool_or(${isCause}) over (partition by invoice.payer_parent_id)`.as('any_cause'))
        .where((eb) => eb.or([eb('reached.step', 'is not', null), eb('invoice.due_on', '<', today)]))
        .as('owed'),
    )
    .select(['id', 'parent_id', 'balance_sen', 'step', 'level', 'state', 'is_cause'])
    .where('any_cause', '=', true)
    .orderBy('parent_id')
    .execute() as Promise<OwedInvoice[]>
}

interface Family {
  parent_id: string
  invoices: OwedInvoice[]
}

function familiesOf(rows: readonly OwedInvoice[]): Family[] {
  const families = Map.groupBy(rows, ({ parent_id }) => parent_id)
  return [...families].map(([parent_id, invoices]) => ({ parent_id, invoices }))
}

function maySendNow(
  { invoices }: Family,
  now: Date,
  hours: Pick<ReminderSetting, 'from' | 'until'>,
  holidays: readonly Holiday[],
): boolean {
  const states = [...new Set(invoices.map(({ state }) => state))]
  return nextMoment(now, hours, states, holidays)?.getTime() === now.getTime()
}

interface Message {
  parent_id: string
  level: ReminderLevel
  invoices: OwedInvoice[]
}

/** Undefined without an invoice of this kind with a due step. */
function messageOf(
  { parent_id, invoices }: Family,
  isOfKind: (one: { level: number }) => boolean,
): Message[] {
  const marked = invoices.map((one) => ({
    ...one,
    is_cause: one.is_cause && one.level !== null && isOfKind({ level: one.level }),
  }))
  const levels = marked.flatMap(({ is_cause, level }) => (is_cause && level !== null ? [level] : []))
  const level = Math.max(0, ...levels)
  return level === 0 ? [] : [{ parent_id, level: level as ReminderLevel, invoices: marked }]
}

/** Families reminded within the last days, or about to be. */
async function recentlyReminded(db: Kysely<DB>, today: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('reminder')
    .select('parent_id')
    .distinct()
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['planned', 'sending']),
        eb('state', 'in', ['sent', 'unsent']).and('day', '>', addDays(today, -daysBetweenReminders)),
      ]),
    )
    .execute()
  return new Set(rows.map(({ parent_id }) => parent_id))
}

/** Inserts reminders; returns the ids of new ones. */
async function insertReminders(
  trx: Transaction<DB>,
  messages: readonly Message[],
  given: { state: 'planned' | 'waiting'; day: string; due_at: Date | null },
): Promise<string[]> {
  const written: string[] = []
  for (let first = 0; first < messages.length; first += rowsPerInsert) {
    const rows = messages.slice(first, first + rowsPerInsert).map((message) => ({ id: newId(), ...message }))
    const added = await trx
      .insertInto('reminder')
      .values(
        rows.map(({ id, parent_id, level }) => ({ id, parent_id, level, trigger: 'schedule', ...given })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    const ids = new Set(added.map(({ id }) => id))
    written.push(...ids)
    await insertReminderInvoices(
      trx,
      rows
        .filter(({ id }) => ids.has(id))
        .flatMap(({ id, invoices }) => invoices.map((one) => ({ reminder_id: id, ...one }))),
    )
  }
  return written
}

interface ReminderInvoice {
  reminder_id: string
  id: string
  is_cause: boolean
  step: ReminderStep | null
  level: ReminderLevel | null
  balance_sen: number
}

/** Stores the invoices of reminders. */
export async function insertReminderInvoices(
  trx: Transaction<DB>,
  rows: readonly ReminderInvoice[],
): Promise<void> {
  for (let first = 0; first < rows.length; first += rowsPerInsert) {
    await trx
      .insertInto('reminder_invoice')
      .values(
        rows
          .slice(first, first + rowsPerInsert)
          .map(({ reminder_id, id, is_cause, step, level, balance_sen }) => ({
            ...{ reminder_id, invoice_id: id, is_cause, step, level: level ?? 1, balance_sen },
          })),
      )
      .execute()
  }
}

/** Drops waiting reminders whose invoices were paid, are paused, or are no longer of the third level. */
async function dropOutdated(
  trx: Transaction<DB>,
  today: string,
  { steps }: Pick<ReminderSetting, 'steps'>,
): Promise<void> {
  await trx
    .updateTable('reminder')
    .set({ state: 'dropped', reason: 'nothing_left' })
    .where('state', '=', 'waiting')
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('reminder_invoice')
        .where('is_cause', '=', true)
        .where('invoice_id', 'in', remindable(trx, steps, today).select('invoice.id'))
        .select('reminder_id'),
    )
    .execute()
}
