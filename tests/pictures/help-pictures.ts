import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import {
  type PictureOf,
  picturedLocales,
  pictureFile,
  pictures,
  sizeOf,
} from '#app/domain/reporting/help/pictures.ts'
import { beginAt, linkOn, password, startChromium } from './take-pictures.ts'

/** A picture weighs at most this; one that would weigh more is drawn more roughly. */
export const mostBytes = 40_000

/** Each tried in turn, until the picture is light enough. */
const qualities = [72, 60, 48, 36, 24, 14]

/**
 * Makes the pictures that `app/help/pictures.json` names, in each language, of the product that runs on this host with its
 * demo. People sign in once and see all of their pages.
 * @param told is given the name of each file that was made
 */
export async function takeHelpPictures(
  { mainHost }: { mainHost: string },
  told: (file: string) => void,
): Promise<void> {
  const browser = await startChromium()
  const wrong: string[] = []
  try {
    const readers = Map.groupBy(Object.entries(pictures), ([, { host, as }]) => `${host} ${as}`)
    for (const own of readers.values()) {
      const [, { host, as }] = own[0]!
      const origin = host === 'main' ? `http://${mainHost}` : `http://${host}.${mainHost}`
      const page = await signedIn(browser, origin, as)
      for (const locale of picturedLocales) {
        await page.goto(`${origin}/language/${locale}`)
        for (const [name, one] of own) {
          const file = `public${pictureFile(name, locale)}`
          mkdirSync(dirname(file), { recursive: true })
          try {
            await open(page, origin, one)
            await keep(page, one, file)
            told(file)
          } catch (error) {
            wrong.push(`${name} (${locale}): ${(error as Error).message.split('\n')[0]}`)
          }
        }
      }
      await page.context().close()
    }
  } finally {
    await browser.close()
  }
  if (wrong.length > 0) throw new Error(`no picture of ${wrong.join('; ')}`)
}

async function signedIn(browser: Browser, origin: string, as: string): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    deviceScaleFactor: 2,
    colorScheme: 'light',
    timezoneId: 'Asia/Kuala_Lumpur',
  })
  const page = await context.newPage()
  if (as === '-') return page
  await page.goto(`${origin}${as.startsWith('operator@') ? '/admin' : ''}/login`)
  await page.fill('input[name=email]', as)
  await page.fill('input[name=password]', password)
  await page.click('main form button[type=submit]')
  await page.waitForURL(/\/dashboard/)
  return page
}

async function open(page: Page, origin: string, one: PictureOf) {
  await page.setViewportSize(sizeOf(one))
  const answer = await page.goto(origin + one.path)
  if (!answer?.ok()) throw new Error(`${one.path} answers ${answer?.status()}`)
  if (one.open) await page.goto(origin + (await linkOn(page, one.path, one.open)))
  if (one.from) await beginAt(page, one.from)
}

/** Phones have twice as many points as pixels, so theirs are sharp; a desk is shown at its own size. */
async function keep(page: Page, one: PictureOf, file: string) {
  const { width } = sizeOf(one)
  const taken = await page.screenshot({ animations: 'disabled' })
  for (const quality of qualities) {
    const made = await sharp(taken)
      .resize(width > 600 ? width : width * 2)
      .webp({ quality, effort: 6, smartSubsample: true })
      .toBuffer()
    if (made.length > mostBytes && quality !== qualities.at(-1)) continue
    if (made.length > mostBytes) throw new Error(`${file} weighs ${made.length} bytes`)
    writeFileSync(file, made)
    return
  }
}
