import { beforeAll, beforeEach, expect, test } from 'vitest'
import { refundCollection } from '#app/domain/accounting/collections/change-collection.ts'
import { returnGift } from '#app/domain/accounting/gifts/change-gift.ts'
import {
  approveNote,
  requestCreditNote,
  requestWriteOff,
} from '#app/domain/billing/credit-notes/change-credit-note.ts'
import { amendInvoice } from '#app/domain/billing/invoices/amend-invoice.ts'
import { cancelInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { line, scopes } from '#app/domain/billing/invoices/test-support.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays, formatDate } from '#app/domain/core/dates.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { checkCodeOf, signedQuery } from '#app/domain/core/signatures/signed-paper.ts'
import { signerOf } from '#app/domain/core/signatures/signing-keys.ts'
import { give } from '#app/domain/giving/donations/test-support.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { paperByCode } from '#app/domain/payments/verification/check-paper.ts'
import { environment } from '#app/environment.ts'
import { invoiceDocument } from '#app/print/invoice.ts'
import { qrCode } from '#app/print/qr/qr-code.ts'
import { receiptDocument } from '#app/print/receipt.ts'
import { infaqType } from '#tests/support/database/giving-factories.ts'
import { forgetCounts } from '#tests/support/people/codes.ts'
import { type App, app, type Browser, mainHost } from '#tests/support/product/http.ts'
import { sourceAt } from '#tests/support/product/source.ts'
import { verifyOffline } from '#tests/support/product/verify-offline.ts'

const today = currentDay()
const signer = signerOf(environmentKeyring(environment))
let web: App
let shop: Shop
let browser: Browser
beforeAll(async () => {
  web = await app()
  shop = await openShop()
})
beforeEach(async () => {
  await forgetCounts(shop.tenant)
  browser = web.visitor(shop.tenant)
})

/** An invoice of RM120.00 and the receipt of RM50.00 that were paid of it. */
async function papers() {
  const bill = await shop.bill()
  const { payment_id } = await shop.cash(bill.id, 5_000)
  const { public_code } = await shop.tenant.read((db) =>
    db.selectFrom('payment').select('public_code').where('id', '=', payment_id).executeTakeFirstOrThrow(),
  )
  return { bill, payment_id, receipt: await issued(public_code), invoice: await issued(bill.public_code) }
}

/** As it is printed now: what its QR code says, its number and its check code. */
async function issued(code: string) {
  const { facts } = (await shop.tenant.read((db) => paperByCode(db, code)))!
  return { code, facts, query: signedQuery(signer, facts), check_code: checkCodeOf(signer, facts) }
}
type Issued = Awaited<ReturnType<typeof issued>>

/** What is to be read on a page. */
const wordsOf = async (page: Response) => (await page.text()).replaceAll(/<style.*?<\/style>|<[^>]+>/gs, '')

const look = async ({ code, query }: Pick<Issued, 'code' | 'query'>) =>
  wordsOf(await browser.get(`/verify/${code}${query}`))

test('a paper names no child by more than its call name', async () => {
  const { bill, receipt, invoice } = await papers()
  await shop.tenant.write((trx) =>
    trx.updateTable('student').set({ name: 'Emily Smith' }).where('id', '=', bill.student_id!).execute(),
  )
  for (const paper of [receipt, invoice]) {
    const words = await look(paper)
    expect(words).toContain('Emily S***')
    expect(words).not.toContain('Emily Smith')
  }
})

test('what is printed leads to the page that says it is genuine, with the payer’s name shortened', async () => {
  const { bill, payment_id, receipt, invoice } = await papers()
  const source = { ...sourceAt('https://sinar.lunas.test'), logo: null }
  const printed = await shop.tenant.read((db) =>
    receiptDocument(db, payment_id, { ...source, audience: 'family' }),
  )
  expect(printed.online.qr).toEqual(qrCode(`https://sinar.lunas.test/verify/${receipt.code}${receipt.query}`))
  expect(printed.online.check).toEqual({ at: 'sinar.lunas.test/verify', code: receipt.check_code })
  const billed = await shop.tenant.read((db) => invoiceDocument(db, bill.id, source))
  expect(billed.online!.qr).toEqual(
    qrCode(`https://sinar.lunas.test/invoice/status/${invoice.code}${invoice.query}`),
  )

  const page = await look(receipt)
  expect(page).toContain('Genuine')
  for (const words of ['RM50.00', receipt.facts.number, shop.tenant.entity.name])
    expect(page).toContain(words)
  const { payer } = await shop.tenant.read((db) =>
    db
      .selectFrom('payment')
      .select('payer_name as payer')
      .where('id', '=', payment_id)
      .executeTakeFirstOrThrow(),
  )
  expect(page).toContain(receipt.facts.payer)
  expect(page).not.toContain(payer)
  expect(await look(invoice)).toContain('Genuine')
})

test('another amount, or the signature of another paper, is not genuine', async () => {
  const { receipt } = await papers()
  const other = (await papers()).receipt
  const raised = receipt.query.replace('amount=50.00', 'amount=500.00')
  const page = await look({ code: receipt.code, query: raised })
  expect(page).toContain('Not genuine')
  expect(page).toContain('The paper has another amount.')
  expect(page).toContain('RM50.00')
  expect(page).not.toContain('500.00')
  expect(await look({ code: receipt.code, query: other.query })).toContain('Not genuine')
  expect(await look({ code: receipt.code, query: '' })).toContain('In our books')
})

test('a receipt whose payment is reversed, and an invoice that is cancelled, hold no more', async () => {
  const { payment_id, receipt } = await papers()
  const owner = await shop.tenant.actor('superadmin')
  const why = { reason: 'Tersilap hari itu', today, version: null }
  await shop.tenant.write((trx) => cancelPayment(trx, owner, scopes.all(owner), payment_id, why))
  const page = await look(receipt)
  expect(page).toContain('Genuine, but no longer valid')
  expect(page).toContain('the payment was reversed on')

  const bill = await shop.bill()
  const invoice = await issued(bill.public_code)
  await shop.tenant.write((trx) =>
    cancelInvoice(trx, owner, scopes.all(owner), bill.id, bill.version, why.reason),
  )
  expect(await look(invoice)).toContain('it was cancelled on')
})

test('a receipt says what was given back of it since and on which days, and its signature stays good', async () => {
  const { receipt, payment_id } = await papers()
  const gone = await gift()
  const parts = await gift()
  const owner = await shop.tenant.actor('superadmin')
  const back = (id: string, on: string, sen?: number) =>
    shop.tenant.write((trx) => returnGift(trx, owner, id, sen ? { on, sen } : { on }))
  await back(parts.payment_id, today, 1_000)
  await back(parts.payment_id, today, 550)
  await back(parts.payment_id, addDays(today, 1), 2_000)
  await back(gone.payment_id, today)

  const page = await look(parts.receipt)
  expect(page).toContain('Genuine, but reduced since it was issued')
  expect(page).toContain('RM35.50 was later refunded to the payer')
  for (const [label, sum] of [
    [`Refunded on ${formatDate(today, 'en')}`, 'RM15.50'],
    [`Refunded on ${formatDate(addDays(today, 1), 'en')}`, 'RM20.00'],
    ['Remaining amount', 'RM14.50'],
  ])
    expect(page).toContain(`${label}${sum}`)
  const { code, query } = parts.receipt
  expect(await look({ code, query: '' })).toContain(`Refunded on ${formatDate(today, 'en')}RM15.50`)
  const raised = await look({ code, query: query.replace('amount=50.00', 'amount=14.50') })
  expect(raised).toContain('Not genuine')
  expect(raised).toContain('Remaining amountRM14.50')
  const status = await wordsOf(await browser.get(`/payment/status/${code}`))
  expect(status).toContain('Sent back to the payerRM35.50')
  // What was issued is what is signed: printed anew it is the same paper.
  expect(await issued(code)).toEqual(parts.receipt)

  const none = await look(gone.receipt)
  expect(none).toContain('RM50.00 was later refunded')
  expect(none).toContain('Remaining amountRM0.00')

  const malay = web.visitor(shop.tenant)
  await malay.get('/language/my?to=%2F')
  const words = await wordsOf(await malay.get(`/verify/${code}${query}`))
  expect(words).toContain('Tulen, tetapi jumlahnya berkurang')
  expect(words).toContain('RM35.50 daripadanya telah dipulangkan kepada pembayar')
  expect(words).toContain(`Dipulangkan pada ${formatDate(today, 'my')}RM15.50`)

  // The credit of a payment that went back through its gateway is a line of the same book.
  expect(await look(receipt)).not.toContain('refunded')
  await shop.tenant.write((trx) => refundCollection(trx, payment_id, { sen: 700, on: today }))
  expect(await look(receipt)).toContain('RM7.00 was later refunded')
  const why = { reason: 'Tersilap hari itu', today, version: null }
  await shop.tenant.write((trx) => cancelPayment(trx, owner, scopes.all(owner), payment_id, why))
  const cancelled = await look(receipt)
  expect(cancelled).toContain('Genuine, but no longer valid')
  expect(cancelled).toContain(`Refunded on ${formatDate(today, 'en')}RM7.00`)
  expect(cancelled).not.toContain('Remaining amount')
})

/** RM50.00 that were given, and its receipt. */
async function gift() {
  const type = await shop.tenant.write((trx) => infaqType(trx, { status: 'active' }))
  const attempt = await give(shop, 'infaq', type.id, { cover_fee: undefined })
  await shop.say(attempt, '00')
  const payment = await shop.tenant.read((db) =>
    db
      .selectFrom('payment')
      .select(['id', 'public_code'])
      .where('attempt_id', '=', attempt.id)
      .executeTakeFirstOrThrow(),
  )
  return { payment_id: payment.id, receipt: await issued(payment.public_code) }
}

test('an invoice of which a credit note took something off says so; a debt given up is nobody’s to read', async () => {
  const bill = await shop.bill()
  const invoice = await issued(bill.public_code)
  const [admin, owner] = [await shop.tenant.actor('admin'), await shop.tenant.actor('superadmin')]
  const { id: item } = await shop.tenant.read((db) =>
    db.selectFrom('invoice_item').select('id').where('invoice_id', '=', bill.id).executeTakeFirstOrThrow(),
  )
  const note = { items: [{ id: item, amount: 4_000 }], reason: 'Kem itu dibatalkan', version: bill.version }
  const { id } = await shop.tenant.write((trx) =>
    requestCreditNote(trx, admin, scopes.all(admin), bill.id, note),
  )
  expect(await look(invoice)).not.toContain('credited')
  await shop.tenant.write((trx) => approveNote(trx, owner, scopes.all(owner), id, today))
  const page = await look(invoice)
  expect(page).toContain('Genuine, but reduced since it was issued')
  expect(page).toContain('RM40.00 was later credited by a credit note')
  expect(page).toContain(`Credited on ${formatDate(today, 'en')}RM40.00Remaining amountRM80.00`)
  const payPage = await browser.get(`/invoice/status/${invoice.code}${invoice.query}`)
  expect(await wordsOf(payPage)).toContain('Your paper is genuine, but the amount has been reduced since')

  const { version } = await shop.invoiceNow(bill.id)
  const given_up = { reason: 'Keluarga berpindah', version }
  const debt = await shop.tenant.write((trx) =>
    requestWriteOff(trx, admin, scopes.all(admin), bill.id, given_up),
  )
  await shop.tenant.write((trx) => approveNote(trx, owner, scopes.all(owner), debt.id, today))
  expect(await look(invoice)).toContain('Remaining amountRM80.00')
})

test('an invoice that was changed since is replaced, also where it can be paid', async () => {
  const bill = await shop.bill()
  const invoice = await issued(bill.public_code)
  const owner = await shop.tenant.actor('superadmin')
  const change = { due_on: bill.due_on, reason: 'Yuran berubah', items: [line({ price: 13_000 })] }
  const onPayPage = async (query = invoice.query) =>
    wordsOf(await browser.get(`/invoice/status/${invoice.code}${query}`))
  expect(await onPayPage()).toContain('Your paper is genuine')
  await shop.tenant.write((trx) =>
    amendInvoice(trx, owner, scopes.all(owner), bill.id, bill.version, change, today),
  )
  expect(await look(invoice)).toContain('Genuine, but replaced')
  expect(await look(invoice)).toContain('RM130.00')
  expect(await onPayPage()).toContain('Your paper is out of date')
  const altered = invoice.query.replace('amount=120.00', 'amount=20.00')
  expect(await onPayPage(altered)).toContain('Your paper is not genuine')
  expect(await onPayPage('')).not.toContain('Your paper')
})

test('who cannot scan types number and check code, as they please', async () => {
  const { receipt } = await papers()
  const { facts, check_code, code, query } = receipt
  const ask = (number: string, typed: string) => browser.post('/verify', { number, check_code: typed })
  expect(await ask(facts.number, check_code)).toRedirectTo(`/verify/${code}${query}`)
  const sloppy = check_code.toLowerCase().replace('-', ' ')
  expect(await ask(` ${facts.number.toLowerCase()} `, sloppy)).toRedirectTo(`/verify/${code}${query}`)

  for (const [number, typed] of [
    [facts.number, (await papers()).receipt.check_code],
    ['RCP-99-999999', check_code],
  ] as const) {
    const answer = await ask(number, typed)
    expect(answer.status).toBe(422)
    const text = await answer.text()
    expect(text).toContain('No paper that is valid today has this number and check code')
    expect(text).toContain(`value="${number}"`)
  }
  expect(await (await ask(facts.number, 'ABC')).text()).toContain('The check code has 10 letters and digits')
})

test('who has kept the keys checks a paper without us, as the docs show', async () => {
  const { receipt } = await papers()
  const keys = await browser.get('/verify/keys')
  expect(keys.headers.get('content-type')).toContain('application/json')
  const kept = await keys.text()
  const check = (address: string) => verifyOffline(kept, address)
  const address = `https://sinar.lunas.test/verify/${receipt.code}${receipt.query}`
  const { number, date, payer, issuer } = receipt.facts
  expect(check(address)).toMatchObject({
    status: 0,
    stdout: ['genuine', 'receipt', number, date, '50.00', payer, issuer, signer.key, ''].join('\n'),
  })
  const raised = address.replace('amount=50.00', 'amount=500.00')
  expect(check(raised)).toMatchObject({ status: 1, stdout: 'not genuine\n' })
})

test('the main host knows whose paper it is, and a paper of another organisation is not found', async () => {
  const { receipt } = await papers()
  const address = `/verify/${receipt.code}${receipt.query}`
  const elsewhere = await web.visitor(mainHost).get(address)
  expect(elsewhere.headers.get('location')).toBe(
    `http://${shop.tenant.entity.subdomain}.${mainHost}${address}`,
  )
  const stranger = await openShop()
  expect((await web.visitor(stranger.tenant).get(address)).status).toBe(404)
})
