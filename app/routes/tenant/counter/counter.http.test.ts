import { beforeAll, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays, formatDate } from '#app/domain/core/dates.ts'
import { branch, next, parent, student } from '#tests/support/database/factories.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { invoice, transferSlip } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
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

/** A parent with two invoices; the first is due first. */
async function family(sens = [12_002, 8_000], branch_id = tenant.branch.id) {
  return tenant.write(async (trx) => {
    const payer = await parent(trx, { name: `Puan Salmah ${next()}` })
    const child = await student(trx, { branch_id, name: `Anak ${next()}` }, { payer })
    const bills = []
    for (const [index, sen] of sens.entries()) {
      const about = { payer_parent_id: payer.id, student_id: child.id, branch_id, issued_on: today }
      bills.push(await invoice(trx, { ...about, due_on: addDays(today, index) }, [{ price_sen: sen }]))
    }
    return { payer, child, bills, path: `/payment/counter/${payer.id}` }
  })
}

/** The page's own form with what is typed. */
async function take(path: string, typed: Record<string, string> = {}) {
  const fields = fieldsOf(await page(clerk, path))
  return { fields, response: await clerk.post(path, { ...fields, method: 'cash', ...typed }) }
}

const paymentsOf = (payer_parent_id: string) =>
  tenant.read((db) =>
    db.selectFrom('payment').selectAll().where('payer_parent_id', '=', payer_parent_id).execute(),
  )

describe('a family is found', () => {
  test('by its code, the number of a child, a phone and a name, and is served at once', async () => {
    const { payer, child, path } = await family()
    for (const typed of [payer.family_code, child.student_no, payer.name])
      expect(await clerk.get(`/payment/counter?q=${encodeURIComponent(typed)}`), typed).toRedirectTo(path)
  })

  test('among several, each with what it owes', async () => {
    const [one, other] = [await family(), await family()]
    const html = await page(clerk, '/payment/counter?q=Puan%20Salmah')
    for (const { path } of [one, other]) expect(html).toContain(`href="${path}"`)
    expect(html).toMatch(/<input[^>]*type="search"[^>]*autofocus/i)
    expect(await page(clerk, '/payment/counter?q=nobodysname')).toContain('Nothing matches there')
  })

  test('only where the clerk works', async () => {
    const { id } = await tenant.write((trx) => branch(trx))
    const { path } = await family([5_000], id)
    await page(clerk, path, 404)
    expect((await clerk.post(path, { method: 'cash', amount: '50.00' })).status).toBe(404)
  })
})

describe('what is taken', () => {
  test('is what is due today unless another amount is typed, with the rest listed', async () => {
    const { payer, path, bills } = await family()
    const html = await page(clerk, path)
    expect(html).toContain('RM120.02 due')
    expect(html).toContain('RM80.00 due later')
    for (const { number } of bills) expect(html).toContain(number)
    const { fields, response } = await take(path, { given: '150' })
    expect(fields.amount).toBe('120.02')
    expect(response.status).toBe(302)
    expect(await paymentsOf(payer.id)).toMatchObject([
      { amount_sen: 12_002, rounding_sen: -2, given_sen: 15_000 },
    ])
  })

  test('is what is due first where nothing is due today, and its day is told', async () => {
    const { path, bills } = await family()
    const ids = bills.map(({ id }) => id)
    const due_on = addDays(today, 5)
    await tenant.write((trx) => trx.updateTable('invoice').set({ due_on }).where('id', 'in', ids).execute())
    const html = await page(clerk, path)
    expect(html).toContain('RM200.02 due')
    expect(html).not.toContain('Due today')
    expect(html).toContain(`Due by ${formatDate(due_on, 'en')}`)
  })

  test('in 5-sen coins is all that is due today', async () => {
    const { payer, path } = await family()
    await take(path, { amount: '120' })
    expect(await paymentsOf(payer.id)).toMatchObject([{ amount_sen: 12_002, rounding_sen: -2 }])
  })

  test('is said large on the next page with the change, the receipt in the set format and the search for the next', async () => {
    const { payer, path, bills } = await family()
    const { response } = await take(path, { amount: '200.02', given: '250' })
    const [payment] = await paymentsOf(payer.id)
    expect(payment).toMatchObject({ amount_sen: 20_002, rounding_sen: -2, given_sen: 25_000 })
    expect(response).toRedirectTo(`/payment/counter/done/${payment!.id}`)
    const html = await page(clerk, response.headers.get('location')!)
    expect(html).toMatch(/Change to give[\s\S]*50\.00/)
    expect(html).toContain('-RM0.02')
    expect(html).toContain('RM200.00 received')
    expect(html).toMatch(new RegExp(`href="/payment/download/${payment!.id}\\?size=a4" target="_blank"`))
    expect(html).toContain(`href="/payment/correct/${payment!.id}"`)
    expect(html).toMatch(/<input[^>]*type="search"[^>]*autofocus/i)
    for (const { number } of bills) expect(html).toContain(number)
    expect(await page(clerk, path)).toContain('This family has nothing to pay')
    expect(await page(clerk, `/payment/view/${payment!.id}`)).toContain('-RM0.02')
    expect(await tenant.read(imbalance)).toEqual({})
  })

  test('twice by the same form is taken once', async () => {
    const { payer, path } = await family()
    const { fields, response } = await take(path, { amount: '10' })
    const again = await clerk.post(path, { ...fields, method: 'cash', amount: '10' })
    expect(again).toRedirectTo(response.headers.get('location')!)
    expect(await paymentsOf(payer.id)).toHaveLength(1)
  })

  test.each([
    ['given', { amount: '20.03', given: '20' }, 'RM20.05'],
    ['keep_rest', { amount: '300', given: '300' }, 'RM99.98 is left over'],
    ['reference_no', { method: 'cheque' }, 'number of the cheque'],
    ['reference_no', { method: 'cheque', reference_no: '12AB' }, 'number of the cheque'],
    ['reference_no', { method: 'card_terminal', reference_no: 'x' }, 'approval code'],
    ['reference_no', { method: 'duitnow_qr', reference_no: '12' }, 'DuitNow QR'],
    ['reference_no', { method: 'bank_transfer' }, 'reference number'],
    ['amount', { amount: '0' }, 'RM0.03'],
    ['amount', { amount: '0', method: 'cheque', reference_no: '512345' }, 'RM0.01'],
    ['amount', { amount: 'seratus' }, 'amount'],
    ['amount', { amount: '0.02' }, 'RM0.03'],
  ])('wrong in %s says so and keeps what was typed', async (name, typed: Record<string, string>, says) => {
    const { payer, path } = await family()
    const { response } = await take(path, typed)
    expect(response.status).toBeGreaterThanOrEqual(400)
    const html = await response.text()
    expect(html).toMatch(new RegExp(`href="#[^"]*${name}"`))
    expect(html).toContain(says)
    for (const [field, value] of Object.entries(typed).filter(([field]) => field !== 'method'))
      expect(fieldsOf(html)[field]).toBe(value)
    expect(await paymentsOf(payer.id)).toEqual([])
  })

  test.each([
    ['bank_transfer', 'MBB 778/01'],
    ['cheque', '512345'],
    ['card_terminal', '0A91B2'],
    ['duitnow_qr', '20260131MBBEMYKL0101'],
  ])('by %s needs no cash', async (method, reference_no) => {
    const { payer, path } = await family()
    const { response } = await take(path, { amount: '200.02', method, reference_no, given: '' })
    expect(response.status).toBe(302)
    expect(await paymentsOf(payer.id)).toMatchObject([
      { method, reference_no, amount_sen: 20_002, rounding_sen: 0, given_sen: null },
    ])
    expect(await page(clerk, response.headers.get('location')!)).toContain('200.02')
  })
})

test('who may not record payments sees no counter', async () => {
  const { path } = await family()
  for (const role of ['trainer', 'parent', 'class-admin'] as const) {
    const browser = await product.signedInAs(tenant, role)
    for (const address of ['/payment/counter', path]) await page(browser, address, 403)
  }
})

test('the organisation decides whether cash is rounded', async () => {
  const admin = await product.signedInAs(tenant, 'admin')
  const html = await page(admin, '/setting/counter')
  expect(html).toMatch(/name="round_cash"[^>]*checked/)
  const { path, payer } = await family()
  expect(await page(clerk, path)).toContain('RM120.00')
  const { version } = fieldsOf(html)
  expect(await admin.post('/setting/counter', { receipt_size: 'a5', version: version! })).toRedirectTo(
    '/setting',
  )
  expect((await admin.post('/setting/counter', { receipt_size: 'a5', version: version! })).status).toBe(409)
  await take(path)
  expect(await paymentsOf(payer.id)).toMatchObject([{ amount_sen: 12_002, rounding_sen: 0 }])
})

describe('a transfer slip that waits', () => {
  test('is named with a link to confirm it, and the money is taken only once that was noticed', async () => {
    const { payer, bills, path } = await family()
    const slip = await tenant.write((trx) =>
      transferSlip(trx, { invoice_id: bills[0]!.id, amount_sen: 12_002, paid_on: today }),
    )
    const html = await page(clerk, path)
    expect(html).toContain('A transfer slip is waiting for approval')
    expect(html).toContain(`href="/transfer-slip/confirm/${slip.id}"`)
    const { response } = await take(path, { despite_slip: '' })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain(`A transfer slip of ${bills[0]!.number} is waiting`)
    expect(await paymentsOf(payer.id)).toEqual([])
    expect((await take(path, { despite_slip: 'on' })).response.status).toBe(302)
  })
})

describe('a payment that was just taken', () => {
  test('is corrected by who took it, and both pages say what became of it', async () => {
    const { payer, bills, path } = await family([12_000, 8_000])
    await take(path, { amount: '200.00' })
    const [first] = await paymentsOf(payer.id)
    const address = `/payment/correct/${first!.id}`
    const fields = fieldsOf(await page(clerk, address))
    const typed = { ...fields, method: 'cash', invoice: bills[0]!.id, reason: 'Tertaip RM200.00' }
    const same = await clerk.post(address, { ...typed, amount: '120.00', reason: 'Silap' })
    expect(same.status).toBe(422)
    const response = await clerk.post(address, { ...typed, amount: '120.00' })
    const after = (await paymentsOf(payer.id)).find(({ replaces_id }) => replaces_id === first!.id)!
    expect(response).toRedirectTo(`/payment/counter/done/${after.id}`)
    expect(await page(clerk, `/payment/counter/done/${after.id}`)).toContain('RM120.00 received')
    expect(await page(clerk, `/payment/view/${after.id}`)).toContain(first!.number)
    for (const old of [`/payment/view/${first!.id}`, `/payment/counter/done/${first!.id}`])
      expect(await page(clerk, old)).toContain(after.number)
    expect(await page(clerk, address)).toContain('has already been cancelled or corrected')
    expect(await tenant.read(imbalance)).toEqual({})
  })

  test('is not corrected by somebody else, who is told what to do instead', async () => {
    const { payer, path } = await family()
    await take(path)
    const [payment] = await paymentsOf(payer.id)
    const supervisor = await product.signedInAs(tenant, 'supervisor')
    expect(await page(supervisor, `/payment/view/${payment!.id}`)).not.toContain('/payment/correct/')
    expect(await page(supervisor, `/payment/correct/${payment!.id}`)).toContain('Only the person who took')
  })

  test('adds up on its page, with what became credit as a row', async () => {
    const { payer, path } = await family([10_000])
    await take(path, { amount: '150', keep_rest: 'on' })
    const [payment] = await paymentsOf(payer.id)
    const html = await page(clerk, `/payment/view/${payment!.id}`)
    expect(html).toMatch(/RM100\.00[\s\S]*Added to the family[\s\S]*RM50\.00[\s\S]*RM150\.00/)
  })
})
