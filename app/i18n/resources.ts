import { readdirSync, readFileSync } from 'node:fs'
import { i18nFolder, type Locale, locales } from './locales.ts'

export interface Sentences {
  [key: string]: string | Sentences
}

/** Language → group (a file of its folder) → key. */
export const resources: Record<Locale, Sentences> = Object.fromEntries(
  locales.map((locale) => [locale, readSentences(locale)]),
)

function readSentences(locale: Locale): Sentences {
  const folder = `${i18nFolder}/${locale}`
  const groups = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'locale.json')
  return Object.fromEntries(
    groups.sort().map((file) => [file.slice(0, -'.json'.length), sentencesOf(`${folder}/${file}`)]),
  )
}

function sentencesOf(file: string): Sentences {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`)
  }
}
