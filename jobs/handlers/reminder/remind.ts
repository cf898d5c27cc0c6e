import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { askArrearsMail } from '#app/domain/payments/reminders/bucket-mail.ts'
import { planReminders, takeUpReminders } from '#app/domain/payments/reminders/plan-reminders.ts'
import { feeReminderLetter } from '#app/domain/payments/reminders/reminder-letter.ts'
import {
  type Became,
  claimReminder,
  settleReminder,
  type ToSend,
} from '#app/domain/payments/reminders/send-reminder.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { MailError, type MailFailure } from '#app/integrations/mail/error.ts'
import { enqueueForAll } from '#app/outbox/enqueue.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'
import { isLastTry } from '#jobs/last-try.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'
import { remindBySms, smsWay } from './by-sms.ts'

/** Finds the families who are to be told now, and asks for the mail of the month about all of them. */
export const turnReminders: Handler<'reminder.turn'> = async (_payload, { inPlace, log }) => {
  const found = await inPlace((trx) => planReminders(trx, currentTime()))
  const taken = await inPlace((trx) => takeUpReminders(trx, currentTime()))
  if (taken > 0) log.warn({ taken }, 'reminders that had stopped were taken up again')
  await inPlace((trx) => askArrearsMail(trx, currentTime()))
  if (found.planned + found.waiting > 0) log.info(found, 'families are reminded of what they owe')
}

export const turnAllReminders: Handler<'reminder.turn_all'> = async (_payload, { inPlace }) => {
  await inPlace((trx) => enqueueForAll(trx, 'reminder.turn'))
}

/**
 * One message to one family, by its own id, so that another job for the same reminder finds that it was sent. A server that
 * will never take it, or has not for three hours, is written down beside the reminder, for somebody to try another way.
 */
export const sendReminder: Handler<'reminder.send'> = async ({ reminder_id }, tools) => {
  const { inPlace, job } = tools
  const told = await inPlace((trx) => claimReminder(trx, reminder_id, job.id, currentTime()))
  if (!told) return
  const settle = (became: Became) => inPlace((trx) => settleReminder(trx, reminder_id, job.id, became))
  const { address } = told.parent
  if (!address) return settle(await withoutMail(tools, reminder_id, told, { reason: 'no_address' }))
  try {
    await post(tools, reminder_id, told, address)
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
  told: ToSend,
  mail: { reason: 'no_address' | 'mail_refused' },
): Promise<Became> {
  const way = smsWay(tools, told)
  const became = way ? await remindBySms(tools, reminder_id, told, way) : mail
  const isOnDashboard = !('channel' in became) && mail.reason === 'no_address' && told.parent.has_account
  return isOnDashboard ? { channel: 'in_app' } : became
}

const forThisAddress: ReadonlySet<MailFailure> = new Set<MailFailure>(['invalid', 'refused'])

async function post(tools: TenantTools, reminder_id: string, told: ToSend, address: string): Promise<void> {
  const { inPlace, entity, environment, job } = tools
  const [organisation, labels] = await inPlace((trx) => Promise.all([organisationOf(trx), labelsOf(trx)]))
  const { name, locale } = told.parent
  const t = i18nOf(locale, labels).getFixedT(locale)
  const origin = originOf(entity, environment)
  await postLetter({ ...tools, job: { ...job, id: reminder_id } }, await mailSettings(tools), {
    to: { address, name, locale },
    letter: feeReminderLetter(told, { t, locale, origin, organisation }),
    organisation,
    list: 'reminder',
  })
}
