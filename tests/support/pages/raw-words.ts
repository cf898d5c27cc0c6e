import { sentencesOf } from '#app/i18n/i18n.ts'
import { defaultLocale } from '#app/i18n/locales.ts'

const english = sentencesOf(defaultLocale)
const groups = Object.keys(english).join('|')
/** `group.key`, which is no address, name of a file or part of one. */
const key = new RegExp(`(?<![\\w@./:-])(?:${groups})(?:\\.[a-z][a-z_0-9-]*)+(?![\\w@/-])`, 'g')
const files = /\.(pdf|csv|xlsx|png|svg|test|localhost)$/

/** Texts in which nothing was found: most of a page stands on a hundred others, too. */
const clean = new Set<string>()

/** What a reader should never see: keys of sentences, placeholders, nouns in brackets, values of programs. */
export function rawWords(text: string): string[] {
  if (clean.has(text)) return []
  const found = searched(text)
  if (found.length === 0 && text.length < 500) clean.add(text)
  return found
}

function searched(text: string): string[] {
  const keys = (text.match(key) ?? []).filter((found) => !files.test(found))
  const marks = text.match(/\{\{[^}]*\}?|\}\}|\$t\(|\bundefined\b|\[object|\bNaN\b|\bnull\b/gi) ?? []
  // Small but for the first letter: what stands before a message, as [BESTARI], is the name of who sends it.
  const labels = text.match(/\[(?:[Aa]n? )?[A-Za-z]?[a-z]+\]/g) ?? []
  return [...keys, ...marks, ...labels]
}

/** Where a paper is written: its source has `{{operator_name}}` and `[student]`. */
const sources = /<textarea\b[^>]*\sname="body_(?:en|my)"[^>]*>[\s\S]*?<\/textarea>/g

/** Every text of a page that is read or heard: between tags, and in the attributes that carry words. */
export function wordsOfPage(html: string): string[] {
  const body = html.replace(/<(style|script)\b[\s\S]*?<\/\1>/g, '').replace(sources, '')
  const between = [...body.matchAll(/>([^<]+)</g)].map(([, text]) => text!)
  const attributes = [
    ...body.matchAll(
      /\s(?:aria-label|aria-description|title|placeholder|alt|content|data-label|label)="([^"]*)"/g,
    ),
    ...body.matchAll(/<(?:input|button)\b[^>]*type="submit"[^>]*\svalue="([^"]*)"/g),
  ].map(([, text]) => text!)
  return [...between, ...attributes].map((text) => text.trim()).filter(Boolean)
}
