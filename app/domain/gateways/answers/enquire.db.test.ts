import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import { abandonAttempt, giveUpApproval, releaseAttempt } from '#app/domain/gateways/answers/give-up.ts'
import { exceptionsOf } from '#app/domain/gateways/payment-exceptions/test-support.ts'
import { sweepEnquiries } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import { at, minutes, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { withPlatform } from '#db/with-tenant.ts'

let shop: Shop
/** What FPX answers, by the order number that it is asked about; nothing means that it hangs up. */
let reply: (asked: URLSearchParams) => string | null = () => null
let calls = 0
const gateway = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    calls++
    const text = reply(new URLSearchParams(Buffer.concat(chunks).toString()))
    if (text === null) response.destroy()
    else response.end(`\n${text}\n`)
  })
})

beforeAll(async () => {
  shop = await openShop()
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  shop.config.url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
})
beforeEach(() => {
  calls = 0
})
afterAll(() => new Promise((resolve) => gateway.close(resolve)))

/** FPX says `code` about whatever it is asked. */
const says = (code: string) => {
  reply = (asked) => shop.acBody(Object.fromEntries(asked), code, code === '76' ? { fpx_fpxTxnId: '' } : {})
}

const ask = (id: string, when: Date, why: 'due' | 'asked' = 'due') =>
  enquireAttempt(
    { gateways: shop.gateways, write: shop.tenant.write, now: () => when, timeoutMs: 2_000 },
    systemActor,
    id,
    why,
  )

async function started(model: 'B2C' | 'B2B1' = 'B2C') {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code], { model })
  return { bill, attempt, now: () => shop.attempt(attempt.public_code) }
}

const plannedJobs = (attempt_id: string) =>
  withPlatform(shop.tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('run_at')
      .where('name', '=', 'payment.enquire')
      .where('payload', '@>', JSON.stringify({ attempt_id }))
      .orderBy('run_at')
      .execute(),
  )

test('FPX is asked at the planned time and not before, and the next time is stored before the call', async () => {
  const { attempt, bill, now } = await started()
  says('00')
  expect(await ask(attempt.id, minutes(1))).toBeUndefined()
  expect(calls).toBe(0)
  const applied = await ask(attempt.id, minutes(3))
  expect(applied).toMatchObject({ state: 'paid', effect: 'post' })
  expect(calls).toBe(1)
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
  expect(await plannedJobs(attempt.id)).toHaveLength(2)
  expect(await now()).toMatchObject({ enquiries: 1, next_enquiry_at: null })
  expect(await ask(attempt.id, minutes(10))).toBeUndefined()
})

test('an attempt keeps the seller it was signed for when that of the organisation changes', async () => {
  const { attempt, bill, now } = await started()
  const before = shop.tenant.entity.fpx_seller_id
  const become = (fpx_seller_id: string | null) =>
    withPlatform(shop.tenant.database.pool, (trx) =>
      trx
        .updateTable('platform.entity')
        .set({ fpx_seller_id })
        .where('id', '=', shop.tenant.place.id)
        .execute(),
    )
  await become('SE00077700')
  let asked: string | null = null
  reply = (fields) => {
    asked = fields.get('fpx_sellerId')
    return shop.acBody(Object.fromEntries(fields), '00')
  }
  expect(await ask(attempt.id, minutes(3))).toMatchObject({ state: 'paid', effect: 'post' })
  expect(asked).toBe(before)
  expect(await now()).toMatchObject({ review_reason: null, request_fields: { fpx_sellerId: before } })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
  expect((await started()).attempt.request_fields).toMatchObject({ fpx_sellerId: 'SE00077700' })
  await become(before)
})

test('two workers with the same job ask once', async () => {
  const { attempt } = await started()
  says('09')
  const applied = await Promise.all([ask(attempt.id, minutes(3)), ask(attempt.id, minutes(3))])
  expect(applied.filter((one) => one)).toHaveLength(1)
  expect(calls).toBe(1)
})

test.each([
  ['hangs up', () => null],
  ['says ERROR', () => 'ERROR'],
  ['answers a page', () => '<html></html>'],
  ['answers nothing', () => ''],
  ['answers rubbish', () => '%%% fpx is = not & well ==='],
])('FPX %s: nothing changes, and FPX is asked again', async (_what, said) => {
  const { attempt, bill, now } = await started()
  reply = said
  expect(await ask(attempt.id, minutes(61))).toMatchObject({ state: 'created', effect: 'keep' })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({
    status: 'pending',
    locked_by_attempt_id: attempt.id,
  })
  expect((await now()).next_enquiry_at!.getTime()).toBeGreaterThan(minutes(61).getTime())
})

test('an unsigned answer and one about another order are refused', async () => {
  const { attempt, now } = await started()
  const other = await started()
  reply = (asked) =>
    shop
      .acBody(Object.fromEntries(asked), '00')
      .replace(/(fpx_checkSum=)(\w)/, (_, name, first) => `${name}${first === '0' ? '1' : '0'}`)
  expect(await ask(attempt.id, minutes(3))).toMatchObject({ state: 'created' })
  reply = () => shop.acBody(other.attempt.request_fields, '00')
  expect(await ask(attempt.id, minutes(6))).toMatchObject({ state: 'created' })
  expect((await now()).state).toBe('created')
  expect((await other.now()).state).toBe('created')
})

describe('time', () => {
  test('an undecided payment locks its invoice for an hour; then it can be paid again', async () => {
    const { attempt, bill } = await started()
    says('76')
    await ask(attempt.id, minutes(30))
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending' })
    await ask(attempt.id, minutes(64))
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_until: null })
    expect((await shop.attempt(attempt.public_code)).state).toBe('created')
    says('00')
    expect(await ask(attempt.id, minutes(130))).toMatchObject({ state: 'paid' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
  })

  test('a corporate payment locks its invoice for longer than an hour', async () => {
    const { attempt, bill } = await started('B2B1')
    says('99')
    expect(await ask(attempt.id, minutes(64))).toMatchObject({ state: 'awaiting_approval' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending' })
  })

  test.each(['76', '09'])(
    'a company’s payment of which FPX says %s keeps it past the hour, too',
    async (code) => {
      const { attempt, bill } = await started('B2B1')
      says(code)
      await ask(attempt.id, minutes(64))
      expect(await shop.invoiceNow(bill.id)).toMatchObject({
        status: 'pending',
        locked_by_attempt_id: attempt.id,
      })
    },
  )

  test('not found after a day without any answer: it was never started', async () => {
    const { attempt, now } = await started()
    says('76')
    await ask(attempt.id, minutes(64))
    expect(await ask(attempt.id, minutes(25 * 60))).toMatchObject({ state: 'expired' })
    expect(await now()).toMatchObject({ state: 'expired', next_enquiry_at: null })
  })

  test('not found after a day although the bank had it: FPX is asked for three days, then a person is needed', async () => {
    const { attempt, bill, now } = await started()
    await shop.say(attempt, '09')
    says('76')
    expect(await ask(attempt.id, minutes(25 * 60))).toMatchObject({ state: 'pending' })
    expect((await now()).next_enquiry_at!.getTime()).toBeGreaterThanOrEqual(minutes(48 * 60).getTime())
    expect(await ask(attempt.id, minutes(51 * 60))).toMatchObject({ state: 'pending' })
    expect(await now()).toMatchObject({ next_enquiry_at: minutes(72 * 60) })
    expect(await ask(attempt.id, minutes(72 * 60))).toMatchObject({
      state: 'needs_review',
      alarm: { reason: 'no_answer' },
    })
    expect(await now()).toMatchObject({ next_enquiry_at: null, review_reason: 'no_answer' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid' })
  })

  test('an approver who never decides: after the window a person is needed, and the invoice is unlocked', async () => {
    const { attempt, bill } = await started('B2B1')
    says('99')
    await ask(attempt.id, minutes(3))
    expect(await ask(attempt.id, minutes(7 * 24 * 60))).toMatchObject({ state: 'needs_review' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid' })
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ kind: 'approval_late', state: 'open' }])
    says('00')
    expect(await ask(attempt.id, minutes(8 * 24 * 60), 'asked')).toMatchObject({ state: 'paid' })
    expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ resolution: 'settled' }])
  })
})

test('a person’s enquiry does not wait for its time, and comes at most once a minute', async () => {
  const { attempt, now } = await started()
  says('09')
  const planned = (await now()).next_enquiry_at
  expect(await ask(attempt.id, minutes(1), 'asked')).toMatchObject({ state: 'pending' })
  expect(await ask(attempt.id, minutes(1), 'asked')).toBeUndefined()
  expect(calls).toBe(1)
  expect((await now()).next_enquiry_at).toEqual(planned)
})

test('FPX is asked once more about a failure that the bank may revise', async () => {
  const { attempt, now } = await started()
  expect(await shop.say(attempt, '87')).toMatchObject({ state: 'failed', alarm: { reason: 'bank_problem' } })
  says('00')
  expect(await ask(attempt.id, new Date(at.getTime() + 31_000))).toMatchObject({ state: 'paid' })
  expect(await now()).toMatchObject({ late_success: true })
})

describe('starting over', () => {
  const abandon = (code: string, when: Date) =>
    shop.tenant.write((trx) => abandonAttempt(trx, systemActor, code, when))

  test('is refused while FPX has not been asked, when it knows it by a code of no list, and when it has it', async () => {
    const { attempt } = await started()
    await expect(abandon(attempt.public_code, minutes(3))).rejects.toMatchObject({
      code: 'payment.not_started_only',
    })
    says('ZZ')
    expect(await ask(attempt.id, minutes(3))).toMatchObject({ effect: 'keep' })
    await expect(abandon(attempt.public_code, minutes(3))).rejects.toMatchObject({
      code: 'payment.not_started_only',
    })
    says('09')
    await ask(attempt.id, minutes(3))
    await expect(abandon(attempt.public_code, minutes(3))).rejects.toMatchObject({
      code: 'payment.not_started_only',
    })
  })

  test('is allowed when FPX has just said that it does not know the payment; money that still comes is posted', async () => {
    const { attempt, bill, now } = await started()
    says('76')
    await ask(attempt.id, minutes(3))
    await expect(abandon(attempt.public_code, minutes(20))).rejects.toMatchObject({
      code: 'payment.not_started_only',
    })
    await abandon(attempt.public_code, minutes(4))
    expect(await now()).toMatchObject({ state: 'cancelled' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid' })
    expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid' })
  })
})

test('staff unlock an invoice; the attempt goes on', async () => {
  const { attempt, bill } = await started()
  const user_id = (await shop.tenant.actor('supervisor')).id
  const scope = (branch_ids: string[]) => ({ scope: 'branch' as const, user_id, branch_ids, parent_id: null })
  const release = (branch_ids: string[]) =>
    shop.tenant.write((trx) => releaseAttempt(trx, systemActor, scope(branch_ids), attempt.id))
  await expect(release([])).rejects.toMatchObject({ code: 'not_found.payment' })
  await release([shop.tenant.branch.id])
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
  await expect(release([shop.tenant.branch.id])).rejects.toMatchObject({ code: 'action_not_allowed' })
  expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid' })
})

test('an enquiry whose job was lost is enqueued again, once in ten minutes', async () => {
  const { attempt } = await started()
  const sweep = () => withPlatform(shop.tenant.database.pool, (trx) => sweepEnquiries(trx))
  const before = (await plannedJobs(attempt.id)).length
  expect(await sweep()).toBeGreaterThan(0)
  expect(await plannedJobs(attempt.id)).toHaveLength(before + 1)
  expect(await sweep()).toBe(0)
})

describe('exceptions', () => {
  /** FPX says `code` about whatever it is asked. */
  const says = (code: string) => {
    reply = (asked) => shop.acBody(Object.fromEntries(asked), code, code === '76' ? { fpx_fpxTxnId: '' } : {})
  }

  const ask = (id: string, when: Date, why: 'due' | 'asked' = 'due') =>
    enquireAttempt(
      { gateways: shop.gateways, write: shop.tenant.write, now: () => when, timeoutMs: 2_000 },
      systemActor,
      id,
      why,
    )

  async function started(model: 'B2C' | 'B2B1' = 'B2C') {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code], { model })
    return { bill, attempt, now: () => shop.attempt(attempt.public_code) }
  }

  describe('a corporate payment that its payer gives up', () => {
    const givenUp = async () => {
      const given = await started('B2B1')
      await shop.say(given.attempt, '99')
      await shop.tenant.write((trx) => giveUpApproval(trx, systemActor, given.attempt.public_code, at))
      return given
    }

    test('unlocks the invoice for good, though FPX is still asked', async () => {
      const { attempt, bill, now } = await givenUp()
      expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
      says('99')
      expect(await ask(attempt.id, minutes(64))).toMatchObject({ state: 'cancelled', effect: 'keep' })
      expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid' })
      expect((await now()).next_enquiry_at).not.toBeNull()
    })

    test('and that is approved nevertheless becomes credit if the invoice was paid meanwhile, and staff are notified', async () => {
      const { attempt, bill } = await givenUp()
      await shop.cash(bill.id, 12_000)
      says('00')
      expect(await ask(attempt.id, minutes(64))).toMatchObject({
        state: 'paid',
        alarm: { reason: 'credited' },
      })
      expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ kind: 'credited', state: 'open' }])
      await shop.balanced()
    })

    test('is refused for any other', async () => {
      const { attempt } = await started('B2B1')
      const given = shop.tenant.write((trx) => giveUpApproval(trx, systemActor, attempt.public_code, at))
      await expect(given).rejects.toMatchObject({ code: 'payment.not_waiting' })
    })

    test('is refused once it is approved, and stays paid', async () => {
      const { attempt, bill, now } = await started('B2B1')
      await shop.say(attempt, '99')
      await shop.say(attempt, '00')
      const given = shop.tenant.write((trx) => giveUpApproval(trx, systemActor, attempt.public_code, at))
      await expect(given).rejects.toMatchObject({ code: 'payment.not_waiting' })
      expect(await now()).toMatchObject({ state: 'paid', given_up_at: null })
      expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
    })
  })

  describe('an answer that differs from the request', () => {
    const doubted = async () => {
      const given = await started()
      await shop.say(given.attempt, '00', { fpx_txnAmount: '1.00' })
      return given
    }

    test.each([
      ['51', 'failed'],
      ['1C', 'cancelled'],
    ])('FPX, asked itself, says %s: the invoice is free, and a person still looks', async (code, state) => {
      const { attempt, bill, now } = await doubted()
      says(code)
      expect(await ask(attempt.id, minutes(3))).toMatchObject({ state, effect: 'release' })
      expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
      expect(await now()).toMatchObject({ review_reason: 'mismatch' })
      expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ kind: 'mismatch', state: 'open' }])
    })

    test('is unlocked neither by time nor by what the bank sends on its own', async () => {
      const { attempt, bill } = await doubted()
      await shop.say(attempt, '51')
      says('76')
      for (const hours of [1, 25, 73]) await ask(attempt.id, minutes(hours * 60 + 5), 'due')
      expect(await shop.invoiceNow(bill.id)).toMatchObject({
        status: 'pending',
        locked_by_attempt_id: attempt.id,
      })
    })
  })
})
