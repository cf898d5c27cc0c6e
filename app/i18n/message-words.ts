import type { MessageWords } from '#app/domain/messaging/announcements/compose.ts'
import { i18nOf } from './i18n.ts'
import { linkIn } from './link-language.ts'

/** For messages that are composed from sentences of the product. */
export const messageWords: MessageWords = {
  of: (locale, labels) => i18nOf(locale, labels).getFixedT(locale),
  linkIn,
}
