import { beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#app/domain/core/access/access.ts'
import { createStaff } from '#app/domain/people/staff/change-staff.ts'
import { staffList } from '#app/domain/people/staff/find-staff.ts'
import { keysOf, newStaff } from '#app/domain/people/staff/test-support.ts'
import { listed } from '#tests/support/database/lists.ts'
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
/** What stands beside a name on the page, without its markup. */
const besides = (html: string, name: string) => {
  const fact = [...html.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/gs)].find(([, label]) => label === name)
  return fact?.[2]
    ?.replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

describe('the page of the roles', () => {
  test('opens on one role and leads to each other', async () => {
    const html = await page('/staff/roles')
    for (const role of roles) expect(html).toContain(`href="/staff/roles?role=${role}"`)
    expect(html).toMatch(/role=superadmin" aria-current="page"/)
    expect(besides(html, 'Owner')).toBe('Owns the organisation. There is always at least one.')
    expect(html).toContain('You can’t change your own roles.')
  })

  test('says what one role may do, and with which rows, of what the product has', async () => {
    const html = await page('/staff/roles?role=clerk')
    expect(besides(html, 'Clerk')).toBe('Front office and cashier of a branch.')
    expect(besides(html, 'Invoices')).toBe(
      'see, add, change, issue, request cancellation, print and export · own branches',
    )
    expect(besides(html, 'Bank account')).toBeUndefined()
    expect(besides(html, 'Donations')).toBeUndefined()
    expect(await page('/staff/roles?role=trainer')).not.toContain('<div class="head"><h2>Money</h2>')
  })

  test('says how many have it, as many as the list that it leads to', async () => {
    const actor = await tenant.actor('superadmin')
    for (const held of [['clerk', 'supervisor'], ['clerk']] as const)
      await tenant.write((trx) =>
        createStaff(trx, actor, keysOf(tenant), newStaff(tenant, { roles: [...held] })),
      )
    const html = await page('/staff/roles?role=clerk')
    expect(html).toMatch(/<dd><a href="\/staff\?role=clerk">2 people<\/a><\/dd>/)
    expect((await listed(tenant, staffList, { role: 'clerk' })).total).toBe(2)
    expect(besides(await page('/staff/roles?role=supervisor'), 'Who has it')).toBe('1 person')
    expect(besides(await page('/staff/roles?role=class-admin'), 'Who has it')).toBe('None yet')
  })

  test('says it in Malay, too', async () => {
    const browser = await product.signedInAs(tenant, 'superadmin')
    await browser.get('/language/my')
    const html = await page('/staff/roles?role=clerk', browser)
    expect(besides(html, 'Invois')).toContain('mohon pembatalan')
    expect(html).not.toMatch(/role\.\w+\./)
  })

  test('takes no notice of a role that there is not', async () => {
    expect(await page('/staff/roles?role=king')).toMatch(/role=superadmin" aria-current="page"/)
  })

  test('is for owners only', async () => {
    for (const role of roles.filter((one) => one !== 'superadmin'))
      expect((await (await product.signedInAs(tenant, role)).get('/staff/roles')).status).toBe(403)
  })
})
