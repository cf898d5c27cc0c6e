import { beforeAll, describe, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { newId } from '#db/id.ts'
import { paymentOption, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { photograph } from '#tests/support/product/register.ts'

let web: App
let tenant: Tenant
let payer: Browser
const picture = await photograph()
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  payer = web.visitor(tenant)
})

const bill = () =>
  tenant.write(async (trx) => {
    const row = await invoice(trx, { branch_id: tenant.branch.id, due_on: '2099-01-31' })
    await trx.insertInto('platform.public_code').values({ code: row.public_code, kind: 'invoice' }).execute()
    return row
  })

let numbers = 0
interface Sent {
  bytes?: Uint8Array | string
  name?: string
  [field: string]: unknown
}
function slip({ bytes = picture, name = 'slip.jpg', ...fields }: Sent = {}) {
  const form = new FormData()
  const typed = { amount: '120.00', paid_on: '2026-02-05', reference_no: `MBB 99-${++numbers}`, ...fields }
  for (const [field, value] of Object.entries(typed)) form.set(field, String(value))
  form.set('file', new File([bytes as BlobPart], name))
  return form
}
const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()
const slipsOf = (invoice_id: string) =>
  tenant.read((db) =>
    db.selectFrom('transfer_slip').selectAll().where('invoice_id', '=', invoice_id).orderBy('id').execute(),
  )

describe('a payer without an account', () => {
  test('shows a transfer, sees that it waits, everywhere, and takes it back', async () => {
    const one = await bill()
    const path = `/payment/slip/${one.public_code}`
    expect(await textOf(payer, `/invoice/status/${one.public_code}`)).not.toContain(
      'Upload your transfer slip',
    )
    await tenant.write((trx) =>
      trx
        .updateTable('payment_option')
        .set({ instructions: 'Maybank 5140 1234 5678' })
        .where('method', '=', 'bank_transfer')
        .execute(),
    )
    expect(await textOf(payer, `/invoice/status/${one.public_code}`)).toContain('5140 1234 5678')
    expect(await textOf(payer, `/invoice/status/${one.public_code}`)).toContain('Upload your transfer slip')
    expect(await payer.post(path, slip())).toRedirectTo(path)
    const page = await textOf(payer, path)
    expect(page).toContain('Slip received. We’ll check it within two working days.')
    expect(page).toContain('We’ll check it within two working days.')
    expect(page).not.toContain('/transfer-slip/picture')
    expect(await textOf(payer, `/invoice/status/${one.public_code}`)).toContain('Please don’t pay again.')
    // While it is checked nobody is asked to pay, and the form for another slip is closed.
    expect(await textOf(payer, `/invoice/status/${one.public_code}`)).not.toContain('/payment/submit')
    expect(await textOf(payer, path)).toMatch(/<details class="confirm"><summary>Upload another slip/)
    const [row] = await slipsOf(one.id)
    expect(await payer.post(`${path}/withdraw`, { slip: row!.id })).toRedirectTo(path)
    expect(await textOf(payer, path)).toContain('Withdrawn')
    expect(await payer.post(`${path}/withdraw`, { slip: row!.id })).toRedirectTo(path)
    expect(await textOf(payer, path)).toContain('This slip has already been decided or withdrawn')
    expect((await payer.post(`${path}/withdraw`, { slip: newId() })).status).toBe(404)
  })

  test.each([
    ['a script that is called a picture', { bytes: '<script>alert(1)</script>' }, 422, 'JPEG'],
    [
      'a PDF with a script',
      { bytes: '%PDF-1.7\n1 0 obj\n<< /S /JavaScript /JS (x) >>\nendobj\n%%EOF', name: 'a.pdf' },
      422,
      'scripts',
    ],
    ['a picture that is cut off', { bytes: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0) }, 422, 'cannot be read'],
    ['more than five megabytes', { bytes: new Uint8Array(5_100_000).fill(0xff) }, 413, '5 MB'],
    ['no file', { bytes: '', name: '' }, 422, 'choose a file'],
    ['an amount that is none', { amount: 'banyak' }, 422, 'Amount transferred'],
    ['a day that is to come', { paid_on: '2099-01-01' }, 422, 'Date of the transfer'],
    ['no reference', { reference_no: '' }, 422, 'Bank reference'],
  ] as const)('with %s is told so, and keeps what was typed', async (_, sent, status, words) => {
    const one = await bill()
    const answer = await payer.post(`/payment/slip/${one.public_code}`, slip({ amount: '77.70', ...sent }))
    expect(answer.status).toBe(status)
    const page = await answer.text()
    expect(page).toContain(words)
    if (!('amount' in sent)) expect(page).toContain('value="77.70"')
    expect(await slipsOf(one.id)).toEqual([])
  })

  test('with twenty megabytes is told so on a page of its own', async () => {
    const answer = await payer.post(
      `/payment/slip/${(await bill()).public_code}`,
      slip({ bytes: new Uint8Array(20_000_000) }),
    )
    expect(answer.status).toBe(413)
    expect(await answer.text()).toContain('5 MB')
  })

  test('sends the same form twice and has one slip, one file', async () => {
    const one = await bill()
    const form_key = newId()
    const path = `/payment/slip/${one.public_code}`
    // Each picture that `slip` makes is another one.
    const same = slip({ form_key })
    const answers = await Promise.all([payer.post(path, same), payer.post(path, same)])
    for (const answer of answers) expect(answer).toRedirectTo(path)
    expect((await payer.post(path, slip({ form_key }))).status).toBe(409)
    const rows = await slipsOf(one.id)
    expect(rows).toHaveLength(1)
    const files = await tenant.read((db) =>
      db.selectFrom('stored_file').select('storage_key').where('id', '=', rows[0]!.file_id).execute(),
    )
    await expect(
      filesOf(environment, tenant.place.schema).stream(files[0]!.storage_key),
    ).resolves.toBeDefined()
  })

  test('sends five in an hour and no more', async () => {
    const one = await bill()
    const path = `/payment/slip/${one.public_code}`
    // Each of another content, or it would be the same paper again.
    const pdf = (index: number) => `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /N ${index} >>\nendobj\n%%EOF`
    for (let index = 0; index < 5; index++)
      expect(await payer.post(path, slip({ bytes: pdf(index) }))).toRedirectTo(path)
    const answer = await payer.post(path, slip({ bytes: pdf(5) }))
    expect(answer.status).toBe(429)
    expect(await answer.text()).toContain('Too many slips')
  })
})

describe('an account that wants the slip', () => {
  test('asks for it on the page of the invoice; without transfers nothing is asked and none is taken', async () => {
    const one = await bill()
    const page = `/invoice/status/${one.public_code}`
    expect(await textOf(payer, page)).not.toContain('please upload the slip')
    const wants = { method: 'bank_transfer', needs_slip: true, instructions: 'Maybank 5140 1122' }
    await tenant.write((trx) => paymentOption(trx, wants))
    const html = await textOf(payer, page)
    expect(html).toContain('After your transfer, please upload the slip.')
    expect(html).toContain('Maybank 5140 1122')
    const family = await tenant.read((db) =>
      db
        .selectFrom('parent')
        .select('family_code')
        .where('id', '=', one.payer_parent_id)
        .executeTakeFirstOrThrow(),
    )
    expect(html).toContain(family.family_code)
    const transfers = (status: string) =>
      tenant.write((trx) =>
        trx.updateTable('payment_option').set({ status }).where('method', '=', 'bank_transfer').execute(),
      )
    await transfers('inactive')
    expect(await textOf(payer, page)).not.toContain('Pay by bank transfer')
    const refused = await payer.post(`/payment/slip/${one.public_code}`, slip())
    expect(await refused.text()).toContain('isn’t taking bank transfers')
    await transfers('active')
  })
})

describe('the office', () => {
  test('sees the slip beside the form, refuses it, and confirms the next one', async () => {
    const one = await bill()
    const path = `/payment/slip/${one.public_code}`
    await payer.post(path, slip())
    const clerk = await web.signedInAs(tenant, 'clerk')
    const [first] = await slipsOf(one.id)
    expect(await textOf(clerk, '/transfer-slip')).toContain(`/transfer-slip/view/${first!.id}`)
    expect(await textOf(clerk, `/invoice/view/${one.id}`)).toContain(`/transfer-slip/view/${first!.id}`)
    expect(await textOf(clerk, `/invoice/pay/${one.id}`)).toContain(`/transfer-slip/view/${first!.id}`)
    const drawn = await clerk.get(`/transfer-slip/picture/${first!.id}`)
    expect(drawn.headers.get('content-type')).toBe('image/jpeg')
    expect(drawn.headers.get('content-security-policy')).toContain('sandbox')
    expect(drawn.headers.get('cache-control')).toBe('private, no-store')
    const no = await clerk.post(`/transfer-slip/reject/${first!.id}`, {
      decision_reason: 'Wang belum diterima',
    })
    expect(no).toRedirectTo(`/transfer-slip/view/${first!.id}`)
    expect(await textOf(payer, path)).toContain('Wang belum diterima')
    await payer.post(path, slip({ amount: '100.00' }))
    const second = (await slipsOf(one.id))[1]!
    const view = await textOf(clerk, `/transfer-slip/view/${second.id}`)
    expect(view).toContain('The same file was uploaded before:')
    expect(view).toContain('less than what is still to be paid')
    const form = await textOf(clerk, `/transfer-slip/confirm/${second.id}`)
    expect(form).toContain(`src="/transfer-slip/picture/${second.id}"`)
    expect(form).toContain('value="100.00"')
    const typed = { amount: '120.00', paid_on: '2026-02-05', reference_no: 'MBB 99-X' }
    expect(await clerk.post(`/transfer-slip/confirm/${second.id}`, typed)).toRedirectTo(
      `/transfer-slip/view/${second.id}`,
    )
    const page = await textOf(payer, path)
    expect(page).toContain('/payment/receipt/')
    expect(page).toContain('There is nothing left to pay on this invoice.')
    expect((await clerk.post(`/transfer-slip/confirm/${second.id}`, typed)).status).toBe(409)
  })

  test('follows a payment that came meanwhile, and books nothing again', async () => {
    const one = await bill()
    await payer.post(`/payment/slip/${one.public_code}`, slip({ reference_no: 'RHB-778899' }))
    const clerk = await web.signedInAs(tenant, 'clerk')
    const taken = {
      method: 'bank_transfer',
      amount: '120.00',
      paid_on: '2026-02-05',
      reference_no: 'rhb778899',
    }
    const admin = await web.signedInAs(tenant, 'admin')
    await admin.post(`/invoice/pay/${one.id}`, taken)
    const [row] = await slipsOf(one.id)
    const view = await textOf(clerk, `/transfer-slip/view/${row!.id}`)
    expect(view).toContain('This transfer is booked already')
    expect(view).not.toContain(`href="/transfer-slip/confirm/${row!.id}"`)
    const again = { amount: '120.00', paid_on: '2026-02-05', reference_no: 'RHB-778899', confirmed: 'on' }
    const refused = await clerk.post(`/transfer-slip/confirm/${row!.id}`, again)
    expect(refused.status).toBe(409)
    const payment_id = /name="payment_id" value="([^"]+)"/.exec(view)![1]!
    expect(await clerk.post(`/transfer-slip/settle/${row!.id}`, { payment_id })).toRedirectTo(
      `/transfer-slip/view/${row!.id}`,
    )
    expect((await slipsOf(one.id))[0]).toMatchObject({ status: 'confirmed', payment_id })
  })
})

test('a signed-in parent follows what they pay, and no other family’s', async () => {
  const mother = await web.signedInAs(tenant, 'parent')
  const { parent_id, id } = await tenant.actor('parent')
  const child = await tenant.write((trx) =>
    student(trx, { branch_id: tenant.branch.id }, { payer: { id: parent_id! } }),
  )
  const mine = await tenant.write((trx) =>
    invoice(trx, { student_id: child.id, payer_parent_id: parent_id! }),
  )
  await mother.post(`/payment/slip/${mine.public_code}`, slip())
  const [row] = await slipsOf(mine.id)
  expect(row).toMatchObject({ requested_by: id })
  expect(await textOf(mother, '/transfer-slip')).toContain(`/transfer-slip/view/${row!.id}`)
  expect((await mother.get(`/transfer-slip/picture/${row!.id}`)).status).toBe(200)
  const other = await bill()
  await payer.post(`/payment/slip/${other.public_code}`, slip())
  const [theirs] = await slipsOf(other.id)
  expect((await mother.get(`/transfer-slip/view/${theirs!.id}`)).status).toBe(404)
  expect((await mother.get(`/transfer-slip/picture/${theirs!.id}`)).status).toBe(404)
  expect((await mother.get(`/transfer-slip/confirm/${row!.id}`)).status).toBe(403)
  expect(await mother.post(`/transfer-slip/withdraw/${row!.id}`)).toRedirectTo(
    `/transfer-slip/view/${row!.id}`,
  )
})
