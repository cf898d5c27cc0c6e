import { type Nouns, spokenSentence } from '#app/domain/core/labels/spoken.ts'
import type { Locale } from './locales.ts'
import type { Sentences } from './sentences.ts'

/**
 * Sentences with an organisation's nouns in place of their brackets. The words are put in once, when a language is made
 * ready, and never while a page is drawn. Groups in which nothing changes stay the same objects.
 */
export function withNouns<T extends Sentences>(sentences: T, nouns: Nouns, locale: Locale): T {
  let changed: Sentences | undefined
  for (const [key, value] of Object.entries(sentences)) {
    const spoken =
      typeof value === 'string' ? spokenSentence(value, nouns, locale) : withNouns(value, nouns, locale)
    if (spoken === value) continue
    changed ??= { ...sentences }
    changed[key] = spoken
  }
  return (changed ?? sentences) as T
}
