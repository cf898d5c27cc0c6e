import { mkdirSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import pg from 'pg'
import sharp from 'sharp'
import {
  type OfficePictureName,
  type PhonePictureName,
  pictured,
  pictureOf,
  sizes,
} from '#app/ui/platform/front/pictures.ts'
import { executableChromium } from '#jobs/pdf/chromium.ts'

/** Of everybody in the demo. */
export const password = 'lunas-demo-2026'
const readme = 'docs/images/home.png'

/** Pixels of a file for each pixel of the page, by size. */
const scales = { wide: 4 / 3, narrow: 2, phone: 2 } as const
type Size = keyof typeof sizes

/** `from`: a selector of what the picture begins at; at the top of the page without one. */
interface OfficePage {
  name: OfficePictureName
  find: (page: Page) => Promise<string>
  from?: string
}

const officePages: readonly OfficePage[] = [
  { name: 'home', find: async () => '/dashboard', from: 'main .figures' },
  {
    name: 'billing',
    find: (page) => linkOn(page, '/invoice/generation?status=previewed', '/invoice/generation/view/'),
    from: 'main h1',
  },
  {
    name: 'statement',
    find: (page) => linkOn(page, '/bank-statement?status=ready', '/bank-statement/view/'),
    from: 'main section:has(form button)',
  },
]

/** In each language an organisation of the demo that works in it, and a student whose latest invoice is to be paid. */
const organisations = {
  en: { subdomain: 'demo', student: 'Cheah Ming Zhe' },
  my: { subdomain: 'cahaya', student: 'Tan Jia Xuan' },
} as const
type Shown = (typeof pictured)[number]

interface Scene {
  browser: Browser
  locale: Shown
  /** Of the organisation: `http://demo.localhost:4000`. */
  host: string
  told: (file: string) => void
}

/**
 * Makes all pictures of the product that runs on this host with its demo, and the one of the README.
 * @param told is given the name of each file that was made
 */
export async function takePictures(
  { mainHost, ownerUrl }: { mainHost: string; ownerUrl: string },
  told: (file: string) => void,
): Promise<void> {
  const browser = await startChromium()
  try {
    mkdirSync('public/front', { recursive: true })
    for (const locale of pictured) {
      const { subdomain } = organisations[locale]
      const scene = { browser, locale, told, host: `http://${subdomain}.${mainHost}` }
      for (const size of ['wide', 'narrow'] as const) await officePicturesOf(scene, size)
      await familyPicturesOf(scene, await paidCode(ownerUrl, subdomain))
    }
    await sharp(`public${pictureOf('home', 'en', 'wide')}`)
      .resize(1080)
      .png({ palette: true, colours: 32, dither: 0, effort: 10 })
      .toFile(readme)
    told(readme)
  } finally {
    await browser.close()
  }
}

async function officePicturesOf(scene: Scene, size: 'wide' | 'narrow') {
  const page = await office(scene, size)
  for (const { name, find, from } of officePages) {
    await page.goto(scene.host + (await find(page)))
    if (from) await beginAt(page, from)
    scene.told(await keep(page, name, scene.locale, size))
  }
}

/** What a family sees of an invoice, as it pays, and once one is paid, whose payment has the code `paid`. */
async function familyPicturesOf(scene: Scene, paid: string) {
  const { browser, host, locale, told } = scene
  const { student } = organisations[locale]
  const clerk = await office(scene, 'wide')
  await clerk.goto(
    host +
      (await linkOn(
        clerk,
        `/invoice?${new URLSearchParams({ q: student, status: 'unpaid', sort: '-due_on' })}`,
        '/invoice/view/',
      )),
  )
  const link = await clerk.inputValue('[name=public_link]')
  const page = await (await screen(browser, 'phone')).newPage()
  const take = async (name: PhonePictureName) => told(await keep(page, name, locale, 'phone'))
  await page.goto(`${host}/language/${locale}?to=${encodeURIComponent(new URL(link).pathname)}`)
  await take('invoice')
  await page.locator('main a[href*="/payment/submit"]').first().click()
  await beginAt(page, 'main h2')
  await take('pay')
  await page.goto(`${host}/payment/status/${paid}`)
  await take('paid')
}

/** An administrator who has signed in, and reads in the language of the scene. */
async function office({ browser, host, locale }: Scene, size: Size): Promise<Page> {
  const page = await (await screen(browser, size)).newPage()
  await page.goto(`${host}/login`)
  await page.fill('input[name=email]', `admin@${organisations[locale].subdomain}.test`)
  await page.fill('input[name=password]', password)
  await page.click('main form button[type=submit]')
  await page.waitForURL(/\/dashboard/)
  await page.goto(`${host}/language/${locale}`)
  return page
}

/** The code of the latest payment by FPX for one invoice; no page of the office shows it. */
async function paidCode(ownerUrl: string, subdomain: string): Promise<string> {
  const db = new pg.Client({ connectionString: ownerUrl })
  await db.connect()
  try {
    const entity = await db.query('select schema_name from platform.entity where subdomain = $1', [subdomain])
    await db.query(`set search_path to ${entity.rows[0].schema_name}`)
    const { rows } = await db.query(
      `select public_code from payment_attempt
         join payment_attempt_invoice on attempt_id = payment_attempt.id
       where state = 'paid' and purpose = 'invoice' and gateway = 'fpx'
       group by payment_attempt.id having count(*) = 1 order by responded_at desc limit 1`,
    )
    return rows[0].public_code
  } finally {
    await db.end()
  }
}

/** A browser that draws the same on every machine. */
export async function startChromium(): Promise<Browser> {
  const { path, env } = await executableChromium(process.env.CHROMIUM_PATH)
  return chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...env },
    args: [
      '--no-sandbox',
      '--headless',
      '--hide-scrollbars',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  })
}

function screen(browser: Browser, size: Size): Promise<BrowserContext> {
  const [width, height] = sizes[size].map((pixels) => pixels / scales[size])
  return browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: width!, height: height! },
    // of twice as many pixels as are kept: at one and a third, hairlines would break
    deviceScaleFactor: 2,
    colorScheme: 'light',
    timezoneId: 'Asia/Kuala_Lumpur',
  })
}

/** The first address on a list that begins so. */
export async function linkOn(page: Page, list: string, begins: string): Promise<string> {
  const { origin } = new URL(page.url())
  await page.goto(origin + list)
  const href = await page.locator(`main a[href^="${begins}"]`).first().getAttribute('href')
  if (!href) throw new Error(`${list} has no ${begins}…`)
  return href
}

/** Moves the page so that it begins a little above what this selector names. */
export async function beginAt(page: Page, selector: string) {
  await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 28)
    })
}

/** Writes what is on the screen; returns the file. */
async function keep(
  page: Page,
  name: OfficePictureName | PhonePictureName,
  locale: string,
  size: Size,
): Promise<string> {
  const file = `public${pictureOf(name, locale, size)}`
  const taken = await page.screenshot({ animations: 'disabled' })
  const [width] = sizes[size]
  await sharp(taken).resize(width).webp({ quality: 70, effort: 6, smartSubsample: true }).toFile(file)
  return file
}
