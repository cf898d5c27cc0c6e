import { withoutMarks } from '#app/domain/core/invisible.ts'
import { escapeHtml } from '#app/domain/core/letters/escape-html.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { fill, type PlaceholderFacts } from './placeholders.ts'

/**
 * The marks of a body: an empty line between paragraphs, `**bold**`, lines that begin with `- ` as a list, links as they are
 * or as `[words](https://…)`. Everything else is text; HTML never passes.
 */
type Block = { kind: 'paragraph'; lines: Piece[][] } | { kind: 'list'; items: Piece[][] }

interface Piece {
  text: string
  bold: boolean
  /** Of http or https. */
  url?: string
}

interface HtmlOptions {
  /** For a mail, since mail programs read no sheet: paragraphs, lists and links carry their style. */
  styles?: { paragraph: string; list: string; link: string } | undefined
}

/**
 * Safe HTML without a frame: `<p>`, `<ul>`, `<strong>`, `<a>` and `<br>`, all else is text. With `facts` its placeholders are
 * filled, and what they say is never read as a mark; without, they stay. A link whose words hide where it leads is
 * followed by its host.
 */
export function toHtml(body: string, facts?: PlaceholderFacts, { styles }: HtmlOptions = {}): string {
  const style = (of: keyof NonNullable<typeof styles>) => (styles ? ` style="${escapeHtml(styles[of])}"` : '')
  const inline = (pieces: Piece[]) =>
    pieces
      .map(({ text, bold, url }) => {
        const words = bold ? `<strong>${escapeHtml(text)}</strong>` : escapeHtml(text)
        if (url === undefined) return words
        const link = `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow"${style('link')}>${words}</a>`
        return saysHost(text, url) ? link : `${link} (${escapeHtml(hostOf(url))})`
      })
      .join('')
  return blocksOf(body, facts)
    .map((block) =>
      block.kind === 'list'
        ? `<ul${style('list')}>${block.items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`
        : `<p${style('paragraph')}>${block.lines.map(inline).join('<br>')}</p>`,
    )
    .join('\n')
}

/** The same as plain text: bold loses its marks, links keep their address. */
export const toText = (body: string, facts?: PlaceholderFacts): string => plain(body, facts, (text) => text)

/** As WhatsApp writes it: `*bold*`. */
export const toWhatsApp = (body: string, facts?: PlaceholderFacts): string =>
  plain(body, facts, (text) => {
    const words = text.replaceAll('*', '').trim()
    return words === '' ? text : text.replace(text.trim(), () => `*${words}*`)
  })

/** A title as the subject of a mail: one line, in which no break and no encoded word ever reaches a header. */
export const toSubject = (title: string): string => lineOf(title, 200)

function plain(body: string, facts: PlaceholderFacts | undefined, bolded: (text: string) => string): string {
  const inline = (pieces: Piece[]) =>
    pieces
      .map(({ text, bold, url }) => {
        const words = bold ? bolded(text) : text
        return url === undefined || safeUrl(text) === url ? words : `${words}: ${url}`
      })
      .join('')
  return blocksOf(body, facts)
    .map((block) =>
      block.kind === 'list'
        ? block.items.map((item) => `- ${inline(item)}`).join('\n')
        : block.lines.map(inline).join('\n'),
    )
    .join('\n\n')
}

function blocksOf(body: string, facts: PlaceholderFacts | undefined): Block[] {
  const clean = withoutMarks(body)
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
  const blocks: Block[] = []
  let open: Block | undefined
  const begin = (kind: Block['kind']): Block => {
    open = kind === 'list' ? { kind, items: [] } : { kind, lines: [] }
    blocks.push(open)
    return open
  }
  for (const line of clean.split('\n')) {
    const words = line.trim()
    const item = /^[-*•]\s+(.+)$/.exec(words)?.[1]
    if (words === '') open = undefined
    else if (item !== undefined) {
      const list = open?.kind === 'list' ? open : begin('list')
      if (list.kind === 'list') list.items.push(piecesOf(item, facts))
    } else {
      const paragraph = open?.kind === 'paragraph' ? open : begin('paragraph')
      if (paragraph.kind === 'paragraph') paragraph.lines.push(piecesOf(words, facts))
    }
  }
  return blocks
}

const marked = /\*\*(?=\S)([^*\n]{1,500}?)(?<=\S)\*\*/g
const linked =
  /\[([^[\]\n]{1,200})\]\(\s*(https?:\/\/[^\s()<>"]{1,1000}|\{\s*link\s*\})\s*\)|(https?:\/\/[^\s<>"]{1,1000})|(\{\s*link\s*\})/gi

function piecesOf(line: string, facts: PlaceholderFacts | undefined): Piece[] {
  return split(
    line,
    marked,
    ([, words = '']) => links(words, true, facts),
    (words) => links(words, false, facts),
  )
}

function links(line: string, bold: boolean, facts: PlaceholderFacts | undefined): Piece[] {
  const said = (words: string): Piece => ({ text: facts ? fill(words, facts) : words, bold })
  return split<Piece>(
    line,
    linked,
    ([whole, words, typed, bare, placeholder]) => {
      if (words !== undefined) {
        const url = safeUrl(typed!.startsWith('{') ? (facts?.link ?? '') : typed!)
        if (url !== undefined) return [{ ...said(words.trim()), url }]
        // Where the link has no value the words say what they can.
        return [said(facts && typed!.startsWith('{') ? words : whole)]
      }
      if (placeholder !== undefined) {
        const url = safeUrl(facts?.link ?? '')
        return [url === undefined ? said(placeholder) : { text: url, bold, url }]
      }
      // A full stop or bracket after an address ends the sentence, not the address.
      const text = bare!.replace(/[.,;:!?)\]}'*]+$/, '')
      const url = safeUrl(text)
      const rest = bare!.slice(text.length)
      return url === undefined ? [said(whole)] : [{ text, bold, url }, ...(rest === '' ? [] : [said(rest)])]
    },
    (words) => [said(words)],
  )
}

function split<T>(
  line: string,
  by: RegExp,
  found: (match: RegExpMatchArray) => T[],
  between: (text: string) => T[],
): T[] {
  const pieces: T[] = []
  let at = 0
  for (const match of line.matchAll(by)) {
    if (match.index > at) pieces.push(...between(line.slice(at, match.index)))
    pieces.push(...found(match))
    at = match.index + match[0].length
  }
  if (at < line.length) pieces.push(...between(line.slice(at)))
  return pieces
}

/** As browsers read it; none with a name or password before the host, by which one site looks like another. */
function safeUrl(typed: string): string | undefined {
  if (!URL.canParse(typed)) return undefined
  const { protocol, username, password, href } = new URL(typed)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return undefined
  return href
}

const hostOf = (url: string) => new URL(url).hostname

/** Whether the words of a link say where it leads; those that only hold the host could be of another. */
const saysHost = (words: string, url: string) => words.toLowerCase() === hostOf(url) || safeUrl(words) === url
