import { beforeAll, beforeEach, expect, test } from 'vitest'
import { newFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { forgetCounts } from '#tests/support/people/codes.ts'
import { type App, app } from '#tests/support/product/http.ts'

let web: App
let here: Tenant
let elsewhere: Tenant
beforeAll(async () => {
  web = await app()
  here = await freshTenant()
  elsewhere = await freshTenant()
})
beforeEach(() => forgetCounts(here))

/** What the paper of an invoice says, and where it leads. */
async function paper(tenant: Tenant, given: Parameters<typeof invoice>[1] = {}) {
  const family_code = newFamilyCode((below) => Math.floor(Math.random() * below))
  return tenant.write(async (trx) => {
    const { number, public_code, payer_parent_id } = await invoice(trx, {
      branch_id: tenant.branch.id,
      ...given,
    })
    await trx.updateTable('parent').set({ family_code }).where('id', '=', payer_parent_id).execute()
    return { number, public_code, family_code }
  })
}

const find = (number: string | null, family_code: string, tenant = here) =>
  web.visitor(tenant).post('/pay', { number: number ?? '', family_code })

test('the number and the family code on the paper lead to the page of the invoice, as people type them', async () => {
  const { number, family_code, public_code } = await paper(here)
  const page = `/invoice/status/${public_code}`
  expect(await find(number, family_code)).toRedirectTo(page)
  const typed = `${family_code.slice(0, 4)} ${family_code.slice(4)}`.toLowerCase()
  expect(await find(` ${number!.toLowerCase().replaceAll('-', '–')} `, typed)).toRedirectTo(page)
})

test('an unknown number, another family and another organisation are told the same', async () => {
  const { number, family_code } = await paper(here)
  const other = await paper(here)
  const foreign = await paper(elsewhere)
  const said: string[] = []
  for (const [n, code] of [
    ['INV-9999-000001', family_code],
    [number, other.family_code],
    [foreign.number, foreign.family_code],
    [number, newFamilyCode(() => 7)],
  ] as const) {
    const answer = await find(n, code)
    expect(answer.status).toBe(422)
    const text = await answer.text()
    expect(text).toContain('No invoice has this number and family code')
    // What was typed is still there.
    expect(text).toContain(`value="${n}"`)
    said.push(text.replace(/value="[^"]*"|nonce="[^"]*"|[0-9a-f-]{36}/g, ''))
  }
  expect(new Set(said).size).toBe(1)
})

test('a slip in the code is named, and nothing is looked for', async () => {
  const { number, family_code } = await paper(here)
  const wrong = (family_code.startsWith('A') ? 'B' : 'A') + family_code.slice(1)
  const answer = await find(number, wrong)
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain('Please check the family code')
  expect(await (await find('', '')).text()).toContain('Please fill this in')
})

test('who tries too often is asked to wait, others are not', async () => {
  const { number, family_code, public_code } = await paper(here)
  const visitor = web.visitor(here)
  for (let n = 0; n < 20; n++)
    expect((await visitor.post('/pay', { number: `X${n}`, family_code })).status).toBe(422)
  const over = await visitor.post('/pay', { number: number ?? '', family_code })
  expect(over.status).toBe(429)
  expect(await over.text()).toContain('Too many attempts')
  expect(await find(number, family_code, elsewhere)).toMatchObject({ status: 422 })
  await forgetCounts(here)
  expect(await find(number, family_code)).toRedirectTo(`/invoice/status/${public_code}`)
})

test('the sign-in pages lead there', async () => {
  for (const path of ['/login', '/login/phone'])
    expect(await (await web.visitor(here).get(path)).text()).toContain('href="/pay"')
})
