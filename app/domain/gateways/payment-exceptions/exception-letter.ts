import type { TFunction } from 'i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'

interface Setting {
  t: TFunction
  locale: Locale
  reader: string
  /** Whose money it is about; the platform itself where that is nobody's. */
  organisation: string
  sender: string[]
  origin: string
  side: 'tenant' | 'main'
}

const desks = { tenant: paths.exception, main: paths.admin.exception }

interface Told {
  id: string
  kind: string
  order_no: string
  transaction_id: string | null
  amount_sen: number | null
  raised_at: Date
}

/** Names no family: it is read on many screens. */
export function exceptionLetter(row: Told, setting: Setting): Letter {
  const { t, locale, organisation, origin, side } = setting
  const kind = t(`payment_exception.kinds.${row.kind}`)
  const facts = [
    { label: t('payment_exception.kind'), value: kind },
    { label: t('payment.order_no'), value: row.order_no },
    { label: t('payment.fpx_id'), value: row.transaction_id ?? '' },
    { label: t('payment_exception.raised_at'), value: formatInstant(row.raised_at, locale) },
  ]
  const amount = row.amount_sen === null ? t('payment_exception.no_amount') : formatRinggit(row.amount_sen)
  return {
    subject: t('mail.exception.subject', { kind, organisation }),
    greeting: greetingOf(setting.reader, t),
    paragraphs: [t(`payment_exception.what.${row.kind}`), t('mail.exception.text')],
    figure: { label: t('payment_exception.amount'), value: amount },
    facts: facts.filter(({ value }) => value !== ''),
    action: { label: t('mail.exception.see'), url: origin + desks[side].view(row.id) },
    sender: setting.sender,
    note: t('mail.exception.note', { organisation }),
  }
}

/** Of those that have waited for a week, the reader's or nobody's: once a day, until they are settled. */
export function reminderLetter({ count, sen }: { count: number; sen: number }, setting: Setting): Letter {
  const { t, organisation, origin, side } = setting
  return {
    subject: t('mail.exception.reminder', { count, organisation }),
    greeting: greetingOf(setting.reader, t),
    paragraphs: [t(`mail.exception.reminder_text_${side}`)],
    figure: { label: t('payment_exception.amount'), value: formatRinggit(sen) },
    facts: [{ label: t('payment_exception.plural'), value: String(count) }],
    action: {
      label: t('mail.exception.see_all'),
      url: origin + desks[side].list(side === 'main' ? 'unowned' : 'unsettled'),
    },
    sender: setting.sender,
    note: t('mail.exception.note', { organisation }),
  }
}
