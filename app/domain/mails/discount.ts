import type { TFunction } from 'i18next'
import { formatDate } from '#app/domain/dates.ts'
import { type Ending, noticeDays } from '#app/domain/discounts/ending.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { Letter } from './letter.ts'
import { greetingOf, senderOf } from './phrases.ts'
import { lineOf } from './text/line.ts'

interface Setting {
  t: TFunction
  locale: Locale
  /** The organisation's own. */
  origin: string
  organisation: { name: string; contact_phone: string; contact_email: string }
  reader: string
}

/** Told one by one; the list has them all. */
const most = 12

/** To one who decides: what ends soon, before anybody is billed without it who should not be. */
export function endingLetter(
  rows: readonly Ending[],
  { t, locale, origin, organisation, reader }: Setting,
): Letter {
  const sender = senderOf(organisation)
  const values = { count: rows.length, days: noticeDays, organisation: sender.name }
  const given = rows.some(({ student }) => student !== null)
  const rest = rows.length - most
  return {
    subject: t('mail.discount_ending.subject', values),
    greeting: greetingOf(reader, t),
    paragraphs: [
      t('mail.discount_ending.text', values),
      ...(rest > 0 ? [t('mail.discount_ending.more', { count: rest })] : []),
    ],
    facts: rows.slice(0, most).map(({ student, discount, ends_on }) => ({
      label: student === null ? lineOf(discount) : `${lineOf(student)} · ${lineOf(discount)}`,
      value: formatDate(ends_on, locale),
    })),
    action: {
      label: t('mail.discount_ending.see'),
      url: origin + (given ? paths.studentDiscount.ending() : paths.discountsEnding()),
    },
    sender: sender.lines,
    note: t('mail.discount_ending.note', values),
  }
}
