import { beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#app/domain/access.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let product: App
let tenant: Tenant
let owner: Browser
beforeAll(async () => {
  product = await app()
  tenant = await freshTenant()
  owner = await product.signedInAs(tenant, 'superadmin')
})

const page = async (path: string, browser = owner) => {
  const response = await browser.get(path)
  expect(response.status).toBe(200)
  return response.text()
}
/** The row of a table whose first cell says so, without its markup. */
const rowOf = (html: string, first: string) =>
  [...html.matchAll(/<tr.*?<\/tr>/gs)]
    .map(([row]) =>
      row
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .find((text) => text.startsWith(first))

describe('the page of the roles', () => {
  test('names each role with what it is for, and leads to it', async () => {
    const html = await page('/staff/roles')
    for (const role of roles) expect(html).toContain(`href="/staff/roles?role=${role}"`)
    expect(rowOf(html, 'Clerk')).toMatch(/^Clerk Front office and cashier of a branch\. \d+$/)
    expect(html).toContain('Nobody changes their own roles.')
  })

  test('says what one role may do, and with which rows', async () => {
    const html = await page('/staff/roles?role=clerk')
    expect(html).toContain('Clerk: what they may do')
    expect(rowOf(html, 'Invoices')).toBe(
      'Invoices see, add, change, issue, request cancellation, print and export own branches',
    )
    expect(rowOf(html, 'Bank account')).toBeUndefined()
    expect(await page('/staff/roles?role=trainer&area=money')).toContain('Nothing in this part.')
  })

  test('says it in Malay, too', async () => {
    const browser = await product.signedInAs(tenant, 'superadmin')
    await browser.get('/language/my')
    const html = await page('/staff/roles?role=clerk', browser)
    expect(rowOf(html, 'Invois')).toContain('mohon pembatalan')
    expect(html).not.toMatch(/role\.\w+\./)
  })

  test('takes no notice of a role that there is not', async () => {
    expect(await page('/staff/roles?role=king&area=moon')).toContain('The roles')
  })

  test('is for owners only', async () => {
    for (const role of roles.filter((one) => one !== 'superadmin'))
      expect((await (await product.signedInAs(tenant, role)).get('/staff/roles')).status).toBe(403)
  })
})
