import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { plainLetter } from '#app/domain/core/letters/letter.ts'
import { nametagOf } from '#app/domain/organisation/entities/find-entity.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import type { previewMessage } from '#app/domain/payments/reminders/preview-message.ts'
import type { ReminderLevel } from '#app/domain/payments/reminders/reminder.ts'
import { feeReminderLetter, smsReminder } from '#app/domain/payments/reminders/reminder-letters.ts'
import { environment } from '#app/environment.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { linkIn } from '#app/i18n/link-language.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/**
 * The very words that a family would get, in its language: by e-mail, and by SMS where the organisation sends them and the
 * family has no e-mail address.
 */
export async function reminderWords(
  context: RequestContext,
  { message, elsewhere }: Awaited<ReturnType<typeof previewMessage>>,
  level: ReminderLevel,
) {
  const db = await context.read()
  const tenant = tenantOf(context)
  const { address, mobile, locale, name } = message.parent
  const t = i18nOf(locale, context.labels).getFixedT(locale)
  const [organisation, nametag] = await Promise.all([organisationOf(db), nametagOf(db, tenant.id)])
  const told = { ...message, level }
  const letter = feeReminderLetter(told, {
    ...{ t, locale, organisation, reader: name },
    origin: originOf(tenant, environment),
  })
  const { action } = letter
  const linked = action ? { ...letter, action: { ...action, url: linkIn(locale, action.url) } } : letter
  return {
    ...{ level, locale, elsewhere },
    mail: { address, subject: letter.subject, text: plainLetter(linked) },
    sms: !address && mobile ? { to: mobile, text: smsReminder(told, { nametag, locale, t }) } : null,
  }
}
export type ReminderWords = Awaited<ReturnType<typeof reminderWords>>
