import type { Transaction } from 'kysely'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { nametagOf } from '#app/domain/organisation/entities/find-entity.ts'
import { enqueueArrearsMails } from '#app/domain/payments/arrears/arrears-letter.ts'
import { planReminders, requeueStuckReminders } from '#app/domain/payments/reminders/plan-reminders.ts'
import {
  feeReminderLetter,
  type ReminderMessage,
  smsCredits,
  smsReminder,
} from '#app/domain/payments/reminders/reminder-letters.ts'
import {
  claimReminder,
  markTexted,
  type Outcome,
  settleReminder,
} from '#app/domain/payments/reminders/send-reminder.ts'
import { warnOfFewCredits } from '#app/domain/platform/message-credits/few-credits.ts'
import {
  type CreditMove,
  reserveCredits,
  returnCredits,
  timesReturned,
} from '#app/domain/platform/message-credits/move-credits.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { MailError, type MailFailure } from '#app/integrations/mail/error.ts'
import type { MessageError } from '#app/integrations/sms/error.ts'
import type { Gateway } from '#app/integrations/sms/gateway.ts'
import { sendText } from '#app/integrations/sms/send.ts'
import { gatewayOf } from '#app/integrations/sms/settings.ts'
import type { DB } from '#db/types.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'
import { isLastTry } from '#jobs/last-try.ts'
import { sendLetter } from '#jobs/mail/send-letter.ts'

/** Finds the families who are to be told now, and asks for the mail of the month about all of them. */
export const turnReminders: Handler<'reminder.turn'> = async (_payload, { withTenant, now, log }) => {
  const time = await now()
  const found = await withTenant((trx) => planReminders(trx, time))
  const taken = await withTenant((trx) => requeueStuckReminders(trx, time))
  if (taken > 0) log.warn({ taken }, 'reminders that had stopped were taken up again')
  await withTenant((trx) => enqueueArrearsMails(trx, time))
  if (found.planned + found.waiting > 0) log.info(found, 'families are reminded of what they owe')
}

/**
 * One message to one family, by its own id, so that another job for the same reminder finds that it was sent. A server that
 * will never take it, or has not for three hours, is written down beside the reminder, for somebody to try another way.
 */
export const sendReminder: Handler<'reminder.send'> = async ({ reminder_id }, tools) => {
  const { withTenant, job } = tools
  const time = await tools.now()
  const told = await withTenant((trx) => claimReminder(trx, reminder_id, job.id, time))
  if (!told) return
  const settle = (became: Outcome) => withTenant((trx) => settleReminder(trx, reminder_id, job.id, became))
  const { address } = told.parent
  if (!address) return settle(await withoutMail(tools, reminder_id, told, { reason: 'no_address' }))
  try {
    await sendLetter(
      { ...tools, job: { ...job, id: reminder_id } },
      { list: 'reminder', compose: feeReminderLetter },
      { ...told.parent, address },
      told,
    )
  } catch (error) {
    // An address that no server takes is the office's to mend; whatever else lasts is the operator's.
    const isRefused = error instanceof MailError && error.permanent && forThisAddress.has(error.failure)
    if (isRefused) return settle(await withoutMail(tools, reminder_id, told, { reason: 'mail_refused' }))
    if (isLastTry(job, error)) await settle({ reason: 'mail_failed' })
    throw error
  }
  await settle({ channel: 'email' })
}

/** By SMS where the organisation wants that; else, and when it does not arrive, an account has it on its dashboard. */
async function withoutMail(
  tools: TenantTools,
  reminder_id: string,
  told: ReminderMessage,
  mail: { reason: 'no_address' | 'mail_refused' },
): Promise<Outcome> {
  const way = smsWay(tools, told)
  const became = way ? await remindBySms(tools, reminder_id, told, way) : mail
  const isOnDashboard = !('channel' in became) && mail.reason === 'no_address' && told.parent.has_account
  return isOnDashboard ? { channel: 'in_app' } : became
}

const forThisAddress: ReadonlySet<MailFailure> = new Set<MailFailure>(['invalid', 'refused'])

/** What would reach the family: the mobile, and the gateway that sends to it; undefined when one of them is not there. */
function smsWay({ environment }: TenantTools, { parent }: ReminderMessage) {
  const gateway = gatewayOf(environment, 'sms')
  return gateway && parent.mobile ? { gateway, to: parent.mobile } : undefined
}

/**
 * Sends one SMS, paid by the organisation's message credits, and says what became of it. One that has certainly not gone out
 * costs nothing and is tried again (throws) where that may help; one that may have is not, since each costs money.
 */
async function remindBySms(
  tools: TenantTools,
  reminder_id: string,
  told: ReminderMessage,
  way: { gateway: Gateway; to: string },
): Promise<Outcome> {
  const { withTenant, job, log } = tools
  const before = await withTenant((trx) => payText(trx, tools, reminder_id))
  if (before) return before
  try {
    await sendText(way.gateway, { channel: 'sms', to: way.to, text: await textOf(tools, told) })
  } catch (error) {
    const { failure, maybe, answer } = error as Partial<MessageError>
    log.warn({ reminder_id, failure, maybe, answer }, 'the SMS of a reminder was not sent')
    if (maybe) return { reason: 'sms_unsure' }
    const mayRetry = failure !== 'number' && failure !== 'text'
    await withTenant((trx) => refundText(trx, reminder_id, job.id, mayRetry))
    if (!mayRetry) return { reason: 'sms_refused' }
    if (isLastTry(job, error)) return { reason: 'sms_failed' }
    throw error
  }
  return { channel: 'sms' }
}

/**
 * Marks a reminder as passed to the gateway and takes its credit, both or neither, so that an interrupted job takes nothing
 * twice. Returns why it must not be sent; undefined when it may be.
 */
async function payText(
  trx: Transaction<DB>,
  { entity, job }: TenantTools,
  reminder_id: string,
): Promise<{ reason: 'sms_unsure' | 'sms_no_credit' } | undefined> {
  if (!(await markTexted(trx, reminder_id, job.id))) return { reason: 'sms_unsure' }
  try {
    await reserveCredits(trx, await smsMove(trx, reminder_id))
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await markTexted(trx, reminder_id, job.id, true)
    await warnOfFewCredits(trx, entity.id)
    return { reason: 'sms_no_credit' }
  }
}

/** Gives the credit back, and with `again` lets the reminder be texted once more. */
async function refundText(trx: Transaction<DB>, reminder_id: string, job_id: string, again: boolean) {
  if (again && !(await markTexted(trx, reminder_id, job_id, true))) return
  const { key, ...move } = await smsMove(trx, reminder_id)
  await returnCredits(trx, { ...move, key: `${key}:back` })
}

/** Each try after a return has a key of its own. */
async function smsMove(trx: Transaction<DB>, reminder_id: string): Promise<CreditMove> {
  const tried = await timesReturned(trx, reminder_id)
  return {
    ...{ credits: smsCredits, about: 'reminder', about_id: reminder_id },
    key: `reminder:${reminder_id}:${tried}`,
  }
}

async function textOf({ withTenant, entity }: TenantTools, told: ReminderMessage): Promise<string> {
  const [nametag, labels] = await withTenant((trx) => Promise.all([nametagOf(trx, entity.id), labelsOf(trx)]))
  const { locale } = told.parent
  return smsReminder(told, { nametag, locale, t: i18nOf(locale, labels).getFixedT(locale) })
}
