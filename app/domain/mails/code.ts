import type { TFunction } from 'i18next'
import { codeLife } from '#app/domain/accounts/one-time-code.ts'
import type { Letter } from './letter.ts'
import { greetingOf } from './phrases.ts'

/** The mail with a one-time code. */
export function codeLetter(
  code: string,
  { t, sender }: { t: TFunction; sender: { name: string; lines: string[] } },
): Letter {
  const minutes = codeLife.seconds / 60
  return {
    subject: t('mail.code.subject', { organisation: sender.name }),
    greeting: greetingOf(null, t),
    paragraphs: [t('mail.code.text', { minutes })],
    figure: { label: t('auth.code'), value: code },
    facts: [],
    sender: sender.lines,
    note: t('mail.code.note'),
  }
}
