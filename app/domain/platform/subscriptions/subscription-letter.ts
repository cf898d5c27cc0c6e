import { formatDate } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { aboutSubscription, type PlatformSetting } from '#app/domain/core/letters/platform-letter.ts'
import { formatRinggit } from '#app/domain/core/money.ts'

interface Told {
  package_name: string
  expires_on: string
  /** Until its last day; below zero when that is over. */
  days: number
  /** What is open already for the next year. */
  invoice: { number: string; total_sen: number; due_on: string } | null
}

/** To who sees the subscription: it ends, and what there is to do. */
export function subscriptionLetter(
  { package_name, expires_on, days, invoice }: Told,
  setting: PlatformSetting,
): Letter {
  const { t, locale } = setting
  const organisation = lineOf(setting.organisation, 80)
  const what = days > 0 ? 'ending' : days === 0 ? 'today' : 'over'
  const date = formatDate(expires_on, locale)
  return {
    subject: t(`subscription.notice.${what}_subject`, { organisation, count: days, date }),
    ...aboutSubscription(setting),
    paragraphs: [
      t(`subscription.notice.${what}`, { organisation, count: days, date }),
      t(invoice ? 'subscription.notice.pay' : 'subscription.notice.renew'),
    ],
    ...(invoice && {
      figure: { label: t('subscription.notice.to_pay'), value: formatRinggit(invoice.total_sen) },
    }),
    facts: [
      { label: t('subscription.package'), value: lineOf(package_name, 80) },
      { label: t('subscription.expires_on'), value: date },
      ...(invoice
        ? [
            { label: t('platform_invoice.number'), value: invoice.number },
            { label: t('platform_invoice.due_on'), value: formatDate(invoice.due_on, locale) },
          ]
        : []),
    ],
  }
}
