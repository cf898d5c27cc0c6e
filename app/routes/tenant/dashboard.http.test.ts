import { beforeAll, expect, test } from 'vitest'
import { cancelRequestList } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { toDoCountCache } from '#app/server/request/to-do-count-cache.ts'
import { newId } from '#db/id.ts'
import { insert } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let product: App
let tenant: Tenant
const requests: string[] = []

beforeAll(async () => {
  // As in production: what waits is remembered for seconds.
  product = await app({ services: { toDoCounts: toDoCountCache({ rememberMs: 60_000 }) } })
  tenant = await freshTenant()
  const clerk = await tenant.actor('clerk')
  for (let index = 0; index < 2; index++)
    await tenant.write(async (trx) => {
      const branch_id = tenant.branch.id
      const owed = await invoice(trx, { branch_id })
      const id = newId()
      const asked = { kind: 'invoice', branch_id, reason: 'Ditaip dua kali', requested_by: clerk.id! }
      await insert(trx, 'cancel_request', { id, invoice_id: owed.id, ...asked })
      requests.push(id)
    })
})

const html = async (browser: Browser, path: string) => {
  const answer = await browser.get(path)
  expect(answer.status).toBe(200)
  return answer.text()
}
const inMenu = (page: string) =>
  /href="\/payment"[^>]*>Payments(?:<span class="count"> (\d+)<\/span>)?/.exec(page)?.[1]

test('what is to do is on top, leads to exactly that, and is counted in the menu of every page', async () => {
  const owner = await product.signedInAs(tenant, 'superadmin')
  const page = await html(owner, '/dashboard')
  const [, href, count] = /<a href="([^"]*)"><b>(\d+)<\/b> <span>cancellation requests to decide/.exec(page)!
  expect([href, count]).toEqual(['/cancel-request?state=open', '2'])
  expect((await listed(tenant, cancelRequestList, { state: 'open' })).total).toBe(2)
  expect(inMenu(page)).toBe('2')
  expect(inMenu(await html(owner, '/branch'))).toBe('2')
})

test('what is done is gone at once, for the others too', async () => {
  const [owner, other] = [
    await product.signedInAs(tenant, 'superadmin'),
    await product.signedInAs(tenant, 'admin'),
  ]
  expect(inMenu(await html(other, '/branch'))).toBe('2')
  const decided = await owner.post(`/cancel-request/approve/${requests[0]}`, {})
  expect(decided).toRedirectTo(/^\//)
  expect(await html(owner, '/dashboard')).toContain('<b>1</b> <span>cancellation request to decide')
  expect(inMenu(await html(other, '/branch'))).toBe('1')
})

test('who may do nothing of it sees nothing of it', async () => {
  for (const role of ['trainer', 'parent', 'class-admin'] as const) {
    const page = await html(await product.signedInAs(tenant, role), '/dashboard')
    expect(page).not.toContain('to decide')
    expect(page).not.toContain('class="count"')
  }
})

test('a row of what is owed leads to its invoices', async () => {
  const page = await html(await product.signedInAs(tenant, 'superadmin'), '/dashboard')
  const [, href] = /<a href="(\/invoice\?age=\w+)">/.exec(page)!
  const owner = await product.signedInAs(tenant, 'superadmin')
  expect(await html(owner, href!)).toMatch(/1 [a-z]+|1–1/)
})
