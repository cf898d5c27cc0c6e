import { paths } from '#app/paths.ts'
import type { Letter, LetterSetting } from './letter.ts'
import { lineOf } from './line.ts'
import { greetingOf } from './phrases.ts'

/** How each letter about the subscription begins and ends, whatever it tells. */
export const aboutSubscription = ({ t, origin, organisation, reader }: LetterSetting) =>
  ({
    greeting: greetingOf(reader, t),
    action: { label: t('subscription.notice.see'), url: origin + paths.setting.subscription() },
    sender: ['Lunas'],
    note: t('subscription.notice.note', { organisation: lineOf(organisation.name, 80) }),
  }) satisfies Partial<Letter>
