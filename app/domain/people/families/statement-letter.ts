import type { TFunction } from 'i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Span } from '#app/domain/people/families/statement.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'

interface Told extends Span {
  name: string
  family_code: string
  closing_sen: number
}

interface Setting {
  t: TFunction
  locale: Locale
  /** The organisation's own. */
  origin: string
  organisation: { name: string; contact_phone: string; contact_email: string }
}

/** It names no child; the sheet that is attached does. Where something is owed it leads to where that is paid. */
export function statementLetter(
  { name, family_code, from, to, closing_sen }: Told,
  { t, locale, origin, organisation }: Setting,
): Letter {
  const sender = senderOf(organisation)
  const values = {
    organisation: sender.name,
    from: formatDate(from, locale),
    to: formatDate(to, locale),
  }
  const owes = closing_sen > 0
  return {
    subject: t('mail.statement.subject', values),
    greeting: greetingOf(name, t),
    paragraphs: [
      t('mail.statement.text', values),
      ...(owes ? [t('mail.statement.owes', { family_code })] : []),
    ],
    figure: {
      label: t(closing_sen < 0 ? 'mail.statement.ahead' : 'mail.statement.closing', values),
      value: formatRinggit(Math.abs(closing_sen)),
    },
    facts: [{ label: t('parent.family_code'), value: family_code }],
    ...(owes ? { action: { label: t('mail.statement.pay'), url: origin + paths.pay() } } : {}),
    sender: sender.lines,
    note: t('mail.statement.note', values),
  }
}
