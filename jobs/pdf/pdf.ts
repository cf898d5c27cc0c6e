import type { Logger } from 'pino'
import type { Page } from 'puppeteer-core'
import { atMost } from '#app/integrations/at-most.ts'
import { type RunningBrowser, startBrowser } from './browser.ts'
import { giveFonts } from './fonts.ts'

interface PdfOptions {
  chromiumPath?: string
  /** Documents at once; two is best on two cores. */
  pages?: number
  /** Counted from when a page is free. */
  limitMs?: number
  /** Documents; a browser that runs for long grows. */
  recycleAfter?: number
  log?: Logger
}

export interface Pdf {
  /**
   * Prints a whole HTML document, as its own CSS says (`@page` gives size and margins, A4 when silent). It can load
   * nothing but `data:` URLs and runs no script. Refuses (PdfTimeout) a document that takes longer than the limit, times
   * `patience`; when the browser fails, the document is printed once more in a new one. Not `tagged`: without the
   * structure that screen readers need, which makes a long table ten times as heavy. `roll`: on paper of 80 mm that is as
   * long as its `main`, whatever its CSS says.
   */
  render(html: string, options?: Partial<Manner>): Promise<Buffer>
  /** For measurements and tests. */
  pid(): number | undefined
  /** Waits for running documents, then ends the browser; `render` is refused from now on. */
  close(): Promise<void>
}

export class PdfTimeout extends Error {
  override name = 'PdfTimeout'
}

interface Manner {
  tagged: boolean
  patience: number
  roll: boolean
}

interface Press {
  browser: RunningBrowser
  free: Page[]
  busy: number
  printed: number
}

/** One Chromium for the process, started at the first document. */
export function createPdf({
  chromiumPath,
  pages = 2,
  limitMs = 10_000,
  recycleAfter = 500,
  log,
}: PdfOptions = {}): Pdf {
  let opening: Promise<Press> | undefined
  let current: Press | undefined
  let closed = false
  const inTurn = atMost(pages)
  const unfinished = new Set<Promise<unknown>>()

  async function openPress(): Promise<Press> {
    if (current && !current.browser.alive()) retire(current)
    opening ??= startBrowser(chromiumPath, log).then((browser) => {
      current = { browser, free: [], busy: 0, printed: 0 }
      return current
    })
    return opening.catch((error) => {
      opening = undefined
      throw error
    })
  }

  /** The browser ends with its last document, or now when it is idle or dead. */
  function retire(press: Press) {
    if (current === press) current = opening = undefined
    if (press.busy === 0 || !press.browser.alive()) remember(press.browser.close())
  }

  async function print(html: string, { patience, ...manner }: Manner): Promise<Buffer> {
    const press = await openPress()
    press.busy += 1
    press.printed += 1
    if (press.printed >= recycleAfter) retire(press)
    try {
      // raced without what it gives, which would be kept as long as the browser lives
      const inTime = async <R>(work: Promise<R>) => {
        await within(limitMs * patience, Promise.race([work.then(() => {}), press.browser.lost]))
        return work
      }
      const page = await inTime(pageFor(press, html))
      return await inTime(printOn(page, press, html, manner))
    } catch (error) {
      retire(press)
      throw error
    } finally {
      press.busy -= 1
      if (current !== press) retire(press)
    }
  }

  async function printTwice(html: string, manner: Manner): Promise<Buffer> {
    try {
      return await print(html, manner)
    } catch (error) {
      if (error instanceof PdfTimeout) throw error
      log?.warn({ err: error }, 'the browser failed; the document is printed again')
      return print(html, manner)
    }
  }

  function remember<R>(work: Promise<R>): Promise<R> {
    unfinished.add(work)
    const forget = () => unfinished.delete(work)
    work.then(forget, forget)
    return work
  }

  return {
    render(html, { tagged = true, patience = 1, roll = false } = {}) {
      if (closed) return Promise.reject(new Error('PDF printing has ended'))
      return remember(inTurn(() => printTwice(html, { tagged, patience, roll })))
    },
    pid: () => current?.browser.pid,
    async close() {
      closed = true
      await Promise.allSettled(unfinished)
      if (current) retire(current)
      await Promise.allSettled(unfinished)
    },
  }
}

/** A free page that has the fonts of this document. */
async function pageFor(press: Press, html: string): Promise<Page> {
  const page = press.free.pop() ?? (await press.browser.openPage())
  await giveFonts(page, html)
  return page
}

async function printOn(
  page: Page,
  press: Press,
  html: string,
  { tagged, roll }: Omit<Manner, 'patience'>,
): Promise<Buffer> {
  const crash = new Promise<never>((_, reject) => page.once('error', reject))
  const print = async () => {
    await page.setContent(html, { waitUntil: 'load', timeout: 0 })
    const pdf = await page.pdf({
      ...(roll
        ? { width: '80mm', height: await lengthOf(page) }
        : { width: '210mm', height: '297mm', preferCSSPageSize: true }),
      printBackground: true,
      tagged,
      waitForFonts: false,
      timeout: 0,
    })
    // Nothing of this document may be left for the next one, which may be another tenant's. The page has never left
    // about:blank; going there anew would take as long as the document itself.
    await page.setContent('', { timeout: 0 })
    return Buffer.from(pdf)
  }
  const pdf = await Promise.race([print(), crash])
  page.removeAllListeners('error')
  press.free.push(page)
  return pdf
}

/** As it is laid out for paper, with a hair more against a second page. */
async function lengthOf(page: Page): Promise<string> {
  await page.emulateMediaType('print')
  const box = await page.$('main').then((main) => main?.boundingBox())
  await page.emulateMediaType()
  return `${Math.ceil(box?.height ?? 0) + 2}px`
}

async function within<R>(limitMs: number, work: Promise<R>): Promise<R> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PdfTimeout(`the document took longer than ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
