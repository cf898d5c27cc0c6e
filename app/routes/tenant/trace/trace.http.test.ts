import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { newTxn } from '#app/domain/payments/attempts/test-support.ts'
import { type Counter, openCounter } from '#tests/support/bank/payer.ts'
import { mainHost } from '#tests/support/product/http.ts'

let counter: Counter
beforeAll(async () => {
  counter = await openCounter()
})

test('who was debited finds the payment by the bank’s number and the amount, and reads each step without a name', async () => {
  const payer = counter.payer()
  const { attempt, go, status } = await counter.startedAt((await counter.bill()).public_code)
  await payer.get(go)
  const txn_id = newTxn()
  await counter.shop.say(attempt, '09', { fpx_fpxTxnId: txn_id }, new Date())
  expect(await counter.html(payer, '/pay')).toContain('href="/trace"')
  await counter.html(payer, '/trace')

  const wrong = await payer.post('/trace', { id: txn_id, amount: '1.23' })
  expect(wrong.status).toBe(422)
  const again = await wrong.text()
  expect(again).toContain('has this number and this amount')
  expect(again).toContain(txn_id)

  const ringgit = (attempt.amount_sen / 100).toFixed(2)
  const found = await payer.post('/trace', { id: ` ${txn_id} `, amount: ringgit })
  expect(found).toRedirectTo(/^\/trace\/v1\./)
  const address = found.headers.get('location')!
  const page = await payer.get(address)
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
  expect(page.headers.get('refresh')).toBe('5')
  const text = await page.text()
  for (const part of [
    'Waiting for the bank',
    'You continued to SBI Bank A',
    'Being processed by the bank',
    txn_id,
  ])
    expect(text, part).toContain(part)
  for (const secret of ['Azman', 'Nur A', attempt.public_code, '/payment/receipt', '/invoice/status'])
    expect(text, secret).not.toContain(secret)
  expect(text).not.toContain('<script')
  expect(gzipSync(text).length).toBeLessThanOrEqual(14_600)

  // The bank is asked, which does not answer here; and then it does.
  expect(await payer.post(address)).toRedirectTo(address)
  await counter.shop.say(attempt, '00', { fpx_fpxTxnId: txn_id }, new Date())
  const paid = await counter.html(payer, address)
  for (const part of ['Payment received', 'Answer from the bank: Successful'])
    expect(paid, part).toContain(part)
  expect(paid).toMatch(/Receipt <span class="number">RCP-\d\d-\d{6}<\/span> issued/)
  expect(await counter.html(payer, status)).toContain('Answer from the bank: Successful')
})

test('an address that was typed, one of another organisation and the main host find nothing', async () => {
  const payer = counter.payer()
  await counter.html(payer, '/trace/none', 404)
  expect((await counter.product.visitor(mainHost).get('/trace')).status).toBe(302)
  for (const given of [
    { id: '', amount: '' },
    { id: 'LN-1', amount: 'RM x' },
  ]) {
    const answer = await payer.post('/trace', given)
    expect(answer.status).toBe(422)
  }
})

test('in Malay', async () => {
  const payer = counter.payer()
  await payer.get('/language/my?to=/trace')
  expect(await counter.html(payer, '/trace')).toContain('Nombor transaksi')
})
