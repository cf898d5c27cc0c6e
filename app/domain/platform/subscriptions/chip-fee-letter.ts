import { formatDate, formatMonth } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { aboutSubscription } from '#app/domain/platform/subscriptions/letter-frame.ts'
import { subscriptionManagers } from './advance-stages.ts'
import { unpaidChipFee } from './chip-fees.ts'

interface Told {
  number: string
  /** The first day of the month of which it is. */
  period: string
  total_sen: number
  due_on: string
}

/**
 * To who sees the subscription: what the payments of a month by CHIP cost, and where that is paid. Not of
 * what was paid or cancelled meanwhile.
 */
export const chipFeeLetter = defineLetter<'subscription.mail_fee', Told>({
  list: 'subscription',
  sentBy: 'lunas',
  load: (trx, { invoice_id }) => unpaidChipFee(trx, invoice_id),
  to: (trx, { user_id }) => recipientAmong(subscriptionManagers(trx), user_id),

  compose({ number, period, total_sen, due_on }, setting) {
    const { t, locale } = setting
    const organisation = lineOf(setting.organisation.name, 80)
    const values = { organisation, number, month: formatMonth(period, locale) }
    return {
      subject: t('subscription.chip_notice.subject', values),
      ...aboutSubscription(setting),
      paragraphs: [t('subscription.chip_notice.text', values), t('subscription.chip_notice.pay')],
      figure: { label: t('subscription.notice.to_pay'), value: formatRinggit(total_sen) },
      facts: [
        { label: t('platform_invoice.number'), value: number },
        { label: t('subscription.chip_notice.month'), value: values.month },
        { label: t('platform_invoice.due_on'), value: formatDate(due_on, locale) },
      ],
    }
  },
})
