import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { executableChromium } from '#jobs/pdf/chromium.ts'
import { asks, languages } from './asks.ts'
import { ownFonts } from './own-font.ts'

export { expect }

/** For what comes by itself, such as a mail: a hang, and not a machine that is busy, ends the wait. */
export const patience = { timeout: 120_000, intervals: [500] }

/** Password of every demo account. */
export const password = 'lunas-demo-2026'

/** Addresses of the running product. */
export const hosts = {
  get main() {
    return `http://${process.env.LUNAS_E2E_MAIN}`
  },
  tenant: (subdomain: string) => `http://${subdomain}.${process.env.LUNAS_E2E_MAIN}`,
}

/** What no page of the product can do for a story: the past, and what somebody else has done to a row. */
export async function inDatabase<R>(work: (db: pg.Client) => Promise<R>): Promise<R> {
  const db = new pg.Client({ connectionString: process.env.LUNAS_E2E_DATABASE })
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

/** Whose accounts are the platform's. */
const operators = ['operator', 'finance', 'support']

interface Fixtures {
  /** Another person's browser: no scripts, no cookies, in `language`. */
  person: (options?: { language?: 'en' | 'ms'; width?: number; scripts?: boolean }) => Promise<Page>
  /** Somebody who has signed in, at the start page or at this other address. */
  staff: (
    role: string,
    options?: { subdomain?: string; language?: 'en' | 'ms'; width?: number; at?: string },
  ) => Promise<Page>
}

export const test = base.extend<Fixtures, { chromium: Browser }>({
  chromium: [
    async ({ playwright }, use) => {
      const { path, env } = await executableChromium(process.env.CHROMIUM_PATH)
      const browser = await playwright.chromium.launch({
        executablePath: path,
        env: { ...(process.env as Record<string, string>), ...env, ...ownFonts() },
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--headless',
          '--disable-background-networking',
          '--no-first-run',
        ],
      })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],

  person: async ({ chromium }, use) => {
    const contexts: BrowserContext[] = []
    await use(async ({ language = 'en', width = 1280, scripts = false } = {}) => {
      const context = await chromium.newContext({
        javaScriptEnabled: scripts,
        locale: language,
        viewport: { width, height: 900 },
        acceptDownloads: true,
      })
      contexts.push(context)
      languages.set(context, language)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },

  staff: async ({ person }, use) => {
    await use(async (role, { subdomain = 'demo', at, ...options } = {}) => {
      const page = await person(options)
      const isOperator = operators.includes(role)
      const host = isOperator ? hosts.main : hosts.tenant(subdomain)
      const inside = isOperator ? '/admin' : ''
      // Sends the form and does not draw it: the stories of the ways in are about that page.
      const email = isOperator ? `${role}@lunas.test` : `${role}@${subdomain}.test`
      const answer = await asks(page, `${host}${inside}/login`, { email, password })
      expect(answer.location, `${email} signs in`).toMatch(/dashboard/)
      const to = at ?? `${inside}/dashboard`
      await page.goto(host + to)
      // Another story may have chosen another language for this account; one that chooses none reads the organisation's.
      const language = options.language ?? (subdomain === 'cahaya' ? 'ms' : 'en')
      const lang = await page.locator('html').getAttribute('lang')
      if (lang?.slice(0, 2) !== language)
        await page.goto(`${host}/language/${language === 'ms' ? 'my' : 'en'}?to=${encodeURIComponent(to)}`)
      return page
    })
  },
})
