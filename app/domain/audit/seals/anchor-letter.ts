import type { TFunction } from 'i18next'
import { type Anchor, anchorCode } from '#app/domain/audit/seals/seal.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'

/** The daily mail with the last seal of an audit log, to be kept: by it a log that was written anew is found. */
export function anchorLetter(
  anchor: Anchor,
  about: { reader: string; organisation: string; sender: string[]; sealed_at: Date; url: string },
  { t, locale }: { t: TFunction; locale: Locale },
): Letter {
  const { organisation } = about
  return {
    subject: t('mail.audit.subject', { organisation, number: anchor.number }),
    greeting: greetingOf(about.reader, t),
    paragraphs: [t('mail.audit.what', { organisation }), t('mail.audit.why')],
    figure: { label: t('mail.audit.number'), value: String(anchor.number) },
    facts: [
      { label: t('mail.audit.sealed_at'), value: formatInstant(about.sealed_at, locale) },
      { label: t('mail.audit.code'), value: anchorCode(anchor) },
    ],
    action: { label: t('mail.audit.verify'), url: about.url },
    sender: about.sender,
    note: t('mail.audit.note', { organisation }),
  }
}

export const verifyUrl = (origin: string, log: 'tenant' | 'platform') =>
  origin + (log === 'tenant' ? paths.log.verify() : paths.admin.log.verify())
