import { type Locale, languageTag } from '#app/i18n/locales.ts'
import { type LabelKey, labelKeys, type Noun, pluralTokens } from './label.ts'

/**
 * Sentences name what an organisation may call by another word in brackets: `[student]`, `[students]`, at their
 * beginning `[Student]`, and in English with the article that suits the word, `[an invoice]`. What is put in is not looked
 * at again.
 */
const inBrackets = /\[(?:(an?|An?) )?([A-Za-z]+)\]/g

export type Nouns = Record<LabelKey, Noun>

const forms = new Map<string, { key: LabelKey; form: keyof Noun }>(
  labelKeys.flatMap((key) => [
    [key, { key, form: 'one' as const }],
    [pluralTokens[key], { key, form: 'other' as const }],
  ]),
)

/** The nouns that a sentence names in brackets; throws for a bracket that is none. */
export function nounsIn(sentence: string): LabelKey[] {
  return [...sentence.matchAll(inBrackets)].map(([whole, , name]) => {
    const noun = forms.get(name!.toLowerCase())
    if (!noun) throw new Error(`no noun is called ${whole}`)
    return noun.key
  })
}

/** A sentence with an organisation's nouns in place of its brackets; a bracket that is no noun stays. */
export function spokenSentence(sentence: string, nouns: Nouns, locale: Locale): string {
  if (!sentence.includes('[')) return sentence
  return sentence.replace(inBrackets, (whole, article: string | undefined, name: string) => {
    const found = forms.get(name.toLowerCase())
    if (!found) return whole
    const noun = inert(nouns[found.key][found.form])
    if (article) return withArticle(article, noun)
    return /^[A-Z]/.test(name) ? capital(noun, locale) : noun
  })
}

/** Forms and rows refuse braces in a word; here they could not do anything either. */
const inert = (noun: string) => noun.replace(/[{}]/g, '')

function capital(noun: string, locale: Locale): string {
  return noun.replace(/^\p{L}/u, (letter) => letter.toLocaleUpperCase(languageTag(locale)))
}

/** `a` or `an` before a word, as large as `article` is. */
export const withArticle = (article: string, word: string): string =>
  `${article.startsWith('A') ? 'A' : 'a'}${startsWithVowel(word) ? 'n' : ''} ${word}`

/** As it is said: an hour would be wrong here and a uniform right; own words are seldom either. */
const startsWithVowel = (noun: string) => /^[aeio]|^u(?!ni|s[ae]|ti)/i.test(noun.normalize('NFD'))
