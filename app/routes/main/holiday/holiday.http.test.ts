import { beforeAll, expect, test } from 'vitest'
import { holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import { restsOn } from '#app/domain/payments/reminders/schedule.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let product: App
let tenant: Tenant
let support: Browser
beforeAll(async () => {
  product = await app()
  tenant = await freshTenant()
  support = await product.operator('support')
})

const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const text = async (path: string) => words(await (await support.get(path)).text())
/** As the worker of an organisation reads it. */
const rests = async (on: string, state: string | null) => restsOn(on, state, await tenant.read(holidaysOf))

test('those that the whole country has each year are there from the start', async () => {
  const list = await text('/admin/holiday')
  for (const name of ['Hari Pekerja', 'Hari Kebangsaan', 'Hari Malaysia', 'Hari Krismas'])
    expect(list).toContain(name)
  expect(await rests('2031-09-16', null)).toBe(true)
})

test('a holiday is entered for a state, changed and removed, and counts for who is there', async () => {
  const form = { name: 'Hari Keputeraan Sultan', closed_on: '2031-03-24', state: 'Johor' }
  const made = await support.post('/admin/holiday/new', form)
  const page = made.headers.get('location')!
  expect(page).toMatch(/^\/admin\/holiday\/view\//)
  expect([await rests('2031-03-24', 'Johor'), await rests('2031-03-24', 'Perak')]).toEqual([true, false])
  const id = page.split('/').at(-1)!
  const moved = { ...form, closed_on: '2031-03-25', version: '1' }
  expect((await support.post(`/admin/holiday/edit/${id}`, moved)).status).toBe(302)
  const stale = await support.post(`/admin/holiday/edit/${id}`, { ...moved, name: 'Lain' })
  expect(stale.status).toBe(409)
  expect(await rests('2031-03-24', 'Johor')).toBe(false)
  const auditor = await product.operator('auditor')
  expect((await auditor.get(page)).status).toBe(200)
  expect((await auditor.post(`/admin/holiday/remove/${id}`, { version: '2' })).status).toBe(403)
  expect((await support.post(`/admin/holiday/remove/${id}`, { version: '2' })).status).toBe(302)
  expect(await rests('2031-03-25', 'Johor')).toBe(false)
  expect((await support.get(page)).status).toBe(404)
})

test.each([
  [{ name: '', closed_on: '2031-01-01' }, 422],
  [{ name: 'Hari', closed_on: '2031-02-30' }, 422],
  [{ name: 'Hari', closed_on: '2031-01-01', state: 'Singapura' }, 422],
  [{ name: 'Pekerja', closed_on: '2026-05-01', yearly: 'on' }, 409],
])('%j is refused, and what was typed stays', async (form, status) => {
  const answer = await support.post('/admin/holiday/new', form as Record<string, string>)
  expect(answer.status).toBe(status)
  if (form.name) expect(await answer.text()).toContain(form.name)
})
