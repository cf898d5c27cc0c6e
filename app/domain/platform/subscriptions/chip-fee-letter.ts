import { formatDate, formatMonth } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { aboutSubscription, type PlatformSetting } from '#app/domain/core/letters/platform-letter.ts'
import { formatRinggit } from '#app/domain/core/money.ts'

interface Told {
  number: string
  /** The first day of the month of which it is. */
  period: string
  total_sen: number
  due_on: string
}

/** To who sees the subscription: what the payments of a month by CHIP cost, and where that is paid. */
export function chipFeeLetter({ number, period, total_sen, due_on }: Told, setting: PlatformSetting): Letter {
  const { t, locale } = setting
  const organisation = lineOf(setting.organisation, 80)
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
}
