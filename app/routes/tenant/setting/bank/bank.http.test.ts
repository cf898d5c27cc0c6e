import { beforeAll, expect, test } from 'vitest'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let owner: Browser
let finance: Browser
const number = '5140-0001 2345'
const pdf =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'

beforeAll(async () => {
  web = await app()
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  owner = await web.signedInAs(tenant, 'superadmin')
  finance = await web.operator('finance')
})

const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()
const waiting = () =>
  withPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.entity_bank_change')
      .select(['id', 'letter_key'])
      .where('entity_id', '=', tenant.entity.id)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow(),
  )

function ask(browser: Browser, given: Record<string, string> = {}, letter: string | null = pdf) {
  const form = new FormData()
  const typed = { bank_code: 'MB2U0227', account_name: 'Tadika Sinar', account_number: number, ...given }
  for (const [name, value] of Object.entries(typed)) form.set(name, value)
  if (letter) form.set('letter', new File([letter], 'surat.pdf', { type: 'application/pdf' }))
  return browser.post('/setting/bank/change', form)
}

test('bad input is said at its field, and what was typed stays', async () => {
  const answer = await ask(owner, { account_number: '12a', bank_code: 'X' })
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(fieldsOf(page)).toMatchObject({ account_name: 'Tadika Sinar', account_number: '12a' })
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(2)
  expect((await ask(owner, {}, null)).status).toBe(422)
  expect((await ask(owner, {}, '<script>')).status).toBe(422)
})

test('what is asked for waits, is confirmed by the number off the letter, and is used then', async () => {
  expect(await textOf(owner, '/setting')).toContain('href="/setting/bank"')
  expect(await ask(owner)).toRedirectTo('/setting/bank')
  expect((await ask(owner)).status).toBe(409)
  const page = await textOf(owner, '/setting/bank')
  expect(page).toContain('•••• 2345')
  expect(page).not.toContain('514000012345')
  const { id } = await waiting()
  expect((await owner.get(`/setting/bank/letter/${id}`)).headers.get('content-type')).toBe('application/pdf')

  const at = `/admin/entity-bank/confirm/${id}`
  expect(await textOf(finance, '/admin/dashboard')).toContain('href="/admin/entity-bank?status=pending"')
  expect(await textOf(finance, `/admin/entity/view/${tenant.entity.id}`)).toContain(
    `/admin/entity-bank/view/${id}`,
  )
  const form = fieldsOf(await textOf(finance, at))
  const wrong = await finance.post(at, { ...form, account_number: '514000012346' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).not.toContain('514000012345')
  expect(await finance.post(at, { ...form, account_number: number })).toRedirectTo(
    `/admin/entity-bank/view/${id}`,
  )
  expect((await finance.post(at, { ...form, account_number: number })).status).toBe(409)
  expect(await textOf(owner, '/setting/bank')).toContain('In use since')
})

test('one is sent back with a reason, one is taken back', async () => {
  await ask(owner, { account_number: '99900011122' })
  const { id } = await waiting()
  const refused = `/admin/entity-bank/refuse/${id}`
  expect((await finance.post(refused, { decision_reason: 'x' })).status).toBe(422)
  await finance.post(refused, { decision_reason: 'Nombor dalam surat lain' })
  expect(await textOf(owner, '/setting/bank')).toContain('Nombor dalam surat lain')
  await ask(owner, { account_number: '99900011122' })
  const { id: next } = await waiting()
  expect(await owner.post(`/setting/bank/withdraw/${next}`, {})).toRedirectTo('/setting/bank')
  await expect(waiting()).rejects.toThrow()
})

test('managers see it, the owner alone changes it, and no other organisation reads a letter', async () => {
  const admin = await web.signedInAs(tenant, 'admin')
  expect((await admin.get('/setting/bank')).status).toBe(200)
  expect((await admin.get('/setting/bank/change')).status).toBe(403)
  expect((await ask(admin)).status).toBe(403)
  const clerk = await web.signedInAs(tenant, 'clerk')
  expect((await clerk.get('/setting/bank')).status).toBe(403)
  await ask(owner)
  const { id } = await waiting()
  const stranger = await web.signedInAs(await freshTenant(), 'superadmin')
  expect((await stranger.get(`/setting/bank/letter/${id}`)).status).toBe(404)
  expect((await stranger.post(`/setting/bank/withdraw/${id}`, {})).status).toBe(404)
  const support = await web.operator('support')
  expect((await support.get(`/admin/entity-bank/view/${id}`)).status).toBe(403)
  const auditor = await web.operator('auditor')
  expect((await auditor.get(`/admin/entity-bank/view/${id}`)).status).toBe(200)
  expect((await auditor.get(`/admin/entity-bank/confirm/${id}`)).status).toBe(403)
})

test('another payout day is asked for by the owner, decided by who prepares payouts, and refused with a reason', async () => {
  const [admin, auditor] = [await web.signedInAs(tenant, 'admin'), await web.operator('auditor')]
  const form = '/setting/bank/day'
  const monthly = { payout_frequency: 'monthly', month_day: '12' }
  expect((await admin.get(form)).status).toBe(403)
  const left = await owner.post(form, { payout_frequency: 'monthly', weekday: '2' })
  expect(left.status).toBe(422)
  expect(await left.text()).toMatch(/aria-invalid="true"/)
  expect((await owner.post(form, { payout_frequency: 'weekly', weekday: '3' })).status).toBe(422)
  expect(await owner.post(form, monthly)).toRedirectTo('/setting/bank')
  expect((await owner.post(form, { payout_frequency: 'weekly', weekday: '1' })).status).toBe(409)
  const mine = await textOf(owner, '/setting/bank')
  expect(mine).toContain('Another payout day waits for the operator')
  expect(mine).not.toContain(`href="${form}"`)
  const entity = `/admin/entity/view/${tenant.entity.id}`
  expect(await textOf(finance, '/admin/dashboard')).toMatch(
    new RegExp(`<a href="${entity}"><b>1</b> <span>payout day to decide: `),
  )
  const seen = await textOf(auditor, entity)
  expect(seen).toContain('on day 12 of each month')
  expect(seen).not.toContain('/admin/payout-day/')
  const [refuse] = /\/admin\/payout-day\/refuse\/[\w-]+/.exec(await textOf(finance, entity))!
  expect((await finance.post(refuse, { decision_reason: 'x' })).status).toBe(422)
  const why = { decision_reason: 'Setiap minggu sahaja buat masa ini' }
  expect(await finance.post(refuse, why)).toRedirectTo(entity)
  expect(await textOf(owner, '/setting/bank')).toContain(why.decision_reason)

  await owner.post(form, monthly)
  const [accept] = /\/admin\/payout-day\/accept\/[\w-]+/.exec(await textOf(finance, entity))!
  expect((await auditor.post(accept, {})).status).toBe(403)
  expect(await finance.post(accept, {})).toRedirectTo(entity)
  expect(await textOf(owner, '/setting/bank')).toContain('You are paid on day 12 of each month')
  expect(await textOf(finance, entity)).not.toContain('/admin/payout-day/')
  await owner.post(form, { payout_frequency: 'weekly', weekday: '5' })
  const [, withdraw] = /action="(\/setting\/bank\/day\/withdraw\/[\w-]+)"/.exec(
    await textOf(owner, '/setting/bank'),
  )!
  expect(await owner.post(withdraw!, {})).toRedirectTo('/setting/bank')
  expect(await textOf(finance, entity)).not.toContain('/admin/payout-day/')
})
