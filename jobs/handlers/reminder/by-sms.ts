import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { nametagOf } from '#app/domain/organisation/entities/find-entity.ts'
import { type Became, markTexted, type ToSend } from '#app/domain/payments/reminders/send-reminder.ts'
import { smsCredits, smsReminder } from '#app/domain/payments/reminders/sms-text.ts'
import { giveCreditsBack, takeCredits } from '#app/domain/platform/subscriptions/message-credits/credits.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import type { MessageError } from '#app/integrations/sms/error.ts'
import type { Gateway } from '#app/integrations/sms/gateway.ts'
import { sendText } from '#app/integrations/sms/send.ts'
import { gatewayOf } from '#app/integrations/sms/settings.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { isLastTry } from '#jobs/last-try.ts'

/** What would reach the family: the mobile, and the gateway that sends to it; undefined when one of them is not there. */
export function smsWay({ environment }: TenantTools, { parent }: ToSend) {
  const gateway = gatewayOf(environment, 'sms')
  return gateway && parent.mobile ? { gateway, to: parent.mobile } : undefined
}

/**
 * Sends one SMS, paid by the organisation's message credits, and says what became of it. One that has certainly not gone out
 * costs nothing and is tried again (throws) where that may help; one that may have is not, since each costs money.
 */
export async function remindBySms(
  tools: TenantTools,
  reminder_id: string,
  told: ToSend,
  way: { gateway: Gateway; to: string },
): Promise<Became> {
  const { inPlace, inPlatform, entity, job, log } = tools
  if (!(await inPlace((trx) => markTexted(trx, reminder_id, job.id)))) return { reason: 'sms_unsure' }
  const isPaid = await inPlatform((trx) => takeCredits(trx, entity.id, smsCredits))
  if (!isPaid) return { reason: 'sms_no_credit' }
  try {
    await sendText(way.gateway, { channel: 'sms', to: way.to, text: await textOf(tools, told) })
  } catch (error) {
    const { failure, maybe, answer } = error as Partial<MessageError>
    log.warn({ reminder_id, failure, maybe, answer }, 'the SMS of a reminder was not sent')
    if (maybe) return { reason: 'sms_unsure' }
    await inPlatform((trx) => giveCreditsBack(trx, entity.id, smsCredits))
    if (failure === 'number' || failure === 'text') return { reason: 'sms_refused' }
    await inPlace((trx) => markTexted(trx, reminder_id, job.id, true))
    if (isLastTry(job, error)) return { reason: 'sms_failed' }
    throw error
  }
  return { channel: 'sms' }
}

async function textOf({ inPlace, entity }: TenantTools, told: ToSend): Promise<string> {
  const [nametag, labels] = await inPlace((trx) => Promise.all([nametagOf(trx, entity.id), labelsOf(trx)]))
  const { locale } = told.parent
  return smsReminder(told, { nametag, locale, t: i18nOf(locale, labels).getFixedT(locale) })
}
