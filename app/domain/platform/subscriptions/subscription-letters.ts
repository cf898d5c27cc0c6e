import { sql } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { formatDate, formatMonth } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { notifiableAccounts, recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { warnedCreditsOf } from '#app/domain/platform/message-credits/few-credits.ts'
import { unpaidChipFee } from '#app/domain/platform/platform-invoices/chip-fees.ts'
import { platformInvoices } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { paths } from '#app/paths.ts'
import { subscriptionOf } from './find-subscriptions.ts'

interface SubscriptionEnd {
  package_name: string
  expires_on: string
  /** Days until the expiry; negative after it. */
  days: number
  /** The open invoice of a renewal. */
  invoice: { number: string; total_sen: number; due_on: string } | null
}

/** Tells those who see the subscription that it ends and how to renew it. Not sent if the expiry has changed since. */
export const subscriptionLetter = defineLetter<'subscription.mail', SubscriptionEnd>({
  list: 'subscription',
  sentBy: 'lunas',
  async load(trx, { expires_on, days }, { entity }) {
    const [subscription, invoices] = await Promise.all([
      subscriptionOf(trx, entity.id),
      platformInvoices(trx, entity.id),
    ])
    if (subscription?.expires_on !== expires_on) return undefined
    const invoice = invoices.find(({ kind, status }) => kind === 'renewal' && status === 'unpaid') ?? null
    return { package_name: subscription.package_name, expires_on, days, invoice }
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

/**
 * Tells those who see the subscription that few or no message credits are left. Not sent if enough were added in the
 * meantime.
 */
export const messageCreditLetter = defineLetter<'subscription.credit_mail', { credit: number }>({
  list: 'subscription',
  sentBy: 'lunas',
  async load(trx, _payload, { entity }) {
    const credit = await warnedCreditsOf(trx, entity.id)
    return credit === null ? undefined : { credit }
  },
  to: (trx, { user_id }) => recipientAmong(subscriptionManagers(trx), user_id),

  compose({ credit }, setting) {
    const { t } = setting
    const organisation = lineOf(setting.organisation.name, 80)
    const values = { count: credit, left: formatCount(credit) }
    return {
      subject: t(`subscription.few_credits.${credit === 0 ? 'subject_none' : 'subject'}`, { organisation }),
      ...aboutSubscription(setting),
      action: { label: t('message_credit.mail.see'), url: setting.origin + paths.message_credit.view() },
      paragraphs: [
        t(`subscription.few_credits.${credit === 0 ? 'none' : 'few'}`, values),
        t('subscription.few_credits.at_nothing'),
        t('subscription.few_credits.more'),
      ],
      facts: [{ label: t('setting.reminder.sms_left'), value: values.left }],
    }
  },
})

interface ChipFee {
  number: string
  /** The first day of the billed month. */
  period: string
  total_sen: number
  due_on: string
}

/**
 * Tells those who see the subscription what a month's CHIP payments cost, and where to pay it. Not sent if the invoice was paid
 * or cancelled in the meantime.
 */
export const chipFeeLetter = defineLetter<'subscription.mail_fee', ChipFee>({
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

/** The parts that all letters about the subscription share. */
const aboutSubscription = ({ t, origin, organisation, reader }: LetterSetting) =>
  ({
    greeting: greetingOf(reader, t),
    action: { label: t('subscription.notice.see'), url: origin + paths.setting.subscription() },
    sender: ['Lunas'],
    note: t('subscription.notice.note', { organisation: lineOf(organisation.name, 80) }),
  }) satisfies Partial<Letter>

const managers = rolesWith('subscription.view')

/** Active accounts with an e-mail address whose roles may see the subscription. Runs in the organisation's schema. */
export const subscriptionManagers = (db: Parameters<typeof notifiableAccounts>[0]) =>
  notifiableAccounts(db).where(sql<boolean>`roles && ${managers}::text[]`)
