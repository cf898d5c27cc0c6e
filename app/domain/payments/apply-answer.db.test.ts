import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/actor.ts'
import { inPlatform } from '#db/in-place.ts'
import { imbalance } from '#tests/support/money.ts'
import { applyAnswer } from './apply-answer.server.ts'
import { recordPayment } from './record.server.ts'
import { at, minutes, openShop, type Shop } from './test-support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const paymentOf = async (attempt_id: string) =>
  (await shop.payments()).filter((row) => row.attempt_id === attempt_id)
const messagesOf = (attempt_id: string) =>
  shop.tenant.read((db) =>
    db
      .selectFrom('platform.gateway_message')
      .select(['kind', 'verified', 'response_code', 'outcome', 'raw_body'])
      .where('attempt_id', '=', attempt_id)
      .orderBy('id')
      .execute(),
  )
const balanced = async () => expect(await shop.tenant.read(imbalance)).toEqual({})

/** Cash for an invoice as a clerk takes it. */
const cash = async (invoice_id: string, amount: number) => {
  const { id: user_id } = await shop.tenant.actor('superadmin')
  const scope = { scope: 'all' as const, user_id, branch_ids: [], parent_id: null }
  const rules = { scope, today: '2026-01-31', backdate_days: 30 }
  return shop.tenant.write((trx) =>
    recordPayment(trx, systemActor, invoice_id, { method: 'cash', amount, paid_on: '2026-01-31' }, rules),
  )
}

test('a success posts everything at once', async () => {
  const bill = await shop.bill(35_000)
  const attempt = await shop.start([bill.public_code])
  const applied = await shop.say(attempt, '00')
  expect(applied).toMatchObject({ state: 'paid', effect: 'post', alarm: null, code: attempt.public_code })

  const [payment] = await paymentOf(attempt.id)
  expect(payment).toMatchObject({
    method: 'fpx',
    amount_sen: 35_100,
    payer_fee_sen: 100,
    gateway_charges_sen: 100,
    public_code: attempt.public_code,
    gateway_order_no: attempt.order_no,
    gateway_environment: 'uat',
    reference_no: '15733223',
    bank_name: 'SBI Bank A',
    payer_name: 'Nur Aisyah',
    payer_email: 'aisyah@family.test',
    paid_on: '2026-01-31',
    status: 'paid',
  })
  expect(payment!.number).toMatch(/^RCP-26-\d{6}$/)
  expect(await shop.invoiceNow(bill.id)).toMatchObject({
    status: 'paid',
    paid_sen: 35_000,
    paid_on: '2026-01-31',
    locked_until: null,
    locked_by_attempt_id: null,
  })
  const books = await shop.tenant.read(async (db) => ({
    collection: await db
      .selectFrom('collection')
      .selectAll()
      .where('payment_id', '=', payment!.id)
      .executeTakeFirstOrThrow(),
    ledger: await db
      .selectFrom('platform.ledger')
      .selectAll()
      .where('reference', '=', payment!.number)
      .executeTakeFirstOrThrow(),
  }))
  const money = { gross_sen: 35_100, payer_fee_sen: 100, tenant_fee_sen: 0, net_sen: 35_000, method: 'fpx' }
  // A Saturday; the money is settled on Monday.
  expect(books.collection).toMatchObject({ ...money, collected_on: '2026-01-31', settles_on: '2026-02-02' })
  expect(books.ledger).toMatchObject({
    ...money,
    collection_id: books.collection.id,
    entity_id: shop.tenant.entity.id,
    gateway_transaction_id: payment!.gateway_transaction_id,
  })
  expect((await shop.attempt(attempt.public_code)).next_enquiry_at).toBeNull()
  await balanced()
})

test('the receipt is asked for once, by an outbox row of the same transaction', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '00')
  await shop.say(attempt, '00', {
    fpx_fpxTxnId: (await shop.attempt(attempt.public_code)).gateway_transaction_id!,
  })
  const [payment] = await paymentOf(attempt.id)
  const rows = await jobs('receipt.send', { payment_id: payment!.id })
  expect(rows).toBe(1)
})

async function jobs(name: string, payload: object): Promise<number> {
  const { pool } = shop.tenant.database
  return inPlatform(pool, async (trx) => {
    const { count } = await trx
      .selectFrom('platform.outbox')
      .select(sql<number>`count(*)`.as('count'))
      .where('name', '=', name)
      .where(sql<boolean>`payload @> ${JSON.stringify(payload)}::jsonb`)
      .executeTakeFirstOrThrow()
    return count
  })
}

test('a failure gives the invoice back', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  expect(await shop.say(attempt, '51')).toMatchObject({ state: 'failed', effect: 'release' })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({
    status: 'unpaid',
    locked_until: null,
    locked_by_attempt_id: null,
  })
  expect(await shop.attempt(attempt.public_code)).toMatchObject({
    response_code: '51',
    next_enquiry_at: null,
  })
  const again = await shop.start([bill.public_code])
  expect(again.order_no).not.toBe(attempt.order_no)
})

test('an approver has his whole window', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code], { model: 'B2B1' })
  expect(await shop.say(attempt, '99')).toMatchObject({ state: 'awaiting_approval', effect: 'wait' })
  expect((await shop.invoiceNow(bill.id)).locked_until).toEqual(minutes(7 * 24 * 60))
  expect(await shop.say(attempt, '51', {}, minutes(300))).toMatchObject({ state: 'failed' })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_until: null })
})

describe('messages in any order end in one payment', () => {
  const order = ['pending', 'failed', 'success', 'duplicate', 'late failure'] as const
  const codes: Record<(typeof order)[number], string> = {
    pending: '09',
    failed: '51',
    success: '00',
    duplicate: '00',
    'late failure': '1M',
  }
  const permutations = (items: readonly (typeof order)[number][]): (typeof order)[number][][] =>
    items.length === 0
      ? [[]]
      : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

  test('all 120 of them', async () => {
    const all = permutations(order)
    expect(all).toHaveLength(120)
    for (const messages of all) {
      const bill = await shop.bill()
      const attempt = await shop.start([bill.public_code])
      const txn = { fpx_fpxTxnId: `99${attempt.id.replace(/\D/g, '').slice(0, 14)}`.slice(0, 16) }
      for (const message of messages) await shop.say(attempt, codes[message], txn)
      expect((await shop.attempt(attempt.public_code)).state, messages.join(', ')).toBe('paid')
      expect(await paymentOf(attempt.id), messages.join(', ')).toHaveLength(1)
      expect(await shop.invoiceNow(bill.id), messages.join(', ')).toMatchObject({
        status: 'paid',
        paid_sen: 12_000,
      })
    }
    await balanced()
  }, 60_000)
})

test('a failure after the payment changes nothing and is an alarm', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '00')
  const applied = await shop.say(attempt, '80')
  expect(applied).toMatchObject({ state: 'paid', effect: 'alert', alarm: { reason: 'contradicted' } })
  expect(await shop.attempt(attempt.public_code)).toMatchObject({
    state: 'paid',
    response_code: '00',
    review_reason: 'contradicted',
  })
  expect((await messagesOf(attempt.id)).map(({ outcome }) => outcome)).toEqual(['post', 'alert'])
})

test('money that comes after everybody gave it up is posted and marked late', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '1M')
  expect(await shop.say(attempt, '00', {}, minutes(1_500))).toMatchObject({ state: 'paid', effect: 'post' })
  expect(await shop.attempt(attempt.public_code)).toMatchObject({ late_success: true })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
  await balanced()
})

test('late money for an invoice that was paid in cash meanwhile is the family’s credit', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '51')
  await cash(bill.id, 12_000)
  expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid', alarm: { reason: 'credited' } })
  const credit = await shop.tenant.read((db) =>
    db.selectFrom('credit_entry').selectAll().where('parent_id', '=', bill.payer_parent_id).execute(),
  )
  expect(credit).toMatchObject([{ delta_sen: 12_000, reason: 'overpayment' }])
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', paid_sen: 12_000 })
  expect(await shop.attempt(attempt.public_code)).toMatchObject({
    review_reason: 'credited',
    late_success: true,
  })
  await balanced()
})

test('money for an invoice that was cancelled meanwhile is the family’s credit', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '51')
  await shop.tenant.write((trx) =>
    trx.updateTable('invoice').set({ status: 'cancelled' }).where('id', '=', bill.id).execute(),
  )
  expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid', alarm: { reason: 'credited' } })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'cancelled', paid_sen: 0 })
  await balanced()
})

test('the first attempt’s failure does not free what the second holds; both succeeding leaves a credit', async () => {
  const bill = await shop.bill()
  const first = await shop.start([bill.public_code])
  await shop.say(first, '1M')
  const second = await shop.start([bill.public_code])
  await shop.say(first, '09')
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending', locked_by_attempt_id: second.id })
  await shop.say(first, '51')
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending', locked_by_attempt_id: second.id })
  expect(await shop.say(first, '00')).toMatchObject({ state: 'paid', alarm: null })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', locked_by_attempt_id: null })
  expect(await shop.say(second, '00')).toMatchObject({ state: 'paid', alarm: { reason: 'credited' } })
  await balanced()
})

test('a message that waits again after a failure takes the invoice again', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '1M')
  expect(await shop.say(attempt, '09')).toMatchObject({ state: 'pending', effect: 'reopen' })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({
    status: 'pending',
    locked_by_attempt_id: attempt.id,
  })
})

describe('signed, but not what was asked', () => {
  test.each([
    ['amount', { fpx_txnAmount: '1.00' }],
    ['seller', { fpx_sellerId: 'SE99999999' }],
    ['exchange', { fpx_sellerExId: 'EX99999999' }],
    ['currency', { fpx_txnCurrency: 'USD' }],
    ['model', { fpx_msgToken: '02' }],
    ['order number', { fpx_sellerOrderNo: 'LN-0000-0000-0000' }],
    ['FPX id', { fpx_fpxTxnId: '' }],
  ])('another %s: no money moves, a person must look', async (_what, given) => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    const applied = await shop.say(attempt, '00', given)
    expect(applied).toMatchObject({ state: 'needs_review', effect: 'review', alarm: { reason: 'mismatch' } })
    expect(await paymentOf(attempt.id)).toEqual([])
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending', paid_sen: 0 })
    expect(await shop.attempt(attempt.public_code)).toMatchObject({
      response_code: null,
      gateway_transaction_id: null,
    })
    expect(await messagesOf(attempt.id)).toMatchObject([
      { verified: true, outcome: 'review', response_code: '00' },
    ])
    expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid' })
    await balanced()
  })

  test('FPX’s id of another payment does not pay twice', async () => {
    const [one, two] = [await shop.bill(), await shop.bill()]
    const first = await shop.start([one.public_code])
    const second = await shop.start([two.public_code])
    await shop.say(first, '00', { fpx_fpxTxnId: '2601311200009999' })
    expect(await shop.say(second, '00', { fpx_fpxTxnId: '2601311200009999' })).toMatchObject({
      state: 'needs_review',
      alarm: { reason: 'mismatch' },
    })
    expect(await paymentOf(second.id)).toEqual([])
  })
})

test('a code in no list, and one that FPX takes back, are asked about soon and change nothing', async () => {
  for (const code of ['ZZ', '96', '']) {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    expect(await shop.say(attempt, code)).toMatchObject({ state: 'created', effect: 'keep' })
    const soon = (await shop.attempt(attempt.public_code)).next_enquiry_at!
    expect(soon.getTime() - at.getTime()).toBe(30_000)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending' })
  }
})

test('debited but not credited needs a person, and still becomes a payment when FPX says so', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  expect(await shop.say(attempt, '88')).toMatchObject({
    state: 'needs_review',
    alarm: { reason: 'bank_problem' },
  })
  expect(await shop.say(attempt, '51')).toMatchObject({ state: 'needs_review', effect: 'keep' })
  expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid' })
})

test('a payment of before midnight that is heard of after it belongs to its day', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code], { at: new Date('2026-01-31T15:59:50Z') })
  await shop.say(attempt, '00', { fpx_fpxTxnTime: '20260131235955' }, new Date('2026-01-31T16:00:10Z'))
  expect(await paymentOf(attempt.id)).toMatchObject([{ paid_on: '2026-01-31' }])
})

test('the same answer from everywhere at once is one payment', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  const body = shop.acBody(attempt.request_fields, '00')
  const applied = await Promise.all(
    (['direct', 'indirect', 'enquiry'] as const).map((channel) =>
      shop.tenant.write((trx) => applyAnswer(trx, systemActor, attempt.id, shop.answer(body, at, channel))),
    ),
  )
  expect(applied.map(({ effect }) => effect).sort()).toEqual(['post', 'repeat', 'repeat'])
  expect(await paymentOf(attempt.id)).toHaveLength(1)
})

test('fifty invoices, each paid twenty times at once: fifty payments', async () => {
  const attempts = []
  for (let index = 0; index < 50; index++) {
    const bill = await shop.bill(1_000 + index)
    const attempt = await shop.start([bill.public_code])
    attempts.push({ attempt, bill, body: shop.acBody(attempt.request_fields, '00') })
  }
  const storm = attempts
    .flatMap((one) => Array.from({ length: 20 }, () => one))
    .map((one, index) => ({ one, key: (index * 7_919) % 1_000 }))
    .sort((a, b) => a.key - b.key)
  const effects = await inLanes(10, storm, async ({ one: { attempt, body } }) => {
    const { effect } = await shop.tenant.write((trx) =>
      applyAnswer(trx, systemActor, attempt.id, shop.answer(body)),
    )
    return effect
  })
  expect(effects.filter((effect) => effect === 'post')).toHaveLength(50)
  expect(effects.filter((effect) => effect === 'repeat')).toHaveLength(950)
  for (const { attempt, bill } of attempts) {
    expect(await paymentOf(attempt.id)).toHaveLength(1)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', paid_sen: bill.total_sen })
  }
  await balanced()
}, 60_000)

test('cash at the counter against the bank’s answer: whoever comes second, nothing is lost', async () => {
  for (let round = 0; round < 20; round++) {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    await shop.say(attempt, '1M')
    const [counter, bank] = await Promise.allSettled([cash(bill.id, 12_000), shop.say(attempt, '00')])
    expect(bank.status).toBe('fulfilled')
    if (counter.status === 'rejected') expect(counter.reason).toMatchObject({ code: 'invoice.not_payable' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', paid_sen: 12_000 })
  }
  await balanced()
})

/** Works through the items with so many at a time: as many as there are connections. */
async function inLanes<T, R>(
  lanes: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const rest = [...items]
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) results.push(await work(item))
    }),
  )
  return results
}
