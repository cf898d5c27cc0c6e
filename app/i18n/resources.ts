import { readdirSync, readFileSync } from 'node:fs'
import { withEveryNoun } from './every-noun.ts'
import { i18nFolder, type Locale, locales } from './locales.ts'
import type { Sentences } from './sentences.ts'

/** Language → group (a file of its folder) → key. */
export const resources: Record<Locale, Sentences> = Object.fromEntries(
  locales.map((locale) => [locale, readSentences(locale)]),
)

function readSentences(locale: Locale): Sentences {
  const folder = `${i18nFolder}/${locale}`
  const groups = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'locale.json')
  const { 'every-noun': every = {}, ...own } = Object.fromEntries(
    groups.sort().map((file) => [file.slice(0, -'.json'.length), sentencesOf(`${folder}/${file}`)]),
  )
  return withEveryNoun(own, every)
}

function sentencesOf(file: string): Sentences {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`)
  }
}
