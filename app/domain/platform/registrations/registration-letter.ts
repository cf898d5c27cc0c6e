import type { TFunction } from 'i18next'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'

export interface RegistrationLetterData {
  reference: string
  organisation_name: string
  contact_name: string
  reserved_until: Date
  package_name: string
  invoice_number: string | null
  total_sen: number | null
  due_on: string | null
  /** Of the invoice. */
  public_code: string | null
}

/** `address`: of the organisation's pages; `online`: of the platform's own, where invoices are paid online. */
export function registrationLetter(
  data: RegistrationLetterData,
  { t, locale, address, online }: { t: TFunction; locale: Locale; address: string; online: string | null },
): Letter {
  const { reference, invoice_number: number, total_sen, due_on } = data
  const organisation = lineOf(data.organisation_name, 80)
  const pay = online && data.public_code && online + paths.billing.pay(data.public_code)
  const until = formatDate(todayIn(data.reserved_until), locale)
  const due =
    number !== null && total_sen !== null && due_on !== null
      ? [{ number, amount: formatRinggit(total_sen), due_on: formatDate(due_on, locale) }]
      : []
  return {
    subject: t('subscription.registered.subject', { reference, organisation }),
    greeting: greetingOf(data.contact_name, t),
    paragraphs: [
      t('subscription.registered.received', { organisation }),
      t('subscription.registered.reserved', { address, until }),
      ...due.map((values) => t(`subscription.registered.to_pay${pay ? '_online' : ''}`, values)),
    ],
    figure: { label: t('subscription.registered.reference'), value: reference },
    facts: [
      { label: t('subscription.registered.organisation'), value: organisation },
      { label: t('subscription.registered.package'), value: lineOf(data.package_name, 80) },
      { label: t('subscription.registered.address'), value: address },
    ],
    ...(pay && due.length > 0 ? { action: { label: t('billing.pay'), url: pay } } : {}),
    sender: ['Lunas'],
    note: t('subscription.registered.note', { organisation }),
  }
}

/** With the reason as the operator wrote it, or that it was not paid in time, and the reference of the refund where a fee had been paid. */
export function rejectionLetter(
  data: {
    reference: string
    organisation_name: string
    contact_name: string
    reject_reason: string | null
    refund_reference: string | null
  },
  t: TFunction,
): Letter {
  const { reference, refund_reference } = data
  const organisation = lineOf(data.organisation_name, 80)
  return {
    subject: t('subscription.registered.subject', { reference, organisation }),
    greeting: greetingOf(data.contact_name, t),
    paragraphs: [
      t('subscription.rejected.text', { organisation }),
      t('subscription.rejected.reason', {
        reason: lineOf(data.reject_reason ?? t('registration.lapsed'), 300),
      }),
      ...(refund_reference ? [t('subscription.rejected.refund', { reference: refund_reference })] : []),
      t('subscription.rejected.again'),
    ],
    facts: [],
    sender: ['Lunas'],
    note: t('subscription.registered.note', { organisation }),
  }
}
