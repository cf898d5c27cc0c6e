import { Marked, type Tokens } from 'marked'
import { nounsIn } from '#app/domain/core/labels/spoken.ts'
import { facts, spokenFacts } from '#app/help/facts.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { pictures } from './pictures.ts'

export interface Heading {
  id: string
  /** 2 to 6. */
  depth: number
  /** HTML without elements, with its nouns in marks (`withWords`). */
  text: string
}

/** A paper as HTML, and what its tests and the search need to know of it. */
export interface Rendered {
  /** Safe to put into a page, once `withWords` has put the nouns in. */
  html: string
  headings: readonly Heading[]
  /** Where its links lead, as they are written. */
  links: readonly string[]
  /** Names of its pictures. */
  pictures: readonly string[]
  /** Names of figures that `facts` does not have. */
  unknownFacts: readonly string[]
  /** Whether there is HTML in it, which is shown as text. */
  hasHtml: boolean
}

/** What marks a noun in rendered HTML; no text contains these characters, since they are dropped before. */
const [opens, closes] = ['\ue000', '\ue001']
const noun = /\[((?:an? )?[A-Za-z]+)\](?![([:])/gi
const fact = /\{\{(\w+)\}\}/g
const markedNoun = new RegExp(`${opens}([^${closes}]*)${closes}`, 'g')
const markedFact = /\ue002(\w+)\ue003/g

/**
 * Markdown as HTML in which nothing can do harm: HTML is shown as the text that it is, links lead to pages of ours, to
 * https, mail and telephone only, and pictures are those of `npm run pictures`. Figures are filled in; nouns in brackets
 * stay marked, because each organisation has its own.
 * @param ids ids of the headings, so that one address fits every language; by default they follow from their words
 */
export function renderMarkdown(source: string, locale: Locale, ids: readonly string[] = []): Rendered {
  const headings: Heading[] = []
  const links: string[] = []
  const shown: string[] = []
  const unknownFacts: string[] = []
  let hasHtml = false
  const ownIds = new Map<string, string>()
  const marked = new Marked({
    gfm: true,
    renderer: {
      html({ text }: Tokens.HTML | Tokens.Tag) {
        hasHtml = true
        return escapeHtml(text)
      },
      heading({ tokens, depth, text }: Tokens.Heading) {
        const own = unique(slugOf(plainOf(text)), ownIds)
        const id = ids[headings.length] ?? own
        ownIds.set(own, id)
        const inner = this.parser.parseInline(tokens)
        const level = Math.max(depth, 2)
        headings.push({ id, depth: level, text: withoutElements(inner) })
        return `<h${level} id="${id}">${inner}</h${level}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens)
        links.push(href)
        return isHarmless(href) ? `<a href="${escapeHtml(href)}">${inner}</a>` : inner
      },
      image({ href, text }: Tokens.Image) {
        const name = /^picture:([\w-]+)$/.exec(href)?.[1]
        shown.push(name ?? href)
        const picture = name === undefined ? undefined : pictures[name]
        if (!picture) return escapeHtml(text)
        const { width, height, src } = picture.file(locale)
        return `<img src="${src}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy" decoding="async">`
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: 'th' | 'td') =>
          row.map(({ tokens, align }) => {
            const figure = align === 'right' ? ' class="figure"' : ''
            return `<${tag}${figure}>${this.parser.parseInline(tokens)}</${tag}>`
          })
        const lines = rows.map((row) => `<tr>${cells(row, 'td').join('')}</tr>`)
        return `<div class="scroll"><table><thead><tr>${cells(header, 'th').join('')}</tr></thead><tbody>${lines.join('')}</tbody></table></div>\n`
      },
    },
  })
  const html = marked
    .parse(withMarks(source), { async: false })
    .replace(markedFact, (_, name: string) => {
      const say = facts[name]
      if (isSpoken(name)) return mark(`{{${name}}}`)
      if (!say) unknownFacts.push(name)
      return say ? escapeHtml(say(locale)) : `{{${name}}}`
    })
    // A link to a heading may call it by its words in this language, too.
    .replace(/<a href="#([^"]*)">/g, (link, id: string) =>
      ownIds.has(id) ? `<a href="#${ownIds.get(id)}">` : link,
    )
  return { html, headings, links, pictures: shown, unknownFacts, hasHtml }
}

/** A single line without elements, such as a title: escaped, with its nouns marked and its figures filled in. */
export function renderLine(text: string, locale: Locale): string {
  return escapeHtml(withMarks(text)).replace(markedFact, (_, name: string) =>
    isSpoken(name) ? mark(`{{${name}}}`) : escapeHtml(facts[name]?.(locale) ?? `{{${name}}}`),
  )
}

/** Puts a paper's nouns in, each escaped, and what only the page knows (`spokenFacts`). */
export function withWords(html: string, speak: Speak): string {
  return html.replace(markedNoun, (_, name: string) => escapeHtml(speak(name)))
}

/** Says `[student]` as the organisation calls it, and `{{operator_name}}` as it is. */
export type Speak = (sentence: string) => string

/** What is written, as a reader would say it to a search: no elements, no marks, no entities. */
export function plainText(html: string, speak: Speak): string {
  return withWords(html.replace(/<[^>]*>/g, ' '), speak)
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name]!)
    .replace(/\s+/g, ' ')
    .trim()
}

const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const mark = (spoken: string) => opens + spoken + closes

const isSpoken = (name: string) => (spokenFacts as readonly string[]).includes(name)

function withMarks(source: string): string {
  return source
    .replace(/[\ue000-\ue003]/g, '')
    .replace(noun, (whole: string) => (isNoun(whole) ? mark(whole) : whole))
    .replace(fact, '\ue002$1\ue003')
}

function isNoun(bracket: string): boolean {
  try {
    return nounsIn(bracket).length > 0
  } catch {
    return false
  }
}

/** A page of this host, a place on this page, another site over TLS, a mail, a call. */
const isHarmless = (href: string) =>
  /^(\/(?![/\\])|#|https:\/\/|mailto:|tel:)/i.test(href) && !/[\s\\\p{Cc}]/u.test(href)

const withoutElements = (html: string) => html.replace(/<[^>]*>/g, '')

const plainOf = (text: string) =>
  text.replace(markedNoun, (_, name: string) => name.replace(/[[\]]/g, '')).replace(markedFact, '$1')

function slugOf(text: string): string {
  const slug = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return slug || 'part'
}

function unique(id: string, taken: ReadonlyMap<string, string>): string {
  let [free, n] = [id, 2]
  while (taken.has(free)) free = `${id}-${n++}`
  return free
}
