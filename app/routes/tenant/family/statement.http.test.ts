import { beforeAll, describe, expect, test } from 'vitest'
import { aClass, child, siblings } from '#tests/support/billing/cases.ts'
import { insert, parent, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

const days = '?from=2026-01-01&to=2026-02-28'
let tenant: Tenant
let product: App
let clerk: Browser
beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
  clerk = await product.signedInAs(tenant, 'clerk')
})

const family = (email: string | null) =>
  tenant.write(async (trx) => {
    const payer = await parent(trx, { email })
    const pupil = await student(trx, { branch_id: tenant.branch.id }, { payer })
    await invoice(trx, { student_id: pupil.id, payer_parent_id: payer.id, branch_id: tenant.branch.id })
    return payer
  })

describe('the statement of a family', () => {
  test('is mailed from its page, over the days that it shows, and made as a PDF', async () => {
    const { id } = await family('ibu@family.test')
    const path = `/family/statement/${id}${days}`
    const send = `/family/statement/send/${id}${days}`
    expect(await page(clerk, path)).toContain(send.replace('&', '&amp;'))
    expect(await clerk.post(send)).toRedirectTo(path)
    expect(await page(clerk, path)).toContain('ibu@family.test')
    const span = { from: '2026-01-01', to: '2026-02-28' }
    await expect(tenant).toHaveEnqueued('statement.send', { parent_id: id, ...span })
    const asked = await clerk.get(`/family/statement/download/${id}${days}`)
    expect(asked.headers.get('location')).toMatch(/^\/document\//)
    expect(await page(clerk, asked.headers.get('location')!)).toContain(path.replace('&', '&amp;'))
    const supervisor = await product.signedInAs(tenant, 'supervisor')
    expect((await supervisor.get(asked.headers.get('location')!)).status).toBe(200)
    const stranger = await product.signedInAs(tenant, 'parent')
    expect((await stranger.get(asked.headers.get('location')!)).status).toBe(404)
  })

  test('leads to its papers, and says what is wrong with a day, which stays as it was typed', async () => {
    const { id } = await family(null)
    expect(await page(clerk, `/family/statement/${id}?from=2020-01-01`)).toMatch(
      /href="\/invoice\/view\/[^"]+"/,
    )
    const odd = await page(clerk, `/family/statement/${id}?from=2026-02-30&to=2026-03-01`)
    expect(odd).toContain('value="2026-02-30"')
    expect(odd).toContain('aria-invalid="true"')
    const turned = await page(clerk, `/family/statement/${id}?from=2026-03-02&to=2026-03-01`)
    expect(turned).toContain('id="filter-to-error"')
  })

  test('is mailed to themselves by who pays, and offered to nobody without an address', async () => {
    const own = await tenant.actor('parent')
    const account = await product.signedInAs(tenant, 'parent')
    const html = await page(account, `/family/statement/${own.parent_id}${days}`)
    expect(html).toContain('Send to me')
    const { id } = await family(null)
    expect(await page(clerk, `/family/statement/${id}${days}`)).not.toContain('/family/statement/send/')
    expect(await clerk.post(`/family/statement/send/${id}${days}`)).toRedirectTo(
      `/family/statement/${id}${days}`,
    )
    await expect(tenant).not.toHaveEnqueued('statement.send', { parent_id: id })
  })
})

test('the page of a student says as which child they count and after whom, to the office and without an amount', async () => {
  const { second, cousin } = await tenant.write(async (trx) => {
    await siblings(trx)
    const { subject_id } = await aClass(trx, { starts_on: '2020-01-01' })
    const [one, two] = [await parent(trx), await parent(trx)]
    const at = { branch_id: tenant.branch.id, seat: { starts_on: '2020-01-05' } }
    await child(trx, 'Kakak Aina', one, subject_id, { registered_on: '2021-01-01', ...at })
    const second = await child(trx, 'Adik Bahri', one, subject_id, { registered_on: '2021-02-01', ...at })
    const cousin = await child(trx, 'Sepupu Citra', two, subject_id, { registered_on: '2021-03-01', ...at })
    const by = (await tenant.actor('admin')).id
    const reason = 'Tinggal serumah dengan nenek'
    await insert(trx, 'joined_family', { parent_id: two.id, joined_to_id: one.id, reason, created_by: by })
    return { second, cousin }
  })
  const told = await page(clerk, `/student/view/${second.id}`)
  expect(told).toContain('Counts as child 2 of 3')
  expect(told).toContain('Registered later than Kakak Aina: on 1 Feb 2021.')
  expect(await page(clerk, `/student/view/${cousin.id}`)).toContain('Counts as child 3 of 3')
  const classAdmin = await product.signedInAs(tenant, 'class-admin')
  expect(await page(classAdmin, `/student/view/${second.id}`)).not.toContain('Counts as child')
})
