import type { Page } from '@playwright/test'
import { expect, hosts, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'

const widths = [360, 768, 1024, 1280, 1600]

/** The address without what it is about: one page of each kind is looked at. */
const kindOf = (path: string) =>
  path
    .replace(/[?#].*/, '')
    .replace(/\/\d{4}-\d{2}\b/, '/:month')
    .replace(/\/[\w-]{20,}/g, '/:id')

/** Every kind of page that links lead to from here, each looked at once at every width. */
async function tooWide(page: Page, start: string): Promise<{ seen: number; found: string[] }> {
  const seen = new Set([kindOf(start)])
  const queue = [start]
  const found: string[] = []
  for (let path = queue.shift(); path; path = queue.shift()) {
    // what is a file is not shown
    const response = await page.goto(new URL(path, page.url()).href).catch(() => undefined)
    if (!response?.headers()['content-type']?.startsWith('text/html')) continue
    found.push(...(await widerThan(page, widths)).map((what) => `${path} at ${what}`))
    for (const link of await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')!))) {
      if (
        seen.has(kindOf(link)) ||
        /^\/(logout|language|sandbox)|\/(export|download|print|file|avatar)(\/|$|\?)/.test(link)
      )
        continue
      seen.add(kindOf(link))
      queue.push(link)
    }
  }
  return { seen: seen.size, found }
}

for (const language of ['en', 'ms'] as const) {
  test(`no page of an organisation is wider than the screen, in any font (${language})`, async ({
    staff,
  }) => {
    const page = await staff('superadmin', { language })
    const { seen, found } = await tooWide(page, '/dashboard')
    expect(found).toEqual([])
    expect(seen).toBeGreaterThan(25)
  })

  test(`no page of the operator or for guests is wider than the screen, in any font (${language})`, async ({
    staff,
    person,
  }) => {
    const operator = await tooWide(await staff('operator', { language }), '/admin/dashboard')
    const guest = await person({ language })
    await guest.goto(`${hosts.tenant('demo')}/login`)
    const ways = await tooWide(guest, '/login')
    expect([...operator.found, ...ways.found]).toEqual([])
    expect(operator.seen + ways.seen).toBeGreaterThan(20)
  })
}
