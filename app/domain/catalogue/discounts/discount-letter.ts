import type { TFunction } from 'i18next'
import { type Ending, noticeDays } from '#app/domain/catalogue/discounts/ending.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'

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
