import { formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { aboutSubscription } from '#app/domain/platform/subscriptions/letter-frame.ts'
import { subscriptionManagers } from './advance-stages.ts'
import { platformInvoices, subscriptionOf } from './own-subscription.ts'

interface Told {
  package_name: string
  expires_on: string
  /** Until its last day; below zero when that is over. */
  days: number
  /** What is open already for the next year. */
  invoice: { number: string; total_sen: number; due_on: string } | null
}

/** To who sees the subscription: it ends, and what there is to do. Not of an end that was moved meanwhile. */
export const subscriptionLetter = defineLetter<'subscription.mail', Told>({
  list: 'subscription',
  sentBy: 'lunas',
  async load(trx, { expires_on, days }, { entity }) {
    const [held, invoices] = await Promise.all([
      subscriptionOf(trx, entity.id),
      platformInvoices(trx, entity.id),
    ])
    if (held?.expires_on !== expires_on) return undefined
    const invoice = invoices.find(({ kind, status }) => kind === 'renewal' && status === 'unpaid') ?? null
    return { package_name: held.package_name, expires_on, days, invoice }
  },
  to: (trx, { user_id }) => recipientAmong(subscriptionManagers(trx), user_id),

  compose({ package_name, expires_on, days, invoice }, setting) {
    const { t, locale } = setting
    const organisation = lineOf(setting.organisation.name, 80)
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
  },
})
