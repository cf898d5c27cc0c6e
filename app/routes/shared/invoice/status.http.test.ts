import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { newPublicCode } from '#db/id.ts'
import { renderDocument } from '#jobs/handlers/documents.ts'
import { type Counter, openCounter } from '#tests/support/bank/payer.ts'
import { paymentOption } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { type Browser, mainHost } from '#tests/support/product/http.ts'

let counter: Counter
let payer: Browser

beforeAll(async () => {
  counter = await openCounter()
})
beforeEach(() => {
  payer = counter.payer()
})

describe('the page of an invoice', () => {
  test('says how much and by when, with names masked, and leads to the payment', async () => {
    const row = await counter.bill()
    const page = await counter.html(payer, `/invoice/status/${row.public_code}`)
    expect(page).toContain('Nur A*** bt. A***')
    expect(page).not.toContain('Azman')
    expect(page).not.toContain('Razak')
    expect(page).toContain('120.00')
    expect(page).toContain(`href="/payment/submit?invoice=${row.public_code}"`)
    expect(page).toContain('A RM1.00 FPX fee is added.')
    expect(page).toContain(`<title>Nur A*** · Yuran Januari 1 · ${row.number}`)
  })

  test('says what it is for before how it is paid, and gives its PDF with names masked', async () => {
    const { tenant } = counter.shop
    const row = await counter.bill()
    await tenant.write((trx) =>
      paymentOption(trx, { method: 'bank_transfer', instructions: 'Maybank 5140 1122' }),
    )
    const page = await counter.html(payer, `/invoice/status/${row.public_code}`)
    const places = [
      'Nur A*** · ',
      '120.00',
      'Yuran Januari 1</dt>',
      'Download PDF',
      'Pay RM',
      'Maybank 5140 1122',
    ]
    const found = places.map((words) => page.indexOf(words))
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((one, other) => one - other))

    const path = paths.invoice.file(row.public_code)
    expect(page).toContain(`href="${path}"`)
    expect(await counter.html(payer, path)).toContain('Preparing your invoice')
    const [asked] = await tenant.read((db) =>
      db.selectFrom('document').selectAll().where('subject_id', '=', row.id).execute(),
    )
    expect(asked!.parameters).toEqual({ audience: 'public' })
    await renderDocument({ document_id: asked!.id }, jobTools(tenant, 'document.render'))
    expect(await payer.get(path)).toRedirectTo(paths.invoice.pdf(row.public_code))
    const file = await payer.get(paths.invoice.pdf(row.public_code))
    expect(file.headers.get('content-type')).toBe('application/pdf')
    const { text } = await textOf(await file.bytes())
    expect(text).toContain('Nur A*** bt. A***')
    for (const hidden of ['Azman', 'Aisyah', 'Razak']) expect(text).not.toContain(hidden)
    await counter.html(payer, paths.invoice.file(newPublicCode()), 404)
  })

  test('calls the child by the whole name for the parent who pays', async () => {
    const { parent_id } = await counter.shop.tenant.actor('parent')
    const family = await counter.product.signedInAs(counter.shop.tenant, 'parent')
    const row = await counter.bill({ payer_parent_id: parent_id! })
    const page = await counter.html(family, `/invoice/status/${row.public_code}`)
    expect(page).toContain('Nur Aisyah · Yuran Januari 1')
    expect(page).toContain('Nur Aisyah binti Azman')
    expect(await counter.html(payer, `/invoice/status/${row.public_code}`)).not.toContain('Aisyah')
  })

  test('of a draft, of a stranger’s code and of another organisation’s is not found', async () => {
    const draft = await counter.bill({ status: 'draft' })
    const other = await freshTenant()
    const theirs = await other.write((trx) => invoice(trx, { branch_id: other.branch.id }))
    for (const code of [draft.public_code, newPublicCode(), theirs.public_code, 'short', `${'a'.repeat(26)}`])
      await counter.html(payer, `/invoice/status/${code}`, 404)
  })

  test('that is paid or cancelled says so and offers no payment', async () => {
    for (const [status, word] of [
      ['paid', 'Paid'],
      ['cancelled', 'Cancelled'],
    ] as const) {
      const page = await counter.html(
        payer,
        `/invoice/status/${(await counter.bill({ status })).public_code}`,
      )
      expect(page).toContain(word)
      expect(page).not.toContain('/payment/submit')
    }
  })

  test('while a payment is on its way leads to that payment and to no other', async () => {
    const row = await counter.bill()
    const { status } = await counter.startedAt(row.public_code)
    const page = await counter.html(payer, `/invoice/status/${row.public_code}`)
    expect(page).toContain('Please don’t pay again')
    expect(page).toContain(`href="${status}"`)
    expect(page).not.toMatch(/\/payment\/(submit|slip)/)
    expect(await payer.get(`/payment/submit?invoice=${row.public_code}`)).toRedirectTo(status)
  })

  test('leads from the main host to the organisation', async () => {
    const row = await counter.bill()
    const path = `/invoice/status/${row.public_code}`
    const visitor = counter.product.visitor(mainHost)
    expect(await visitor.get(path)).toRedirectTo(`http://${counter.shop.tenant.host}:3000${path}`)
    expect((await visitor.get(`/invoice/status/${newPublicCode()}`)).status).toBe(404)
  })

  test('of an organisation without FPX says where to pay', async () => {
    const other = await freshTenant()
    const row = await other.write((trx) => invoice(trx, { branch_id: other.branch.id }))
    const page = await counter.html(counter.product.visitor(other), `/invoice/status/${row.public_code}`)
    expect(page).toContain('doesn’t take online payments')
    expect(page).not.toContain('/payment/submit')
  })

  test('says how to pay at the counter as the organisation does, and nothing of it where no cash is taken', async () => {
    const other = await freshTenant()
    const row = await other.write((trx) => invoice(trx, { branch_id: other.branch.id }))
    const said = 'Pejabat dibuka 8 pagi hingga 4 petang.\nBawa kad pelajar.'
    const page = async (set: { instructions?: string; status?: string }) => {
      await other.write((trx) =>
        trx.updateTable('payment_option').set(set).where('method', '=', 'cash').execute(),
      )
      return counter.html(counter.product.visitor(other), `/invoice/status/${row.public_code}`)
    }
    const told = await page({ instructions: said })
    for (const line of said.split('\n')) expect(told).toContain(line)
    expect(told).toContain('Please pay at the counter')
    const silent = await page({ status: 'inactive' })
    expect(silent).not.toMatch(/counter|Pejabat/)
    expect(silent).toContain('Please ask the office how to pay')
  })

  test('for who tries many codes is closed, and a right one opens whatever was tried from its network', async () => {
    const row = await counter.bill()
    const address = '192.0.2.99'
    const ask = (code: string) => {
      const headers = { host: `${counter.shop.tenant.host}:3000` }
      return counter.product.handle(
        new Request(`http://${counter.shop.tenant.host}:3000/invoice/status/${code}`, { headers }),
        { address },
      )
    }
    const answers = []
    for (let count = 0; count < 31; count++) answers.push((await ask(newPublicCode())).status)
    expect(answers.slice(0, 30)).toEqual(Array(30).fill(404))
    expect(answers[30]).toBe(429)
    expect((await ask(row.public_code)).status).toBe(200)
    await counter.html(payer, `/invoice/status/${row.public_code}`)
  })
})
