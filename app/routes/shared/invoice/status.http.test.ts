import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPublicCode } from '#db/id.ts'
import { type Counter, openCounter } from '#tests/support/bank/payer.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
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
    expect(page).toContain('A fee of RM1.00 is added.')
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
    expect(page).toContain('Please do not pay again')
    expect(page).toContain(`href="${status}"`)
    expect(page).not.toContain('/payment/submit')
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
    expect(page).toContain('does not take online payments')
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
    expect(silent).toContain('Please ask it how to pay')
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
