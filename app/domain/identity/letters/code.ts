import type { TFunction } from 'i18next'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { type CodePurpose, codeLife } from '#app/domain/identity/codes/one-time-code.ts'

export function codeLetter(
  code: string,
  purpose: CodePurpose,
  { t, sender }: { t: TFunction; sender: { name: string; lines: string[] } },
): Letter {
  const minutes = codeLife.seconds / 60
  return {
    subject: t('mail.code.subject', { organisation: sender.name }),
    greeting: greetingOf(null, t),
    paragraphs: [t(purpose === 'confirm' ? 'mail.code.text_confirm' : 'mail.code.text', { minutes })],
    figure: { label: t('auth.code'), value: code },
    facts: [],
    sender: sender.lines,
    note: t('mail.code.note'),
  }
}
