import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { nouns } from '#app/addresses/areas.ts'
import { scopeOf } from '#app/domain/core/access/access.ts'
import { enrolment, insert, student, subject } from '#tests/support/database/factories.ts'
import { credit, invoice, payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, newSellerId, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let product: App
let tenant: Tenant
let parent: Browser
let child: { id: string }
const bills: Record<'open' | 'paid', { id: string; number: string | null }> = {} as never

beforeAll(async () => {
  product = await app()
  tenant = await freshTenant({ fpx_seller_id: newSellerId() })
  parent = await product.signedInAs(tenant, 'parent')
  await parent.get('/language/my?to=/dashboard')
  const payer = { id: (await tenant.actor('parent')).parent_id! }
  const branch_id = tenant.branch.id
  await tenant.write(async (trx) => {
    child = await student(trx, { name: 'Hana Sofea binti Contoh', branch_id }, { payer })
    const maths = await subject(trx, { name: 'Sample Maths', name_my: 'Matematik Contoh', branch_id })
    await insert(trx, 'subject_schedule', {
      ...{ subject_id: maths.id, weekday: 3, starts: '20:15', ends: '21:45', room: null },
    })
    await enrolment(trx, { student_id: child.id, subject_id: maths.id })
    const bill = { student_id: child.id, payer_parent_id: payer.id, branch_id, issued_on: '2026-01-01' }
    bills.paid = await invoice(trx, { ...bill, due_on: '2026-01-07', status: 'paid' }, [{ price_sen: 7_310 }])
    bills.open = await invoice(trx, { ...bill, due_on: '2026-02-07' }, [{ price_sen: 12_345 }])
    await payment(trx, { payer_parent_id: payer.id, branch_id, amount_sen: 7_310 })
    await credit(trx, { parent_id: payer.id, delta_sen: 4_200 })
  })
})

const my = async (path: string) => {
  const answer = await parent.get(path)
  expect(answer.status, path).toBe(200)
  const page = await answer.text()
  expect(page).toContain('lang="ms-MY"')
  return page
}

/** Pages with the menu that a parent may open without choosing a row. */
const open = nouns
  .flatMap((noun) => Object.values(noun.pages))
  .filter(({ kind, address }) => kind === 'page' && !address.includes(':') && !address.startsWith('/admin'))
  .filter(({ access }) => typeof access === 'string' && !!scopeOf(['parent'], access as never))
  .map(({ address }) => address)

/** What only staff do. */
const staffWords =
  /dua pegawai|Seorang memohon|pada halaman \[?pelajar|Beri di halaman|Hari ini<|Bulan ini<|Semak baris|Rekodkan bayaran/i

test.each(open)('%s speaks to a parent, without the tools of staff', async (path) => {
  const page = await my(path)
  const main = page.slice(page.indexOf('<main'))
  expect(main).not.toMatch(/\/export\/(csv|xlsx|pdf|papers)|href="\/[\w-]+\/print/)
  expect(main).not.toMatch(/name="(sort|status|branch_id|issued_from)"/)
  expect(main).not.toMatch(/role="search"/)
  expect(main).not.toMatch(staffWords)
  expect(main).not.toMatch(/>\w+\.(yours|title|empty|hint)\b/)
  expect(gzipSync(page).length).toBeLessThanOrEqual(14_600)
})

test('the pages are all of them', () => {
  for (const path of [
    '/dashboard',
    '/invoice',
    '/payment',
    '/student',
    '/student-discount',
    '/credit-note',
    '/ask',
  ])
    expect(open).toContain(path)
})

test('each invoice has its amount, the unpaid one first, and its PDF', async () => {
  const page = await my('/invoice')
  const rows = [...page.matchAll(/<tr[^>]*>(?:(?!<\/tr>).)*\/invoice\/view\/(?:(?!<\/tr>).)*<\/tr>/gs)].map(
    ([row]) => row,
  )
  expect(rows.map((row) => /RM[\d,.]+/.exec(row)?.[0])).toEqual(['RM123.45', 'RM73.10'])
  for (const [n, { id }] of [bills.open, bills.paid].entries())
    expect(rows[n]).toContain(`/invoice/download/${id}`)
})

test('the first page says what is due, for which child, and when the next class is', async () => {
  const page = await my('/dashboard')
  expect(page).toContain('Bayar RM123.45')
  expect(page.replaceAll(/<[^>]*>/g, '')).toContain('Rab 8.15–9.45 malam · Matematik Contoh')
  for (const about of ['instalments', 'credit', 'leave']) expect(page).toContain(`/ask?about=${about}`)
  expect(page).toContain(`/student/change/${child.id}`)
})

test('a child’s page is without staff’s words, and says that there is no discount', async () => {
  const page = await my(`/student/view/${child.id}`)
  expect(page).toContain('Matematik Contoh')
  expect(page).not.toContain('Sample Maths')
  expect(page).toContain('Anak anda tiada')
  expect(page).toContain(`about=leave&amp;child=${child.id}`)
})

test.each(['infaq', 'zakat'])('who has given no %s is led to where it is given', async (kind) => {
  const page = await my(`/${kind}/list`)
  expect(page.slice(page.indexOf('<main'))).toContain(`href="/${kind}"`)
})

test('a request is written with what the office needs to know', async () => {
  expect(await my('/ask?about=credit')).toContain('RM42.00')
  expect(await my('/ask?about=instalments')).toContain('RM123.45')
  expect(await my(`/ask?about=leave&child=${child.id}`)).toContain('Hana Sofea binti Contoh')
})

test('of several children the parent first says which one leaves', async () => {
  const other = await freshTenant()
  const browser = await product.signedInAs(other, 'parent')
  const payer = { id: (await other.actor('parent')).parent_id! }
  const [, second] = await other.write(async (trx) => [
    await student(trx, { name: 'Amir bin Contoh', branch_id: other.branch.id }, { payer }),
    await student(trx, { name: 'Zara binti Contoh', branch_id: other.branch.id }, { payer }),
  ])
  const asked = await (await browser.get('/ask?about=leave')).text()
  expect(asked).toContain(`about=leave&amp;child=${second!.id}`)
  expect(asked).not.toContain('mailto:')
  expect(await (await browser.get(`/ask?about=leave&child=${second!.id}`)).text()).toContain(
    'Zara binti Contoh',
  )
})

test('staff keep their tools, and have nothing to ask', async () => {
  const clerk = await product.signedInAs(tenant, 'clerk')
  expect(await (await clerk.get('/invoice')).text()).toContain('/invoice/export/csv')
  expect((await clerk.get('/ask')).status).toBe(403)
})
