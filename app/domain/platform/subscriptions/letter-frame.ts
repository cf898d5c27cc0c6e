import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { paths } from '#app/paths.ts'

/** How each letter about the subscription begins and ends, whatever it tells. */
export const aboutSubscription = ({ t, origin, organisation, reader }: LetterSetting) =>
  ({
    greeting: greetingOf(reader, t),
    action: { label: t('subscription.notice.see'), url: origin + paths.setting.subscription() },
    sender: ['Lunas'],
    note: t('subscription.notice.note', { organisation: lineOf(organisation.name, 80) }),
  }) satisfies Partial<Letter>
