import type { TFunction } from 'i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { prefixed } from '#app/integrations/sms/text.ts'
import type { ReminderLevel } from './reminder.ts'

/** What a reminder by SMS costs, in message credits: it is always one message. */
export const smsCredits = 1

/**
 * What a family owes, as an SMS says it: who writes, the amount and since when. In the product's words alone, since it must
 * fit into one message and may hold neither link nor number to call; it names no child.
 */
export function smsReminder(
  { level, invoices }: { level: ReminderLevel; invoices: readonly { due_on: string; balance_sen: number }[] },
  { nametag, locale, t }: { nametag: string; locale: Locale; t: TFunction },
): string {
  const [first] = invoices
  const amount = formatRinggit(invoices.reduce((total, { balance_sen }) => total + balance_sen, 0))
  const due = first ? formatDate(first.due_on, locale) : ''
  return prefixed('sms', nametag, t(`reminder.sms.level_${level}`, { amount, due }))
}
