import type { TFunction } from 'i18next'
import type { Letter } from './letter.ts'
import { greetingOf } from './phrases.ts'
import { lineOf } from './text/line.ts'

export function mailTestLetter(
  { name, code, minutes }: { name: string; code: string; minutes: number },
  t: TFunction,
): Letter {
  const organisation = lineOf(name, 80)
  return {
    subject: t('subscription.mail_test.subject', { organisation }),
    greeting: greetingOf(null, t),
    paragraphs: [t('subscription.mail_test.text', { organisation })],
    figure: { label: t('subscription.mail_test.code'), value: code },
    facts: [
      {
        label: t('subscription.mail_test.valid'),
        value: t('subscription.mail_test.minutes', { count: minutes }),
      },
    ],
    sender: [organisation],
    note: t('subscription.mail_test.note', { organisation }),
  }
}
