import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import subset from 'subset-font'

const packaged = createRequire(import.meta.url)
  .resolve('@fontsource/dejavu-sans/package.json')
  .replace(/package\.json$/, '')
/** What pages are written in. */
const letters = [
  ...Array.from({ length: 0x250 - 0x20 }, (_, n) => String.fromCodePoint(n + 0x20)),
  '‐–—‘’“”•…→←↑↓▲▼×✓✗',
].join('')
const weights = [400, 700]

/** Where a browser asks the system for fonts, it is told of no other; elsewhere each page is given it. */
const isAsked = process.platform === 'linux'

/** Lays the font of the tests into a folder, from which browsers with `ownFonts()` take it. */
export async function layFontsInto(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const weight of weights) await writeFile(join(folder, `wide-${weight}.ttf`), await fontOf(weight))
  const [dir, cache] = [folder, join(folder, 'cache')]
  await writeFile(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${dir}</dir><cachedir>${cache}</cachedir></fontconfig>\n`,
  )
  process.env.LUNAS_E2E_FONTS = folder
}

/** What a browser is started with so that everything is set in the font of the tests. */
export function ownFonts(): Record<string, string> {
  return isAsked ? { FONTCONFIG_FILE: join(process.env.LUNAS_E2E_FONTS!, 'fonts.conf') } : {}
}

async function fontOf(weight: number): Promise<Buffer> {
  const whole = await readFile(`${packaged}files/dejavu-sans-latin-${weight}-normal.woff2`)
  return subset(whole, letters, { targetFormat: 'sfnt' })
}

/**
 * Sets a page in the font of the tests: as wide as any system's, and the same on every machine. Pages themselves name the
 * fonts that a reader's system has; a layout that holds in this one holds in theirs.
 */
export async function setInOwnFont(page: Page): Promise<void> {
  if (isAsked) return
  const all = weights.map(async (weight) => {
    const bytes = await readFile(join(process.env.LUNAS_E2E_FONTS!, `wide-${weight}.ttf`), 'base64')
    return { weight: String(weight), bytes }
  })
  await page.evaluate(`(${putOn})(${JSON.stringify(await Promise.all(all))})`)
}

/** Runs in the page. */
async function putOn(all: { weight: string; bytes: string }[]): Promise<void> {
  if (document.adoptedStyleSheets.length > 0) return
  for (const { weight, bytes } of all) {
    const face = new FontFace(
      'Wide',
      Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)),
      { weight },
    )
    document.fonts.add(await face.load())
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { font-family: Wide !important }')
  document.adoptedStyleSheets = [sheet]
}

/**
 * What of a page cannot be reached without moving it or a frame of it sideways (but for the frame of a sheet of paper), and
 * which number, day or amount of a table is broken over lines, at each of these widths: "width: element".
 */
export async function widerThan(page: Page, widths: readonly number[]): Promise<string[]> {
  // a click is over when its answer begins, and a page that has only begun has nothing to measure
  await page.waitForLoadState()
  await setInOwnFont(page)
  const session = await toolsOf(page)
  const found: string[] = []
  const first = widthNow.get(page)
  // the width at which it was loaded costs nothing more
  for (const width of widths.toSorted((a, b) => Number(b === first) - Number(a === first))) {
    // no taller than it must be: each width is painted, and nobody looks at it
    const screen = { width, height: 100, deviceScaleFactor: 1, mobile: false }
    if (widthNow.get(page) !== width) await session.send('Emulation.setDeviceMetricsOverride', screen)
    widthNow.set(page, width)
    const wrong = await page.evaluate(brokenHiddenOrBeyond, width)
    found.push(...wrong.map((what) => `${width}: ${what}`))
  }
  return found
}

const tools = new WeakMap<Page, Promise<CDPSession>>()
/** Of the pages that were looked at here; who sets another size by other means is found out by the page itself. */
const widthNow = new WeakMap<Page, number>()

/** Asked by the browser's own protocol, a width costs half of what `setViewportSize` makes of it. */
function toolsOf(page: Page): Promise<CDPSession> {
  const session = tools.get(page) ?? page.context().newCDPSession(page)
  tools.set(page, session)
  return session
}

/**
 * Runs in the page: tables that lie wider than their frame, cells of one word that stand on two lines, and what is beyond
 * the right edge.
 */
function brokenHiddenOrBeyond(width: number): string[] {
  if (window.innerWidth !== width) return [`the screen is ${window.innerWidth} px wide`]
  // a sheet of paper that a narrow screen shows may be moved in its frame: it leaves no column out
  const frames = [...document.querySelectorAll('main:not(.paper) .cards')]
    .filter((frame) => frame.scrollWidth > frame.clientWidth + 1)
    .map((frame) => `a frame hides ${frame.scrollWidth - frame.clientWidth} px of its table`)
  const cells = [...document.querySelectorAll('.cards :is(td, tbody th):is(.figure, .date)')]
    .filter((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8))).size > 2
    })
    .map((cell) => `${cell.textContent} is broken`)
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return [...frames, ...cells.slice(0, 3)]
  const widest = [...document.querySelectorAll('body *')]
    .map((element) => ({ element, right: element.getBoundingClientRect().right }))
    .filter(({ right }) => right > clientWidth + 0.5)
    .map(
      ({ element, right }) => `${element.tagName.toLowerCase()}.${element.className} to ${Math.round(right)}`,
    )
  const beyond = `${scrollWidth - clientWidth} px too wide: ${widest.slice(0, 3).join(', ')}`
  return [...frames, ...cells.slice(0, 3), beyond]
}
