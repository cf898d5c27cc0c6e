import type { TFunction } from 'i18next'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { Letter } from './letter.ts'
import { lineOf } from './line.ts'
import { greetingOf } from './phrases.ts'

/** What the platform writes a letter to somebody of an organisation with. */
export interface PlatformSetting {
  t: TFunction
  locale: Locale
  /** The organisation's own. */
  origin: string
  organisation: string
  reader: string
}

/** How each letter about the subscription begins and ends, whatever it tells. */
export const aboutSubscription = ({ t, origin, organisation, reader }: PlatformSetting) =>
  ({
    greeting: greetingOf(reader, t),
    action: { label: t('subscription.notice.see'), url: origin + paths.setting.subscription() },
    sender: ['Lunas'],
    note: t('subscription.notice.note', { organisation: lineOf(organisation, 80) }),
  }) satisfies Partial<Letter>
