import { type Kysely, sql, type Transaction } from 'kysely'
import { optedOut } from '#app/domain/core/contact/opted-out.ts'
import { isMobile } from '#app/domain/core/contact/phone.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import { type TitleFacts, titleFacts } from '#app/domain/core/invoicing/title.ts'
import type { ReminderSetting, ReminderStep } from '#app/domain/core/settings/reminder-setting.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { isMailAddress } from '#app/integrations/mail/message.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { insertReminderInvoices } from './plan-reminders.ts'
import type { ReminderLevel } from './reminder.ts'
import type { ReminderMessage } from './reminder-letters.ts'
import { nextMoment, remindable, stateOf } from './schedule.ts'

/** Minutes after which a silent job's claim expires. */
const claimMinutes = 10

/**
 * Claims a reminder for this run of the job and reads everything again: invoices paid, paused or cancelled in the meantime
 * are left out, and a reminder without any left is dropped. A reminder that may not be sent now is postponed. Returns the
 * message; undefined when there is nothing to do. Throws while another job has the claim.
 */
export async function claimReminder(
  trx: Transaction<DB>,
  id: string,
  job_id: string,
  now: Date,
): Promise<ReminderMessage | undefined> {
  const row = await lockedReminder(trx, id)
  if (!row || (row.state !== 'planned' && row.state !== 'sending')) return undefined
  if (row.state === 'sending' && row.job_id !== job_id && row.is_claimed)
    throw new Error('another job is sending this reminder')
  if (row.was_mailed) {
    await settleReminder(trx, id, row.job_id ?? job_id, { channel: 'email' })
    return undefined
  }
  if (row.texted_at) {
    await settleReminder(trx, id, row.job_id ?? job_id, { reason: 'sms_unsure' })
    return undefined
  }
  const today = todayIn(now)
  const setting = await settings(trx, 'reminder')
  if (!setting.on && !row.asked_by) {
    await endReminder(trx, id, { state: 'dropped', reason: 'switched_off' })
    return undefined
  }
  const left = await remindableInvoices(trx, row, setting.steps, today)
  const causes = left.filter(({ is_cause }) => is_cause)
  if (causes.length === 0) {
    await endReminder(trx, id, { state: 'dropped', reason: 'nothing_left' })
    return undefined
  }
  const states = [...new Set(left.map(({ state }) => state))]
  const earliest = row.due_at && row.due_at > now ? row.due_at : now
  const leaves = nextMoment(earliest, setting, states, await holidaysOf(trx))
  if (!leaves) {
    await endReminder(trx, id, { state: 'dropped', reason: 'no_day' })
    return undefined
  }
  if (leaves > now) {
    await postpone(trx, id, leaves)
    return undefined
  }
  // A manual reminder keeps its level; an automatic one follows from the invoices left.
  // Nobody is told that something is overdue while it is not.
  const isLate = left.some(({ due_on }) => due_on < today)
  const level: ReminderLevel = !isLate
    ? 1
    : row.asked_by
      ? (row.level as ReminderLevel)
      : (Math.max(...causes.map((one) => one.planned_level ?? 1)) as ReminderLevel)
  await trx
    .updateTable('reminder')
    .set({ state: 'sending', job_id, claimed_at: sql<Date>`now()`, day: today, level })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('reminder_invoice').where('reminder_id', '=', id).execute()
  await insertReminderInvoices(
    trx,
    left.map(({ planned_level, level: reached, title: _title, ...one }) => ({
      ...{ ...one, reminder_id: id, level: planned_level ?? reached },
    })),
  )
  return { ...messageTo(row, left, setting, today), level }
}

interface Reminded {
  name: string
  email: string | null
  phone: string | null
  preferred_locale: string
  has_account: boolean
  /** The family wants no SMS. */
  no_sms: boolean
}

/** What a family is told of these invoices, on the channels that reach it; one function for what is sent and its preview. */
export function messageTo(
  { name, email, phone, preferred_locale, has_account, no_sms }: Reminded,
  invoices: readonly RemindableInvoice[],
  { sms, wording }: Pick<ReminderSetting, 'sms' | 'wording'>,
  today: string,
): Omit<ReminderMessage, 'level'> {
  const address = email?.trim() ?? ''
  return {
    parent: {
      ...{ name, has_account, locale: knownLocale(preferred_locale) },
      address: isMailAddress(address) ? address : null,
      mobile: sms && !no_sms && phone && isMobile(phone) ? phone : null,
    },
    invoices: invoices.map(({ number, due_on, balance_sen, public_code, title }) => ({
      ...{ number: number ?? '', due_on, balance_sen, public_code: public_code ?? '', title },
    })),
    wording,
    today,
  }
}

function lockedReminder(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom('reminder')
    .innerJoin('parent', 'parent.id', 'reminder.parent_id')
    .leftJoin('user_account', (join) =>
      join
        .onRef('user_account.id', '=', 'parent.user_id')
        .on('user_account.status', '=', 'active')
        .on('user_account.deleted_at', 'is', null),
    )
    .select(['reminder.id', 'reminder.parent_id', 'reminder.state', 'reminder.level', 'reminder.trigger'])
    .select(['reminder.due_at', 'reminder.job_id', 'reminder.asked_by'])
    .select('reminder.texted_at')
    .select(['parent.name', 'parent.email', 'parent.phone', 'parent.preferred_locale'])
    .select(sql<boolean>`user_account.id is not null`.as('has_account'))
    .select(optedOut('parent', sql.ref('parent.id'), 'sms').as('no_sms'))
    .select(
      sql<boolean>`coalesce(reminder.claimed_at between now() - make_interval(mins => ${sql.lit(claimMinutes)})
        and now() + make_interval(mins => ${sql.lit(claimMinutes)}), false)`.as('is_claimed'),
    )
    .select(
      sql<boolean>`exists (select from sent_mail where sent_mail.key = reminder.id::text)`.as('was_mailed'),
    )
    .where('reminder.id', '=', id)
    .forUpdate('reminder')
    .executeTakeFirst()
}

export interface RemindableInvoice {
  id: string
  number: string | null
  due_on: string
  balance_sen: number
  public_code: string | null
  title: TitleFacts
  state: string | null
  step: ReminderStep | null
  level: ReminderLevel | null
  is_cause: boolean
  planned_level: ReminderLevel | null
}

/** The invoices that the family may be reminded of now, and those that the message is about. */
export function remindableInvoices(
  db: Kysely<DB>,
  { id, parent_id, trigger, level }: { id: string; parent_id: string; trigger: string; level: number },
  steps: readonly ReminderStep[],
  today: string,
): Promise<RemindableInvoice[]> {
  let query = remindable(db, steps, today)
    .leftJoin('reminder_invoice', (join) =>
      join
        .onRef('reminder_invoice.invoice_id', '=', 'invoice.id')
        .on('reminder_invoice.reminder_id', '=', id),
    )
    .select(['invoice.id', 'invoice.number', 'invoice.due_on', 'invoice.balance_sen', 'invoice.public_code'])
    .select(['reached.step', 'reached.level', stateOf.as('state'), titleFacts.as('title')])
    .select(sql<boolean>`coalesce(reminder_invoice.is_cause, false)`.as('is_cause'))
    .select('reminder_invoice.level as planned_level')
    .where('invoice.payer_parent_id', '=', parent_id)
  if (trigger === 'schedule')
    query = query.where((eb) =>
      eb.or([
        eb('reminder_invoice.is_cause', '=', true),
        eb('invoice.due_on', '<', today),
        // Invoices that are not due yet are left out of the higher levels.
        ...(level < 3 ? [eb('reached.step', 'is not', null)] : []),
      ]),
    )
  return query.orderBy('invoice.due_on').orderBy('invoice.id').execute() as Promise<RemindableInvoice[]>
}

async function postpone(trx: Transaction<DB>, id: string, due_at: Date): Promise<void> {
  await trx
    .updateTable('reminder')
    .set({ state: 'planned', due_at, job_id: null, claimed_at: null })
    .where('id', '=', id)
    .execute()
  await enqueue(trx, 'reminder.send', { reminder_id: id }, due_at)
}

async function endReminder(
  trx: Transaction<DB>,
  id: string,
  change: { state: 'dropped' | 'unsent'; reason: string },
): Promise<void> {
  await trx
    .updateTable('reminder')
    .set({ ...change, job_id: null })
    .where('id', '=', id)
    .execute()
}

/**
 * Marks a reminder as passed to the SMS gateway; false if another run may have done so. `back` undoes it after a certain
 * failure.
 */
export async function markTexted(
  trx: Transaction<DB>,
  id: string,
  job_id: string,
  back = false,
): Promise<boolean> {
  const marked = await trx
    .updateTable('reminder')
    .set({ texted_at: back ? null : sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('job_id', '=', job_id)
    .where('texted_at', back ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

type Channel = 'email' | 'sms' | 'in_app'

/** Why a reminder could not be delivered. */
type UndeliveredReason =
  | 'no_address'
  | 'mail_refused'
  | 'mail_failed'
  | 'sms_no_credit'
  | 'sms_refused'
  | 'sms_failed'
  | 'sms_unsure'

export type Outcome = { channel: Channel } | { reason: UndeliveredReason }

/** Stores the outcome, if this job has the claim. */
export async function settleReminder(
  trx: Transaction<DB>,
  id: string,
  job_id: string,
  outcome: Outcome,
): Promise<void> {
  await trx
    .updateTable('reminder')
    .set(
      'channel' in outcome
        ? { state: 'sent', channel: outcome.channel, sent_at: sql<Date>`now()` }
        : { state: 'unsent', reason: outcome.reason },
    )
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('job_id', '=', job_id)
    .execute()
}
