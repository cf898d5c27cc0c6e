import { gzipSync } from 'node:zlib'
import { ownScript } from '#tests/support/pages/own-script.ts'
import type { Met } from './crawl.ts'

/** First flight of a connection: ten segments of 1,460 bytes (RFC 6928). */
export const firstFlight = 14_600
export const formLimit = 4_096
/** Of the few forms that hold much: a family registers, a whole class is marked, an announcement
 * is written in two languages, each account gets its code, a class has its week, places and trainers. */
export const longFormLimit = 6_144
const longForms =
  /^\/(register|attendance\/mark|announcement\/(new|edit)|accounting-export\/accounts|subject\/(new|edit))\b/
/** A legal paper is changed where it stands, whole and in two languages. */
const paperForm = /^\/(admin|setting)\/legal\/edit\b/

/** Packed bytes that the HTML of a form at this address may have. */
export const limitOfForm = (path: string): number =>
  paperForm.test(path) ? firstFlight : longForms.test(path) ? longFormLimit : formLimit

export interface Weight {
  /** Packed bytes of the page itself, with the styles inside it. */
  page: number
  /** Packed bytes of its stylesheets, linked or inside. */
  styles: number
  /** Packed bytes of all that must arrive before it is painted: itself, linked stylesheets, pictures above the fold. */
  total: number
  isForm: boolean
  /** Elements that would run something, but the script of the one page that has one; it is weighed with its page. */
  scripts: number
}

/** Packed bytes of a file of this host, as it is served. */
export type SizeOf = (path: string) => Promise<number>

export async function weigh({ html, bytes }: Pick<Met, 'html' | 'bytes'>, sizeOf: SizeOf): Promise<Weight> {
  const linked = await sizes(stylesheets(html), sizeOf)
  const pictures = await sizes(eagerPictures(html), sizeOf)
  const own = ownScript.exec(html)?.[1]
  const inside = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css!).join('')
  return {
    page: bytes,
    styles: linked || packedSize(inside),
    total: bytes + linked + pictures + (await sizes(own ? [own] : [], sizeOf)),
    isForm: isFormPage(html),
    scripts: (
      html.replace(ownScript, '').match(/<script\b|\son[a-z]+="|href="javascript:|rel="(module)?preload"/g) ??
      []
    ).length,
  }
}

const packedSizes = new Map([['', 0]])

/** Packed bytes of a text; styles are the same on many pages, and packed once. */
function packedSize(text: string): number {
  const size = packedSizes.get(text) ?? gzipSync(text).length
  packedSizes.set(text, size)
  return size
}

function stylesheets(html: string): string[] {
  const links = html.match(/<link\b[^>]*rel="stylesheet"[^>]*>/g) ?? []
  return links.map((link) => /href="([^"]+)"/.exec(link)![1]!)
}

function eagerPictures(html: string): string[] {
  const pictures = html.match(/<img\b[^>]*>/g) ?? []
  return pictures
    .filter((picture) => !picture.includes('loading="lazy"'))
    .map((picture) => /src="([^"]+)"/.exec(picture)![1]!)
    .filter((source) => source.startsWith('/'))
}

/** A page on which somebody fills something in: a form that is posted and has a field that is seen. */
function isFormPage(html: string): boolean {
  const forms = html.match(/<form\b[^>]*method="post".*?<\/form>/gs) ?? []
  return forms.some((form) => /<(select|textarea)\b|<input\b(?![^>]*type="hidden")/.test(form))
}

async function sizes(paths: string[], sizeOf: SizeOf): Promise<number> {
  const all = await Promise.all([...new Set(paths)].map((path) => sizeOf(path.replaceAll('&amp;', '&'))))
  return all.reduce((sum, size) => sum + size, 0)
}
