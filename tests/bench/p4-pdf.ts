import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { environment } from '#app/environment.ts'
import { executableChromium } from '#jobs/pdf/chromium.ts'
import { createPdf, type Pdf } from '#jobs/pdf/pdf.ts'
import { atLeast, atMost, type Figure, type Findings, local, ratio } from './benchmark.ts'
import { memoryOfGroup } from './memory.ts'
import { receipts } from './receipts.ts'
import { inTurns, median, percentile, ratios } from './rounds.ts'
import type { Stage } from './stage.ts'

export const title = 'PDF of a receipt'

/** Printed at the same time, by us and by those we are compared with. */
const lanes = 2
const inRound = 100
const launchedInRound = 8
const afterwards = 1_000
const longestMs = 20_000

type Print = (html: string) => Promise<{ length: number }>

/** Our printer (kept browser, locked down, page emptied between documents) against a new browser each, and a bare loop. */
export async function measure(stage: Stage): Promise<Findings> {
  const documents = await receipts(await stage.demo(), inRound)
  const { chromiumPath } = environment
  const pdf = createPdf({ ...(chromiumPath && { chromiumPath }), pages: lanes })
  stage.atEnd(() => pdf.close())
  const bare = await bareLoop()
  stage.atEnd(() => bare.close())
  const times: number[] = []
  const ours: Print = async (html) => {
    const begun = performance.now()
    const bytes = await pdf.render(html)
    times.push(performance.now() - begun)
    return bytes
  }
  await msOfDocument(documents, ours)
  await msOfDocument(documents, bare.print)
  times.length = 0
  const ms = await inTurns(
    {
      ours: () => msOfDocument(documents, ours),
      bare: () => msOfDocument(documents, bare.print),
      launched: () => msOfDocument(documents.slice(0, launchedInRound), launchPerDocument),
    },
    { rounds: 3 },
  )
  const p95 = percentile(times, 0.95)
  return {
    figures: [
      ratio('faster than a browser for each document', ratios(ms.launched, ms.ours), atLeast(15)),
      ratio('our printer ÷ bare loop over two kept pages', ratios(ms.ours, ms.bare), atMost(1.3)),
      local('95 of 100 documents within', p95, 'ms', atMost(60)),
      ...(await memoryFigures(documents, pdf)),
    ],
    notes: [
      `one document here: ${median(ms.ours).toFixed(0)} ms, bare loop ${median(ms.bare).toFixed(0)} ms, ` +
        `launched ${median(ms.launched).toFixed(0)} ms; ${lanes} at once each`,
    ],
  }
}

/** Memory now and after a thousand more documents, or as many as the time allows. */
async function memoryFigures(documents: string[], pdf: Pdf): Promise<Figure[]> {
  const before = memoryNow(pdf)
  if (before === undefined) return []
  const end = performance.now() + longestMs
  let printed = 0
  let largest = before
  while (printed < afterwards && performance.now() < end) {
    await msOfDocument(documents, (html) => pdf.render(html))
    printed += documents.length
    largest = Math.max(largest, memoryNow(pdf) ?? 0)
  }
  return [
    local('memory of the browser at most (PSS)', largest, 'MB', atMost(500)),
    local(
      `growth over ${printed.toLocaleString('en')} documents`,
      (largest / before - 1) * 100,
      '%',
      atMost(20),
    ),
  ]
}

function memoryNow(pdf: Pdf): number | undefined {
  const group = pdf.pid()
  return group === undefined ? undefined : memoryOfGroup(group)
}

/** Milliseconds for one document while {@link lanes} are printed at once. */
async function msOfDocument(documents: string[], print: Print): Promise<number> {
  const begun = performance.now()
  const left = [...documents]
  const lane = async () => {
    for (let html = left.pop(); html !== undefined; html = left.pop()) {
      if ((await print(html)).length < 5_000) throw new Error('that is no receipt')
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return (performance.now() - begun) / documents.length
}

const paper = { format: 'a4', preferCSSPageSize: true, printBackground: true, tagged: true } as const

async function launch(): Promise<Browser> {
  const { path, env } = await executableChromium(environment.chromiumPath)
  return puppeteer.launch({
    executablePath: path,
    env: { ...env, LANG: 'C.UTF-8' },
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
    pipe: true,
  })
}

async function printOn(page: Page, html: string): Promise<Uint8Array> {
  await page.setContent(html, { waitUntil: 'load' })
  return page.pdf(paper)
}

const launchPerDocument: Print = async (html) => {
  const browser = await launch()
  try {
    return await printOn(await browser.newPage(), html)
  } finally {
    await browser.close()
  }
}

/** The fastest that there is with Chromium: pages are used again, nothing is checked, nothing is forbidden. */
async function bareLoop(): Promise<{ print: Print; close(): Promise<void> }> {
  const browser = await launch()
  const pages = await Promise.all(Array.from({ length: lanes }, () => browser.newPage()))
  return {
    async print(html) {
      const page = pages.pop()!
      const bytes = await printOn(page, html)
      pages.push(page)
      return bytes
    },
    close: () => browser.close(),
  }
}
