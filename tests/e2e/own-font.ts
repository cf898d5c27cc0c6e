import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const folder = createRequire(import.meta.url)
  .resolve('@fontsource/dejavu-sans/package.json')
  .replace(/package\.json$/, '')
const bytesOf = (weight: number) =>
  readFileSync(`${folder}files/dejavu-sans-latin-${weight}-normal.woff2`).toString('base64')
const fonts = [400, 700].map((weight) => ({ weight: String(weight), bytes: bytesOf(weight) }))

/**
 * Sets a page in a font of the tests: as wide as any system's, and the same on every machine. Pages themselves name the
 * fonts that a reader's system has; a layout that holds in this one holds in theirs.
 */
async function setInOwnFont(page: Page): Promise<void> {
  await page.evaluate((all) => {
    if (document.adoptedStyleSheets.length > 0) return
    for (const { weight, bytes } of all) {
      const face = new FontFace(
        'Wide',
        Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)),
        { weight },
      )
      document.fonts.add(face)
      void face.load()
    }
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { font-family: Wide !important }')
    document.adoptedStyleSheets = [sheet]
  }, fonts)
  await expect
    .poll(() => page.evaluate(() => [...document.fonts].every(({ status }) => status === 'loaded')))
    .toBe(true)
}

/**
 * What of a page cannot be reached without moving it or a frame of it sideways, and which number, day or amount of a table
 * is broken over lines, at each of these widths: "width: element".
 */
export async function widerThan(page: Page, widths: readonly number[]): Promise<string[]> {
  await setInOwnFont(page)
  const found: string[] = []
  const { height = 900 } = page.viewportSize() ?? {}
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    found.push(...(await page.evaluate(brokenOrHidden)).map((what) => `${width}: ${what}`))
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return
      const widest = [...document.querySelectorAll('body *')]
        .map((element) => ({ element, right: element.getBoundingClientRect().right }))
        .filter(({ right }) => right > clientWidth + 0.5)
        .map(
          ({ element, right }) =>
            `${element.tagName.toLowerCase()}.${element.className} to ${Math.round(right)}`,
        )
      return `${scrollWidth - clientWidth} px too wide: ${widest.slice(0, 3).join(', ')}`
    })
    if (beyond) found.push(`${width}: ${beyond}`)
  }
  return found
}

/** Runs in the page: tables that lie wider than their frame, and cells of one word that stand on two lines. */
function brokenOrHidden(): string[] {
  const frames = [...document.querySelectorAll('.cards')]
    .filter((frame) => frame.scrollWidth > frame.clientWidth + 1)
    .map((frame) => `a frame hides ${frame.scrollWidth - frame.clientWidth} px of its table`)
  const cells = [...document.querySelectorAll('.cards :is(td, tbody th):is(.figure, .date)')]
    .filter((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8))).size > 2
    })
    .map((cell) => `${cell.textContent} is broken`)
  return [...frames, ...cells.slice(0, 3)]
}
