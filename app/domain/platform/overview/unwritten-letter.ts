import type { TFunction } from 'i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'

/** That genuine messages of FPX, which browsers brought, could not be written down for an hour. */
export function unwrittenLetter(
  about: { reader: string; count: number; order_nos: readonly string[]; since: Date },
  { t, locale, origin }: { t: TFunction; locale: Locale; origin: string },
): Letter {
  return {
    subject: t('mail.fpx.unwritten.subject', { count: about.count }),
    greeting: greetingOf(about.reader, t),
    paragraphs: [t('mail.fpx.unwritten.what'), t('mail.fpx.unwritten.then')],
    figure: { label: t('mail.fpx.unwritten.since'), value: formatInstant(about.since, locale) },
    facts: [{ label: t('mail.fpx.unwritten.orders'), value: about.order_nos.join(', ') }],
    action: { label: t('mail.fpx.see'), url: origin + paths.admin.fpx() },
    sender: ['Lunas'],
    note: t('mail.operator.note'),
  }
}
