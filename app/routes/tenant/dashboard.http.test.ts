import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { cancelRequestList } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { toDoCountCache } from '#app/server/request/to-do-count-cache.ts'
import { newId } from '#db/id.ts'
import { enrolment, insert, student, subject } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, newSellerId, type Tenant } from '#tests/support/database/tenant.ts'
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

test('managers of a new organisation see what is left, and turn online payment on in one press', async () => {
  const school = await freshTenant()
  await school.write((trx) =>
    trx.updateTable('payment_option').set({ status: 'inactive' }).where('method', 'like', 'fpx%').execute(),
  )
  const [owner, admin, clerk] = [
    await product.signedInAs(school, 'superadmin'),
    await product.signedInAs(school, 'admin'),
    await product.signedInAs(school, 'clerk'),
  ]
  for (const browser of [owner, admin]) expect(await html(browser, '/dashboard')).toContain('id="set-up"')
  expect(await html(clerk, '/dashboard')).not.toContain('id="set-up"')
  expect(await html(owner, '/setting/payment')).toContain('can’t pay online yet')
  expect((await clerk.post('/setting/payment/on', {})).status).toBe(403)
  expect(await admin.post('/setting/payment/on', { from: 'dashboard' })).toRedirectTo('/dashboard')
  expect(await html(owner, '/dashboard')).toContain('Waiting for Lunas: seller ID')
  expect(await owner.post('/setting/payment/on', {})).toRedirectTo('/setting/payment')
  expect((await owner.post('/setting/set-up/hide', {})).status).toBe(302)
  expect(await html(owner, '/dashboard')).toContain('id="set-up"')
})

test('an invoice that nobody can pay online says so before it is issued, with the way to change that', async () => {
  const school = await freshTenant()
  const owner = await product.signedInAs(school, 'superadmin')
  const none = await html(owner, '/invoice/new')
  for (const href of ['/student/new', '/import/new']) expect(none).toContain(`href="${href}"`)
  const { id } = await school.write((trx) =>
    invoice(trx, { branch_id: school.branch.id, status: 'draft', number: null, issued_on: null }),
  )
  const page = await html(owner, `/invoice/issue/${id}`)
  expect(page).toContain('can’t pay online yet')
  expect(page).toContain('/dashboard#set-up')
  const clerk = await html(await product.signedInAs(school, 'clerk'), `/invoice/issue/${id}`)
  expect(clerk).toContain('Ask your administrator')
  expect(clerk).not.toContain('/dashboard#set-up')
  const paid = await freshTenant({ fpx_seller_id: newSellerId() })
  const draft = await paid.write((trx) =>
    invoice(trx, { branch_id: paid.branch.id, status: 'draft', number: null, issued_on: null }),
  )
  const with_fpx = await html(await product.signedInAs(paid, 'superadmin'), `/invoice/issue/${draft.id}`)
  expect(with_fpx).not.toContain('pay online yet')
})

test.each(['class-admin', 'class-assistant', 'trainer'] as const)(
  'the Home of %s has no figure of money, in neither language',
  async (role) => {
    const school = await freshTenant()
    const teacher = await school.actor(role)
    await school.write(async (trx) => {
      const { id: branch_id } = school.branch
      const { id: subject_id } = await subject(trx, { branch_id })
      await insert(trx, 'subject_trainer', {
        ...{ subject_id, user_id: teacher.id! },
        duty: role === 'class-assistant' ? 'assistant' : 'trainer',
      })
      const pupil = await student(trx, { branch_id, registered_on: currentDay() })
      await enrolment(trx, { student_id: pupil.id, subject_id })
      await invoice(trx, { branch_id, student_id: pupil.id })
    })
    const browser = await product.signedInAs(school, role)
    for (const language of ['en', 'my']) {
      const page = await html(browser, `/dashboard?lng=${language}`)
      expect(page).not.toMatch(/\bRM\s?\d|_sen\b/)
      expect(page).toMatch(/aria-label="(In twelve months [1-9] joined|Dalam dua belas bulan, [1-9] masuk)/)
    }
  },
)

test('a manager’s Home draws its figures, each linked to what makes it, in the first flight', async () => {
  const page = await html(await product.signedInAs(tenant, 'superadmin'), '/dashboard')
  const month = currentDay().slice(0, 8)
  expect(page).toContain(`href="/payment?from=${month}01&amp;to=${currentDay()}"`)
  expect(page).toContain('href="/invoice?status=outstanding"')
  expect(page).toMatch(/<svg[^>]*role="img"[^>]*aria-label="Overdue: RM/)
  expect(page).not.toContain('<script')
  expect(gzipSync(page).length).toBeLessThanOrEqual(14_600)
})

test('a clerk finds the next family, the till and the slips; no figure of the month', async () => {
  const page = await html(await product.signedInAs(tenant, 'clerk'), '/dashboard')
  expect(page).toContain('action="/payment/counter"')
  expect(page).toMatch(/href="\/collection\?method=cash&amp;clerk=[^"]+"/)
  expect(page).not.toContain('Collected in')
})
