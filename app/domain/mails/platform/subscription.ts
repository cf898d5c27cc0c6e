import type { TFunction } from 'i18next'
import { formatDate } from '#app/domain/dates.ts'
import { formatRinggit } from '#app/domain/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { Letter } from '../letter.ts'
import { greetingOf } from '../phrases.ts'
import { lineOf } from '../text/line.ts'

interface Told {
  package_name: string
  expires_on: string
  /** Until its last day; below zero when that is over. */
  days: number
  /** What is open already for the next year. */
  invoice: { number: string; total_sen: number; due_on: string } | null
}

export interface SubscriptionSetting {
  t: TFunction
  locale: Locale
  /** The organisation's own. */
  origin: string
  organisation: string
  reader: string
}

/** To who sees the subscription: it ends, and what there is to do. */
export function subscriptionLetter(
  { package_name, expires_on, days, invoice }: Told,
  { t, locale, origin, organisation: name, reader }: SubscriptionSetting,
): Letter {
  const organisation = lineOf(name, 80)
  const what = days > 0 ? 'ending' : days === 0 ? 'today' : 'over'
  const date = formatDate(expires_on, locale)
  return {
    subject: t(`subscription.notice.${what}_subject`, { organisation, count: days, date }),
    greeting: greetingOf(reader, t),
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
    action: { label: t('subscription.notice.see'), url: origin + paths.setting.subscription() },
    sender: ['Lunas'],
    note: t('subscription.notice.note', { organisation }),
  }
}
