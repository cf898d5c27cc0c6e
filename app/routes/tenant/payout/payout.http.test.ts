import { beforeAll, expect, test } from 'vitest'
import { ring } from '#app/domain/payments/attempts/test-support.ts'
import { releasePayout } from '#app/domain/platform/payouts/change-payout.ts'
import { openPayee, operator } from '#app/domain/platform/payouts/test-support.ts'
import { newId } from '#db/id.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

let payee: Awaited<ReturnType<typeof openPayee>>
let product: App
let admin: Browser
let id: string

beforeAll(async () => {
  payee = await openPayee()
  await payee.settled(2)
  await payee.turn()
  product = await app()
  admin = await product.signedInAs(payee.shop.tenant, 'admin')
  id = (await payee.payouts())[0]!.id
})

test('a treasurer sees each payout, what waits for the next one, and why one waits', async () => {
  const list = await page(admin, '/payout')
  const { number } = (await payee.payouts())[0]!
  for (const told of [number, 'RM240.00', 'Next payout day', `href="/payout/view/${id}"`])
    expect(list).toContain(told)
  expect(list).toContain('href="/payout" aria-current="page"')
  const view = await page(admin, `/payout/view/${id}`)
  expect(view).toContain('•••• 4455')
  expect(view).not.toContain('1122334455')
  expect(view).toContain('The first payout of this organisation is looked at twice')
})

test('each line leads to its payment and to the way of its money, and all of them are a list to be taken away', async () => {
  await payee.book()
  const view = await page(admin, `/payout/view/${id}`)
  for (const payment of await payee.shop.payments())
    for (const verb of ['view', 'trace']) expect(view).toContain(`href="/payment/${verb}/${payment.id}"`)
  expect(view).toContain(`href="/collection?payout_id=${id}"`)
  const file = await (await admin.get(`/collection/export/csv?payout_id=${id}`)).text()
  expect(file.trim().split('\n')).toHaveLength(1 + 2)
  const none = await page(admin, `/collection?payout_id=${newId()}`)
  for (const payment of await payee.shop.payments()) expect(none).not.toContain(payment.number)
})

test('they are printed and taken away by who may see them, filtered by state and day', async () => {
  const { number } = (await payee.payouts())[0]!
  expect(await page(admin, '/payout/print')).toContain(number)
  const csv = async (query: string) => (await admin.get(`/payout/export/csv?${query}`)).text()
  expect(await csv('status=on_hold')).toContain(number)
  expect(await csv('status=paid')).not.toContain(number)
  expect(await csv('from=2026-02-05')).not.toContain(number)
  expect((await admin.get('/payout/export/xlsx')).status).toBe(200)
})

test('nobody who looks after less than the organisation sees them, nor anybody of another one', async () => {
  for (const role of ['supervisor', 'clerk', 'parent'] as const) {
    const other = await product.signedInAs(payee.shop.tenant, role)
    for (const path of ['/payout', `/payout/view/${id}`, '/payout/print', '/payout/export/csv'])
      expect((await other.get(path)).status, `${role} ${path}`).toBe(403)
    expect(await page(other, role === 'parent' ? '/profile' : '/collection')).not.toContain('href="/payout"')
  }
  const stranger = await product.signedInAs(await freshTenant(), 'superadmin')
  expect((await stranger.get(`/payout/view/${id}`)).status).toBe(404)
  expect((await admin.get(`/payout/view/${newId()}`)).status).toBe(404)
})

test('who works for the operator is not told', async () => {
  const [seen] = await payee.payouts()
  await payee.platform((trx) => releasePayout(trx, ring, operator('Encik Rahsia'), seen!))
  const view = await page(admin, `/payout/view/${id}`)
  expect(view).toContain('Draft')
  expect(view).not.toContain('Encik Rahsia')
})
