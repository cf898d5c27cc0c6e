import { beforeAll, describe, expect, test } from 'vitest'
import { keepTinAnswer } from '#app/domain/einvoice/tin-checks/tin-answers.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { setUpEinvoices, taxpayer } from '#tests/support/catalogue/einvoices.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let id: string
const pair = { tin: 'IG20990000010', identity: { type: 'NRIC', value: '850101995512' } } as const

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  id = await taxpayer(tenant)
})

async function page() {
  const browser = await web.signedInAs(tenant, 'clerk')
  return (await browser.get(`/parent/view/${id}`)).text()
}
const said = (matches: boolean) =>
  tenant.write((trx) => keepTinAnswer(trx, keysIn(tenant), 'sandbox', pair, matches))
const check = async () => {
  const browser = await web.signedInAs(tenant, 'clerk')
  return browser.post(`/parent/check-tin/${id}`, { version: '1' })
}

test('nothing of it is shown or done where e-invoices are not set up', async () => {
  expect(await page()).not.toContain('TIN at LHDN')
  const answer = await check()
  expect(answer.headers.get('location')).toBe(`/parent/view/${id}`)
})

describe('where they are', () => {
  beforeAll(() => setUpEinvoices(tenant))

  test('the page says what LHDN said, when, and offers to ask again', async () => {
    expect(await page()).toContain('Not checked with LHDN yet')
    await said(true)
    const confirmed = await page()
    expect(confirmed).toMatch(
      /LHDN confirms that TIN and identity number belong together\. Checked \d+ \w+ \d{4}/,
    )
    expect(confirmed).toContain(`action="/parent/check-tin/${id}"`)
    await said(false)
    expect(await page()).toContain('LHDN says that TIN and identity number do not belong together')
  })

  test('a portal that does not answer changes nothing', async () => {
    await said(true)
    const browser = await web.signedInAs(tenant, 'clerk')
    const answer = await browser.post(`/parent/check-tin/${id}`, { version: '1' })
    expect(answer.status).toBe(302)
    const html = await (await browser.get(answer.headers.get('location')!)).text()
    expect(html).toContain('TIN validation failed')
    expect(html).toContain('LHDN confirms that TIN')
  })

  describe('a parent', () => {
    let own: Awaited<ReturnType<App['signedInAs']>>
    let mine: string
    beforeAll(async () => {
      const { id: user_id } = await tenant.actor('parent')
      const row = await tenant.write((trx) =>
        trx
          .updateTable('parent')
          .set({ tin: 'IG20990000020' })
          .where('user_id', '=', user_id)
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      mine = row.id
      own = await web.signedInAs(tenant, 'parent')
    })

    test.each(['check', 'find'])('may not make the portal be asked: %s', async (verb) => {
      const answer = await own.post(`/parent/${verb}-tin/${mine}`, { version: '1' })
      expect(answer.headers.get('location')).toBe(`/parent/view/${mine}`)
      const html = await (await own.get(`/parent/view/${mine}`)).text()
      // the portal of this test answers nobody, which would be said
      expect(html).not.toContain('TIN validation failed')
      expect(html).toContain('TIN at LHDN')
      expect(html).not.toContain('check-tin')
    })

    test('sees and changes their own TIN in their profile', async () => {
      expect(await (await own.get('/profile')).text()).toContain('IG20990000020')
      expect(await (await own.get('/profile/edit')).text()).toContain('IG20990000020')
    })
  })
})
