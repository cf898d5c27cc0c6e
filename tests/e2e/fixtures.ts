import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test'
import pg from 'pg'
import { executableChromium } from '#jobs/pdf/chromium.ts'

export { expect } from '@playwright/test'

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
  /** Somebody of a tenant who has signed in through the page. */
  staff: (
    role: string,
    options?: { subdomain?: string; language?: 'en' | 'ms'; width?: number },
  ) => Promise<Page>
}

export const test = base.extend<Fixtures, { chromium: Browser }>({
  chromium: [
    async ({ playwright }, use) => {
      const { path, env } = await executableChromium(process.env.CHROMIUM_PATH)
      const browser = await playwright.chromium.launch({
        executablePath: path,
        env: { ...(process.env as Record<string, string>), ...env },
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
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },

  staff: async ({ person }, use) => {
    await use(async (role, { subdomain = 'demo', ...options } = {}) => {
      const page = await person(options)
      const operator = operators.includes(role)
      await page.goto(operator ? `${hosts.main}/admin/login` : `${hosts.tenant(subdomain)}/login`)
      await page.fill('[name=email]', operator ? `${role}@lunas.test` : `${role}@${subdomain}.test`)
      await page.fill('[name=password]', password)
      await page.click('main button[type=submit], form button[type=submit]')
      await page.waitForURL(/dashboard/)
      return page
    })
  },
})
