import type { TFunction } from 'i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'

const day = 86_400_000

/** That a certificate without a successor ends; `whose` says who has to renew it. */
export function certificateLetter(
  about: {
    reader: string
    whose: 'fpx' | 'own'
    subject: string
    fingerprint: string
    not_after: Date
    at: Date
  },
  { t, locale, origin }: { t: TFunction; locale: Locale; origin: string },
): Letter {
  const { whose, not_after, at } = about
  const count = Math.floor((not_after.getTime() - at.getTime()) / day)
  return {
    subject: count < 0 ? t('mail.fpx.subject_over') : t('mail.fpx.subject', { count }),
    greeting: greetingOf(about.reader, t),
    paragraphs: [t(`mail.fpx.${whose}`), t('mail.fpx.then')],
    figure: { label: t('mail.fpx.until'), value: formatInstant(not_after, locale) },
    facts: [
      { label: t('admin.fpx.subject'), value: about.subject },
      { label: t('admin.fpx.fingerprint'), value: about.fingerprint },
    ],
    action: { label: t('mail.fpx.see'), url: origin + paths.admin.fpx() },
    sender: ['Lunas'],
    note: t('mail.operator.note'),
  }
}
