import { beforeAll, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { aClass, child, siblings } from '#tests/support/billing/cases.ts'
import { parent } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

let tenant: Tenant
let product: App
let admin: Browser
let path: string

beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
  admin = await product.signedInAs(tenant, 'admin')
  await tenant.write(async (trx) => {
    const { subject_id } = await aClass(trx, { starts_on: '2020-01-01' })
    // Thirty families of two, so that they need two pages.
    for (let at = 0; at < 30; at++) {
      const payer = await parent(trx)
      const seat = { starts_on: '2020-01-05' }
      for (const registered_on of ['2020-01-01', '2020-02-01'])
        await child(trx, `Anak ${at} ${registered_on}`, payer, subject_id, { registered_on, seat })
    }
    const rule = await siblings(trx, { name: 'Adik-beradik', status: 'inactive' })
    path = `/discount/trial/${rule.id}`
  })
})

const last = addMonths(startOfMonth(currentDay()), -1)

describe('trying a rule', () => {
  test('tells before it is switched on what the last month would have cost, family by family, in pages', async () => {
    const view = await page(admin, path.replace('/trial/', '/view/'))
    expect(view).toContain(`href="${path}"`)
    // Nobody is given what each bill works out by itself: a nought would say that no family has it.
    expect(view).toMatch(/<dt>Adds to other discounts/)
    expect(view).not.toMatch(/<dt>Students</)
    const html = await page(admin, path)
    expect(html).toContain('RM300.00')
    expect(html).toContain('30 families')
    expect(html.match(/\/family\/view\//g)).toHaveLength(25)
    expect((await page(admin, `${path}?page=2`)).match(/\/family\/view\//g)).toHaveLength(5)
    expect(html).toContain(`page=2`)
    expect(await page(admin, `${path}?page=99&month=${last}`)).toContain('RM300.00')
  })

  test('takes all families away, on paper and in files', async () => {
    const csv = await admin.get(`${path.replace('trial/', 'trial/file/')}/csv?month=${last}`)
    expect(csv.headers.get('content-disposition')).toContain(last.slice(0, 7))
    expect((await csv.text()).trim().split('\n')).toHaveLength(31)
    const paper = await page(admin, path.replace('trial/', 'trial/print/'))
    expect(paper.match(/<tr/g)!.length).toBeGreaterThan(30)
    expect(paper).toContain('RM300.00')
    expect((await admin.get(`${path.replace('trial/', 'trial/file/')}/docx`)).status).toBe(404)
  })

  test('is for who decides, and not for a clerk', async () => {
    const clerk = await product.signedInAs(tenant, 'clerk')
    expect((await clerk.get(path)).status).toBe(403)
    expect(await page(clerk, path.replace('/trial/', '/view/'))).not.toContain('/discount/trial/')
    const supervisor = await product.signedInAs(tenant, 'supervisor')
    expect(await page(supervisor, path)).toContain('Only students of your branches are counted.')
  })
})
