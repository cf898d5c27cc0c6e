import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { exceptionsOf } from '#app/domain/gateways/payment-exceptions/test-support.ts'
import { newTxn, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { AC_FIELDS } from '#app/integrations/fpx/fields.ts'
import { encode, sealAc } from '#app/integrations/fpx/test-support.ts'
import { newId } from '#db/id.ts'
import { asOwner } from '#db/owner.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { type App, app, mainHost } from '#tests/support/product/http.ts'

let shop: Shop
let product: App
beforeAll(async () => {
  shop = await openShop()
  const banks = async () => ({ banks: [], fetched_at: null, stale: true, why: null })
  product = await app({ services: { fpx: { config: async () => shop.config, banks } } })
  // Who is to be told.
  await shop.tenant.actor('admin')
})

const staff = (role: 'admin' | 'superadmin' | 'clerk' = 'admin') => product.signedInAs(shop.tenant, role)

async function mismatch() {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  const txn_id = newTxn()
  await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id, fpx_txnAmount: '100.00' })
  const [row] = await exceptionsOf(shop, attempt.id)
  return { bill, attempt, txn_id, id: row!.id }
}

async function secondDebit() {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '00')
  const txn_id = newTxn()
  await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })
  const [row] = await exceptionsOf(shop, attempt.id)
  return { bill, attempt, txn_id, id: row!.id }
}

describe('an organisation’s desk', () => {
  test('is announced on the dashboard, and tells why, what was expected and what came', async () => {
    const { id, txn_id, attempt } = await mismatch()
    const admin = await staff()
    expect(await (await admin.get('/dashboard')).text()).toMatch(/\d payments? to check/)
    const list = await (await admin.get('/payment-exception?state=unsettled')).text()
    expect(list).toContain(`/payment-exception/view/${id}`)
    const page = await (await admin.get(`/payment-exception/view/${id}`)).text()
    for (const part of [txn_id, attempt.order_no, 'RM100.00', '121.00', '100.00', 'Answer does not match'])
      expect(page, part).toContain(part)
    await expect(shop.tenant).toHaveEnqueued('exception.mail', { exception_id: id })
    await expect(shop.tenant).toHaveEnqueued('exception.notify_operators', { exception_id: id })
  })

  test('is first on the list until it is settled, which shows all on request', async () => {
    const { id } = await mismatch()
    const settled = await mismatch()
    await shop.tenant.write((trx) =>
      trx
        .updateTable('platform.payment_exception')
        .set({
          state: 'resolved',
          resolution: 'wrong_alarm',
          words: 'Bank sudah membetulkannya.',
          resolved_at: new Date(),
        })
        .where('id', '=', settled.id)
        .execute(),
    )
    const admin = await staff()
    const open = await (await admin.get('/payment-exception')).text()
    expect(open).toContain(`/payment-exception/view/${id}`)
    expect(open).not.toContain(`/payment-exception/view/${settled.id}`)
    const [, everything] = /href="(\?state=all)"/.exec(open)!
    const all = await (await admin.get(`/payment-exception${everything}`)).text()
    for (const one of [id, settled.id]) expect(all).toContain(`/payment-exception/view/${one}`)
    expect(open).toContain('href="/fpx-transactions"')
  })

  test('hands one over to a colleague, and asks for one who may settle it', async () => {
    const { id, attempt } = await mismatch()
    const admin = await staff()
    const owner = await shop.tenant.actor('superadmin')
    const page = await (await admin.get(`/payment-exception/hand-over/${id}`)).text()
    expect(page).toContain(`value="${owner.id}"`)
    expect(page).not.toContain((await shop.tenant.actor('clerk')).id)
    const empty = await admin.post(`/payment-exception/hand-over/${id}`, { owner_id: '', version: '1' })
    expect(empty.status).toBe(422)
    expect(await empty.text()).toContain('Choose somebody who may settle it.')
    const given = { owner_id: owner.id, version: '1' }
    const done = await admin.post(`/payment-exception/hand-over/${id}`, given)
    expect(done).toRedirectTo(`/payment-exception/view/${id}`)
    const view = await (await admin.get(`/payment-exception/view/${id}`)).text()
    expect(view).toMatch(/is now with .*Puan Aminah/)
    expect(view).toContain(attempt.order_no)
    await expect(shop.tenant).toHaveEnqueued('exception.mail', { user_id: owner.id, exception_id: id })
  })

  test('says how many days each has waited, until it is settled', async () => {
    const { id } = await mismatch()
    await asOwner(shop.tenant.database.ownerUrl, (owner) =>
      owner
        .updateTable('platform.payment_exception')
        .set({ raised_at: sql`now() - interval '3 days'` })
        .where('id', '=', id)
        .execute(),
    )
    const admin = await staff()
    const operator = await product.operator('owner')
    const rowOf = (html: string) => html.split('<tr').find((row) => row.includes(id)) ?? ''
    const rows = async (state: string) =>
      Promise.all([
        admin.get(`/payment-exception?state=${state}`).then(async (page) => rowOf(await page.text())),
        operator
          .get(`/admin/payment-exception?state=${state}`)
          .then(async (page) => rowOf(await page.text())),
      ])
    const pages = () =>
      Promise.all(
        [admin.get(`/payment-exception/view/${id}`), operator.get(`/admin/payment-exception/view/${id}`)].map(
          async (page) => (await page).text(),
        ),
      )
    for (const html of [...(await rows('open')), ...(await pages())]) expect(html).toContain(' · 3 days')
    const settled = { decision: 'wrong_alarm', version: '1', words: 'Bank mengesahkan tiada debit.' }
    expect((await admin.post(`/payment-exception/resolve/${id}`, settled)).status).toBe(302)
    for (const html of [...(await rows('resolved')), ...(await pages())]) {
      expect(html).toContain(id)
      expect(html).not.toContain('3 days')
    }
  })

  test('settles with what each decision needs, and loses nothing that was typed', async () => {
    const { id, attempt } = await mismatch()
    const admin = await staff()
    const address = `/payment-exception/resolve/${id}`
    const short = await admin.post(address, { decision: 'wrong_alarm', version: '1', words: 'kenapa' })
    expect(short.status).toBe(422)
    const html = await short.text()
    expect(html).toContain('Say in 10 to 500 characters why.')
    expect(html).toContain('kenapa')
    const refund = await admin.post(address, { decision: 'refunded', version: '1' })
    expect(await refund.text()).toContain('Enter the bank’s reference of the transfer.')
    const early = { decision: 'refunded', version: '1', refunded_on: '2026-01-30', reference: 'MBB-7' }
    const before = await admin.post(address, early)
    expect(before.status).toBe(422)
    expect(await before.text()).toContain('This payment is of 31 Jan 2026')
    const booked = await admin.post(address, { decision: 'booked', version: '1' })
    expect(booked).toRedirectTo(`/payment-exception/view/${id}`)
    const [payment] = await shop.paymentOf(attempt.id)
    const page = await (await admin.get(`/payment-exception/view/${id}`)).text()
    expect(page).toContain(payment!.number)
    expect(page).toContain('Settled')
    const late = await admin.post(address, { decision: 'booked', version: '1' })
    expect(late.status).toBe(409)
  })

  test('a refund is confirmed by somebody else', async () => {
    const { id } = await secondDebit()
    const [admin, owner] = [await staff(), await staff('superadmin')]
    const refund = { decision: 'refunded', version: '1', refunded_on: '2026-01-31', reference: 'MBB-1' }
    await admin.post(`/payment-exception/resolve/${id}`, refund)
    await admin.post(`/payment-exception/confirm/${id}`)
    expect((await shop.tenant.read((db) => stateOf(db, id))).state).toBe('proposed')
    expect(await (await owner.get(`/payment-exception/view/${id}`)).text()).toContain('MBB-1')
    await owner.post(`/payment-exception/confirm/${id}`)
    expect(await shop.tenant.read((db) => stateOf(db, id))).toMatchObject({ resolution: 'refunded' })
  })

  test('a clerk sees it and decides nothing', async () => {
    const { id } = await secondDebit()
    const clerk = await staff('clerk')
    const page = await (await clerk.get(`/payment-exception/view/${id}`)).text()
    expect(page).toContain('Debited twice')
    expect(page).not.toContain('/payment-exception/resolve/')
    expect((await clerk.get(`/payment-exception/resolve/${id}`)).status).toBe(403)
  })
})

const stateOf = (db: Parameters<Parameters<Shop['tenant']['read']>[0]>[0], id: string) =>
  db
    .selectFrom('platform.payment_exception')
    .select(['state', 'resolution'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('the payer', () => {
  test('is told of a second debit: how much, as which receipt, and which id to keep', async () => {
    const { attempt, txn_id } = await secondDebit()
    const browser = product.visitor(shop.tenant)
    const page = await (await browser.get(`/payment/status/${attempt.public_code}`)).text()
    expect(page).toContain('Your account was debited twice')
    expect(page).toContain('RM121.00')
    expect(page).toContain(txn_id)
    const second = (await shop.payments()).find((row) => row.second_debit_of === attempt.id)!
    expect(page).toContain(second.number)
    const own = await (await browser.get(`/payment/status/${second.public_code}`)).text()
    expect(own).toContain(txn_id)
  })

  test('of an answer in doubt is told the id to keep', async () => {
    const { attempt, txn_id } = await mismatch()
    const page = await (
      await product.visitor(shop.tenant).get(`/payment/status/${attempt.public_code}`)
    ).text()
    expect(page).toContain(`Keep the FPX transaction ID ${txn_id}`)
  })

  test('gives up what waits for an approver', async () => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code], { model: 'B2B1' })
    await shop.say(attempt, '99')
    const browser = product.visitor(shop.tenant)
    const address = `/payment/give-up/${attempt.public_code}`
    expect(await (await browser.get(`/payment/status/${attempt.public_code}`)).text()).toContain(address)
    expect(await browser.post(address)).toRedirectTo(`/invoice/status/${bill.public_code}`)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid' })
    expect(await (await browser.get(`/payment/status/${attempt.public_code}`)).text()).toContain(
      'You cancelled this payment.',
    )
  })
})

describe('the operator’s desk', () => {
  test('has the message of nobody whole, once, and closes it before four eyes', async () => {
    const order_no = `LN-${newId().slice(0, 14).toUpperCase()}`
    const blank = Object.fromEntries(AC_FIELDS.map((field) => [field, '']))
    const body = encode(
      sealAc(shop.fpxKey, {
        ...blank,
        ...{
          fpx_msgType: 'AC',
          fpx_sellerExOrderNo: order_no,
          fpx_fpxTxnId: newTxn(),
          fpx_fpxTxnTime: '20260131120000',
          fpx_txnAmount: '88.50',
        },
        ...{ fpx_debitAuthCode: '00', fpx_buyerName: 'N@m3()/PyN <b>', fpx_sellerId: 'SE00000009' },
      }),
    )
    for (const path of ['/fpx/direct', '/fpx/direct', '/fpx/indirect'])
      await product.visitor(mainHost).send(path, { method: 'POST', body })
    const rows = await withPlatform(shop.tenant.database.pool, (trx) =>
      trx
        .selectFrom('platform.payment_exception')
        .select(['id', 'kind', 'amount_sen', 'entity_id'])
        .where('order_no', '=', order_no)
        .execute(),
    )
    expect(rows).toMatchObject([{ kind: 'orphan', amount_sen: 8_850, entity_id: null }])
    const id = rows[0]!.id
    const [owner, finance] = [await product.operator('owner'), await product.operator('finance')]
    expect(await (await owner.get('/admin/dashboard')).text()).toContain(
      '/admin/payment-exception?state=unsettled',
    )
    const page = await (await owner.get(`/admin/payment-exception/view/${id}`)).text()
    for (const field of AC_FIELDS) expect(page, field).toContain(field)
    for (const part of ['88.50', 'N@m3()/PyN &lt;b&gt;', 'Holder of the payer’s account'])
      expect(page).toContain(part)
    const refund = { decision: 'refunded', version: '1', refunded_on: '2026-01-31', reference: 'PAYNET-9' }
    await owner.post(`/admin/payment-exception/resolve/${id}`, refund)
    await owner.post(`/admin/payment-exception/confirm/${id}`)
    const state = () => withPlatform(shop.tenant.database.pool, (trx) => stateOf(trx, id))
    expect((await state()).state).toBe('proposed')
    await finance.post(`/admin/payment-exception/confirm/${id}`)
    expect(await state()).toEqual({ state: 'resolved', resolution: 'refunded' })
  })

  test('shows an organisation’s, which only the organisation settles', async () => {
    const { id } = await mismatch()
    const owner = await product.operator('owner')
    const page = await (await owner.get(`/admin/payment-exception/view/${id}`)).text()
    expect(page).toContain('Answer does not match')
    expect(page).not.toContain('/admin/payment-exception/resolve/')
    expect((await owner.get(`/admin/payment-exception/resolve/${id}`)).status).toBe(404)
  })
})
