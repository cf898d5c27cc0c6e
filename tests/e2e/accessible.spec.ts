import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { soaking } from '#tests/support/run/soak.ts'
import { expect, hosts, password, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'

/** Serious and critical findings of WCAG 2.2 AA on the page that is shown. */
async function findings(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // pages have no frames, for each of which it would open another page to put its findings together
    .setLegacyMode()
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

const staffPages = [
  '/dashboard',
  '/category',
  '/category/new',
  '/invoice',
  '/invoice/new',
  '/payment',
  '/collection',
]

for (const [turn, width] of [360, 1280].entries()) {
  /** All in a soak, else every page at one of the widths, by turns; so is the one before it, at the narrow one. */
  const looked = staffPages.filter((_, n) => soaking || n % 2 === turn)
  const before = soaking || turn === 0
  test(`pages are accessible at ${width} px`, async ({ person }) => {
    // The checker itself is a script, so this browser runs scripts; the pages have none.
    const page = await person({ width, scripts: true })
    await page.goto(`${hosts.tenant('demo')}/login`)
    if (before) expect(await findings(page)).toEqual([])
    await page.fill('[name=email]', 'superadmin@demo.test')
    await page.fill('[name=password]', password)
    await page.locator('form button[type=submit]').last().click()
    await page.waitForURL(/dashboard/)
    for (const path of looked) {
      await page.goto(hosts.tenant('demo') + path)
      expect(await findings(page), path).toEqual([])
      expect(await widerThan(page, [width]), path).toEqual([])
      const scripts = page.locator('script:not([src^="/assets/marks-on-phone-"])')
      expect(await scripts.count(), `${path} ships a script`).toBe(0)
    }
  })
}
