import { readdirSync, readFileSync } from 'node:fs'
import { withEveryNoun } from './every-noun.ts'
import { i18nFolder, type Locale, locales } from './locales.ts'
import type { Sentences } from './sentences.ts'

/** Language → group → key; a noun's file holds all that is said of it, also in groups such as `flash` and `refusal`. */
export const resources: Record<Locale, Sentences> = Object.fromEntries(
  locales.map((locale) => [locale, readSentences(locale)]),
)

function readSentences(locale: Locale): Sentences {
  const folder = `${i18nFolder}/${locale}`
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'locale.json')
  const { 'every-noun.json': everyNoun = {}, ...others } = Object.fromEntries(
    files.sort().map((file) => [file, sentencesOf(`${folder}/${file}`)]),
  )
  return withEveryNoun(
    Object.values(others).reduce((all, file) => merged(all, file), {}),
    everyNoun,
  )
}

/** Both trees as one; refuses a key that both have. */
function merged(one: Sentences, other: Sentences, above = ''): Sentences {
  const all = { ...one }
  for (const [key, value] of Object.entries(other)) {
    const known = all[key]
    if (known === undefined) all[key] = value
    else if (typeof known === 'string' || typeof value === 'string')
      throw new Error(`The sentence ${above}${key} is in two files.`)
    else all[key] = merged(known, value, `${above}${key}.`)
  }
  return all
}

function sentencesOf(file: string): Sentences {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`)
  }
}
