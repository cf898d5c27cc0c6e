import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { families } from '#app/print/families.ts'

/** What a font family covers is cut into slices, as browsers load them: files of a few hundred letters each. */
interface Slice {
  family: string
  /** As CSS writes it: `U+0-FF,U+131`. */
  range: string
  /** Begin and end of each part of the range, the end included. */
  parts: readonly (readonly [number, number])[]
  /** The file of a weight. */
  file(weight: number): string
}

/** Documents are set in two: text, and what the stylesheet makes bold. Each face stands for the weights around it. */
const weights = [
  { weight: 400, around: '1 500' },
  { weight: 600, around: '501 1000' },
] as const

/**
 * Of each family its folder beside this file: the two weights, and only those slices that no family before it has; of the
 * traditional and the Japanese one only the letters that the one before lacks, of the Korean one its own. The files are
 * those of Fontsource 5.3.0, whose package of the Chinese family alone has 75 MB; here all of them together have twelve.
 */
const folders: Record<(typeof families)[number], string> = {
  'Noto Sans': 'noto-sans',
  'Noto Sans Tamil': 'noto-sans-tamil',
  'Noto Sans Arabic': 'noto-sans-arabic',
  'Noto Sans Thai': 'noto-sans-thai',
  'Noto Sans Gurmukhi': 'noto-sans-gurmukhi',
  'Noto Sans Bengali': 'noto-sans-bengali',
  'Noto Sans Telugu': 'noto-sans-telugu',
  'Noto Sans Malayalam': 'noto-sans-malayalam',
  'Noto Sans Kannada': 'noto-sans-kannada',
  'Noto Sans Gujarati': 'noto-sans-gujarati',
  'Noto Sans Sinhala': 'noto-sans-sinhala',
  'Noto Sans Myanmar': 'noto-sans-myanmar',
  'Noto Sans Khmer': 'noto-sans-khmer',
  'Noto Sans Lao': 'noto-sans-lao',
  'Noto Emoji': 'noto-emoji',
  'Noto Sans SC': 'noto-sans-sc',
  'Noto Sans TC': 'noto-sans-tc',
  'Noto Sans JP': 'noto-sans-jp',
  'Noto Sans KR': 'noto-sans-kr',
}

let known: Promise<Slice[]> | undefined

async function slices(): Promise<Slice[]> {
  known ??= Promise.all(families.map(slicesOf)).then((all) => all.flat())
  return known
}

async function slicesOf(family: (typeof families)[number]): Promise<Slice[]> {
  const list = createRequire(import.meta.url).resolve(`#jobs/pdf/fonts/${folders[family]}/ranges.json`)
  const ranges: Record<string, string> = JSON.parse(await readFile(list, 'utf8'))
  return Object.entries(ranges).map(([slice, range]) => ({
    family,
    range,
    parts: partsOf(range),
    file: (weight) => join(dirname(list), `${slice}-${weight}.woff2`),
  }))
}

function partsOf(range: string): (readonly [number, number])[] {
  return range.split(',').map((part) => {
    const [first, last = first] = part.slice(2).split('-')
    return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)]
  })
}

/** Joiners and variation selectors come with the letters that they stand beside. */
const joiners = /\u200c|\u200d|\ufe0e|\ufe0f/gu

/** Letters beyond ASCII that a text needs are few: each is looked up once. */
async function slicesFor(text: string): Promise<Set<Slice>> {
  const all = await slices()
  const letters = new Set(['a', ...(text.replace(joiners, '').match(/\P{ASCII}/gu) ?? [])])
  const found = [...letters].map((letter) => {
    const code = letter.codePointAt(0)!
    return all.find(({ parts }) => parts.some(([first, last]) => code >= first && code <= last))
  })
  return new Set(found.filter((slice) => slice !== undefined))
}

const given = new WeakMap<Page, Set<Slice>>()

/**
 * Gives a page the fonts that a document needs and it has not had yet; it keeps them from one document to the next. They
 * come with the product, so that each machine prints the same. A letter that none of them has is left to the machine.
 */
export async function giveFonts(page: Page, text: string): Promise<void> {
  const had = given.get(page) ?? new Set<Slice>()
  const fresh = [...(await slicesFor(text))].filter((slice) => !had.has(slice))
  if (fresh.length === 0) return
  const faces = await Promise.all(
    fresh.flatMap(({ family, range, file }) =>
      weights.map(async ({ weight, around }) => ({
        family,
        range,
        around,
        bytes: (await readFile(file(weight))).toString('base64'),
      })),
    ),
  )
  await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async ({ family, range, around, bytes }) => {
          const file = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
          const face = new FontFace(family, file, { weight: around, unicodeRange: range })
          document.fonts.add(await face.load())
        }),
      ),
    faces,
  )
  given.set(page, new Set([...had, ...fresh]))
}
