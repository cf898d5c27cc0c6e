import { beforeAll, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { withoutIds } from '#tests/support/access/answers.ts'
import { branch, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

const today = currentDay()
let tenant: Tenant
let product: App
let clerk: Browser

beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
  clerk = await product.signedInAs(tenant, 'clerk')
})

const idIn = (response: Response) => response.headers.get('location')!.split('/').at(-1)!

/** An invoice of the clerk's branch that is due soon. */
const own = (given: Parameters<typeof invoice>[1] = {}) =>
  tenant.write((trx) =>
    invoice(trx, {
      branch_id: tenant.branch.id,
      due_on: addDays(today, 10),
      ...(given.status === 'draft' ? {} : { issued_on: today }),
      ...given,
    }),
  )

describe('who may', () => {
  const paths = (id: string) =>
    ['view', 'edit', 'amend', 'versions', 'print', 'download'].map((verb) => `/invoice/${verb}/${id}`)

  test("another branch's or another organisation's invoice is not found, whatever is asked of it", async () => {
    const elsewhere = await tenant.write(async (trx) => invoice(trx, { branch_id: (await branch(trx)).id }))
    const foreign = await (await freshTenant()).write((trx) => invoice(trx))
    for (const { id } of [elsewhere, foreign]) {
      for (const path of paths(id)) expect((await clerk.get(path)).status, path).toBe(404)
      for (const verb of ['issue', 'remove'])
        expect(
          (await clerk.post(`/invoice/${verb}/${id}`, { version: '1', send: 'none' })).status,
          verb,
        ).toBe(404)
      const supervisor = await product.signedInAs(tenant, 'supervisor')
      const form = { version: '1', reason: 'Dibilkan dua kali' }
      expect((await supervisor.post(`/invoice/cancel/${id}`, form)).status).toBe(404)
    }
    await page(clerk, '/invoice/view/not-an-id', 404)
  })

  test('a role without the permission is refused', async () => {
    const { id } = await own()
    const supervisor = await product.signedInAs(tenant, 'supervisor')
    for (const path of ['/invoice/new', `/invoice/edit/${id}`]) await page(supervisor, path, 403)
    for (const role of ['class-admin', 'class-assistant', 'trainer'] as const) {
      const browser = await product.signedInAs(tenant, role)
      for (const path of [
        '/invoice',
        ...paths(id),
        `/invoice/cancel/${id}`,
        '/invoice/print',
        '/invoice/export/csv',
      ])
        expect((await browser.get(path)).status, `${role} ${path}`).toBe(403)
      const html = await page(browser, '/dashboard')
      expect(withoutIds(html), role).not.toMatch(/RM\d/)
    }
  })

  test('a parent sees their own, without what only the office sees', async () => {
    const parent = await product.signedInAs(tenant, 'parent')
    const { parent_id } = await tenant.actor('parent')
    const { mine, draft, theirs } = await tenant.write(async (trx) => {
      const child = await student(trx, {}, { payer: { id: parent_id! } })
      const family = { student_id: child.id, payer_parent_id: parent_id!, internal_note: 'Selalu lewat' }
      return {
        mine: await invoice(trx, family),
        draft: await invoice(trx, { ...family, status: 'draft' }),
        theirs: await invoice(trx),
      }
    })
    const html = await page(parent, `/invoice/view/${mine.id}`)
    expect(html).toContain(`/invoice/status/${mine.public_code}`)
    expect(html).not.toContain('Selalu lewat')
    expect(html).not.toContain('/invoice/pay/')
    await page(parent, `/invoice/view/${draft.id}`, 404)
    await page(parent, `/invoice/view/${theirs.id}`, 404)
    expect(await page(parent, '/invoice')).not.toContain(theirs.number)
    expect(await page(parent, '/dashboard')).toContain('RM120.00')
  })
})

describe('print and export', () => {
  test('a sheet to print, a PDF once for the same content, and the list as a file with the same rows', async () => {
    const { id, number, status } = await own()
    expect(status).toBe('unpaid')
    expect(await page(clerk, `/invoice/print/${id}`)).toContain(number)
    const first = await clerk.get(`/invoice/download/${id}`)
    expect(first).toRedirectTo(/^\/document\//)
    expect(idIn(await clerk.get(`/invoice/download/${id}`))).toBe(idIn(first))
    await expect(tenant).toHaveEnqueued('document.render', { document_id: idIn(first) })
    const draft = await own({ status: 'draft' })
    await page(clerk, `/invoice/print/${draft.id}`)
    await page(clerk, `/invoice/download/${draft.id}`, 403)
    const csv = await (await clerk.get(`/invoice/export/csv?q=${number}`)).text()
    expect(csv.trim().split('\r\n')).toHaveLength(2)
    expect(csv).toContain(`${number},`)
    expect(csv).toContain(',120.00,0.00,0.00,120.00,')
  })
})

test('on a phone a paid invoice shows no balance, where a zero would read as its amount; an unpaid one does', async () => {
  const paid = await own({ status: 'paid' })
  const owed = await own()
  const list = await page(clerk, '/invoice')
  const rowOf = (id: string) => list.split('<tr').find((row) => row.includes(`/invoice/view/${id}`))
  expect(rowOf(paid.id)).toContain('<span class="table">RM0.00</span>')
  expect(rowOf(owed.id)).not.toContain('class="table"')
  expect(rowOf(owed.id)).toMatch(/class="figure much"[^>]*>RM\d/)
})
