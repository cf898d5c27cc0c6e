import type { TFunction } from 'i18next'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { recoveryMinutes } from '#app/domain/identity/passwords/recovery.ts'
import { paths } from '#app/paths.ts'

interface Link {
  /** The organisation's own, or the platform's. */
  origin: string
  side: 'tenant' | 'main'
  token: string
}

export function recoveryLetter(
  { name, email }: { name: string; email: string },
  { t, sender, origin, side, token }: Link & { t: TFunction; sender: { name: string; lines: string[] } },
): Letter {
  const path = side === 'tenant' ? paths.resetWith(token) : paths.admin.resetWith(token)
  return {
    subject: t('mail.recovery.subject', { organisation: sender.name }),
    greeting: greetingOf(name, t),
    paragraphs: [
      t('mail.recovery.text', { organisation: sender.name, minutes: recoveryMinutes }),
      t('mail.recovery.not_you'),
    ],
    facts: [{ label: t('auth.email'), value: email }],
    action: { label: t('mail.recovery.action'), url: origin + path },
    sender: sender.lines,
    note: t('mail.recovery.note', { organisation: sender.name }),
  }
}
