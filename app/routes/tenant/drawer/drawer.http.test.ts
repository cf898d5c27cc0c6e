import { beforeAll, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { user } from '#tests/support/database/factories.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser, newSession } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

const today = currentDay()
let tenant: Tenant
let product: App
let clerk: Browser
let manager: Browser

beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
  clerk = await product.signedInAs(tenant, 'clerk')
  manager = await product.signedInAs(tenant, 'admin')
})

const drawerNow = () =>
  tenant.read((db) =>
    db.selectFrom('cash_drawer').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow(),
  )

/** The page's own form with what is typed. */
async function send(path: string, typed: Record<string, string>) {
  const fields = fieldsOf(await page(clerk, path))
  return clerk.post(path, { ...fields, ...typed })
}

/** Another clerk of the same branch. */
async function colleague(): Promise<Browser> {
  const { token, row } = newSession()
  await tenant.write(async (trx) => {
    const { id: user_id } = await user(trx, { roles: ['clerk'] }, { branch_id: tenant.branch.id })
    await trx
      .insertInto('session')
      .values({ ...row, user_id })
      .execute()
  })
  const browser = product.visitor(tenant)
  browser.cookies.set('lunas', token)
  return browser
}

test('a day at the counter: opened, filled, paid out of, counted short, confirmed by a second person, printed', async () => {
  expect(await page(clerk, '/payment/counter')).toContain('href="/drawer/open"')
  expect((await send('/drawer/open', { float: 'banyak' })).status).toBe(422)
  expect(await send('/drawer/open', { float: '100' })).toRedirectTo('/payment/counter')
  const { id } = await drawerNow()
  expect(await clerk.get('/drawer/open')).toRedirectTo(`/drawer/view/${id}`)
  expect(await page(clerk, '/payment/counter')).toContain(`href="/drawer/view/${id}"`)

  const { payer_parent_id } = await tenant.write((trx) =>
    invoice(trx, { branch_id: tenant.branch.id, issued_on: today, due_on: today }, [{ price_sen: 5_002 }]),
  )
  await send(`/payment/counter/${payer_parent_id}`, { method: 'cash', given: '60' })
  const move = `/drawer/move/${id}`
  expect((await send(move, { kind: 'out', amount: '20', reason: 'x' })).status).toBe(422)
  expect(await send(move, { kind: 'out', amount: '20', reason: 'Beli kertas resit' })).toRedirectTo(
    `/drawer/view/${id}`,
  )
  const html = await page(clerk, `/drawer/view/${id}`)
  for (const part of ['RM130.00', 'Beli kertas resit', '-RM20.00']) expect(html).toContain(part)

  const close = `/drawer/close/${id}`
  const short = await send(close, { cash: '129.50' })
  expect(short.status).toBe(422)
  const again = await short.text()
  expect(again).toContain('differs from what is expected')
  expect(fieldsOf(again).cash).toBe('129.50')
  const counted = { cash: '129.50', difference_reason: 'Lima puluh sen hilang' }
  const fields = fieldsOf(await page(clerk, close))
  expect(await clerk.post(close, { ...fields, ...counted })).toRedirectTo(`/drawer/view/${id}`)
  // The same again: once counted, it is not counted a second time.
  expect((await clerk.post(close, { ...fields, ...counted, form_key: '' })).status).toBe(409)
  expect(await drawerNow()).toMatchObject({ status: 'awaiting_confirmation', difference_sen: -50 })

  expect(await page(clerk, `/drawer/view/${id}`)).not.toContain(`action="/drawer/confirm/${id}"`)
  await clerk.post(`/drawer/confirm/${id}`, { version: '2' })
  expect(await drawerNow()).toMatchObject({ status: 'awaiting_confirmation' })
  expect(await page(manager, `/drawer/view/${id}`)).toContain(`action="/drawer/confirm/${id}"`)
  expect(await manager.post(`/drawer/confirm/${id}`, { version: '2' })).toRedirectTo(`/drawer/view/${id}`)
  expect(await drawerNow()).toMatchObject({ status: 'closed' })

  const sheet = await page(manager, `/drawer/print/${id}`)
  for (const part of ['Closing sheet', 'RM130.00', 'RM129.50', '-RM0.50', 'Lima puluh sen hilang'])
    expect(sheet).toContain(part)
  expect(await page(manager, '/drawer')).toContain(`href="/drawer/view/${id}"`)
  expect(await page(manager, '/drawer/export/csv')).toContain('Lima puluh sen hilang')
  expect(await page(manager, '/collection?method=cash')).toContain('-RM0.02')
  expect(await tenant.read(imbalance)).toEqual({})
})

test('a colleague sees a drawer, but neither fills nor counts it; who stands above does', async () => {
  expect(await send('/drawer/open', { float: '50' })).toRedirectTo('/payment/counter')
  const { id } = await drawerNow()
  const other = await colleague()
  const seen = await page(other, `/drawer/view/${id}`)
  for (const verb of ['close', 'move']) {
    expect(seen).not.toContain(`/drawer/${verb}/${id}`)
    expect((await other.get(`/drawer/${verb}/${id}`)).status).toBe(404)
    expect(await page(manager, `/drawer/view/${id}`)).toContain(`href="/drawer/${verb}/${id}"`)
  }
  expect((await other.post(`/drawer/close/${id}`, { cash: '50', version: '1' })).status).toBe(404)
  const move = { kind: 'in', amount: '5', reason: 'Wang kecil untuk baki' }
  expect((await other.post(`/drawer/move/${id}`, move)).status).toBe(404)
  expect(await drawerNow()).toMatchObject({ id, status: 'open', version: 1 })
  const close = `/drawer/close/${id}`
  const fields = fieldsOf(await page(manager, close))
  expect(await manager.post(close, { ...fields, cash: '50' })).toRedirectTo(`/drawer/view/${id}`)
  expect(await drawerNow()).toMatchObject({ id, status: 'closed' })
})
