import { beforeAll, beforeEach, expect, test } from 'vitest'
import { writeShown } from '#app/domain/payments/baskets/basket.ts'
import { type Counter, choice, openCounter } from '#tests/support/bank/payer.ts'
import { student } from '#tests/support/database/factories.ts'
import { credit, invoice } from '#tests/support/database/money-factories.ts'
import '#tests/support/product/matchers.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import type { Browser } from '#tests/support/product/http.ts'

let counter: Counter
let parent: Browser
let bills: Awaited<ReturnType<typeof invoice>>[]

/** Three invoices of two children of the parent who signs in; what was open before is not any more. */
beforeAll(async () => {
  counter = await openCounter()
  parent = await counter.product.signedInAs(counter.shop.tenant, 'parent')
})
beforeEach(async () => {
  const { tenant } = counter.shop
  const payer = { id: (await tenant.actor('parent')).parent_id! }
  const branch_id = tenant.branch.id
  bills = await tenant.write(async (trx) => {
    await trx.updateTable('invoice').set({ status: 'cancelled', cancel_reason: 'Habis' }).execute()
    const children = [
      await student(trx, { name: 'Nur Aisyah binti Azman', branch_id }, { payer }),
      await student(trx, { name: 'Adam bin Azman', branch_id }, { payer }),
    ]
    const rows = []
    for (const [n, price_sen] of [12_000, 5_050, 999].entries()) {
      const student_id = children[n % 2]!.id
      const due_on = `2026-02-0${n + 1}`
      const row = await invoice(trx, { student_id, payer_parent_id: payer.id, branch_id, due_on }, [
        { price_sen },
      ])
      await trx
        .insertInto('platform.public_code')
        .values({ code: row.public_code, kind: 'invoice' })
        .execute()
      rows.push(row)
    }
    return rows
  })
})

const codes = () => bills.map(({ public_code }) => public_code)
const submit = (which: readonly string[] = codes()) =>
  `/payment/submit?${which.map((code) => `invoice=${code}`).join('&')}`

/** As a browser sends the form: each invoice under the same name. */
const post = async (browser: Browser, path: string, which = codes()) => {
  const { invoice: _one, ...rest } = fieldsOf(await counter.html(browser, path))
  const body = new URLSearchParams({ ...rest, ...choice })
  for (const code of which) body.append('invoice', code)
  return browser.send(path, {
    method: 'POST',
    body: body.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: `http://${counter.shop.tenant.host}:3000`,
    },
  })
}

test('the first button of the parent’s page pays everything that is due, with the sum on it', async () => {
  const page = await counter.html(parent, '/dashboard')
  const [, href] = /<a href="([^"]*)" class="button primary">Pay everything due: RM180.49/.exec(page)!
  expect(href!.replaceAll('&amp;', '&')).toBe(submit())
  const next = await counter.html(parent, submit())
  expect(next).toContain('Nur Aisyah, Adam · 3 invoices')
  expect(next).toContain('RM181.49')
  for (const { number } of bills) expect(next).toContain(number)
})

test('what is ticked is what is paid, all of it ticked at first; nothing ticked is said', async () => {
  const page = await counter.html(parent, '/basket')
  expect(page.match(/<input type="checkbox"[^>]*checked=""/g)).toHaveLength(3)
  const two = codes().slice(1)
  const chosen = `/basket?go=1&${two.map((code) => `invoice=${code}`).join('&')}`
  expect(await parent.get(chosen)).toRedirectTo(submit(two))
  expect(await counter.html(parent, '/basket?go=1')).toContain('Select at least one invoice')
})

test('one payment of them, in the order in which they are due', async () => {
  const started = await post(parent, submit(codes().toReversed()))
  expect(started).toRedirectTo(/^\/payment\/go\//)
  const attempt = await counter.shop.attempt(started.headers.get('location')!.split('/').at(-1)!)
  expect(attempt).toMatchObject({ amount_sen: 18_149, payer_fee_sen: 100 })
  await counter.shop.say(attempt, '00')
  const page = await counter.html(parent, `/payment/status/${attempt.public_code}`)
  for (const { number } of bills) expect(page).toContain(number)
})

test('what changed in between is said with the new sum, and the page is as it is now', async () => {
  const path = submit()
  const { invoice: _one, ...before } = fieldsOf(await counter.html(parent, path))
  await counter.shop.cash(bills[1]!.id, 5_050)
  const body = new URLSearchParams({ ...before, ...choice })
  for (const code of codes()) body.append('invoice', code)
  const answer = await parent.send(path, {
    method: 'POST',
    body: body.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: `http://${counter.shop.tenant.host}:3000`,
    },
  })
  expect(answer.status).toBe(409)
  const page = await answer.text()
  expect(page).toContain(`Paid since you looked: ${bills[1]!.number}. You would now pay RM130.99.`)
  expect(page).toContain(`(${bills[1]!.number}) is already paid.`)
  expect(page).toContain('value="Azman bin Hashim"')
  const now = fieldsOf(page)
  expect(now.seen).toBe(writeShown({ fee_sen: 100, credit_sen: 0, owed_sen: [12_000, 999] }))
})

test('credit is used first, and where it covers all of it no bank is asked', async () => {
  const parent_id = bills[0]!.payer_parent_id
  await counter.shop.tenant.write((trx) => credit(trx, { parent_id, delta_sen: 18_049 }))
  const page = await counter.html(parent, submit())
  expect(page).toContain('Pay RM180.49 with credit')
  expect(page).not.toContain('<select')
  expect(await post(parent, submit())).toRedirectTo('/dashboard')
  expect(await counter.html(parent, '/dashboard')).toContain('Everything is paid')
})

test('what a bank is still busy with is being paid, and not paid', async () => {
  await post(parent, submit())
  const board = await counter.html(parent, '/dashboard')
  expect(board).not.toContain('Everything is paid')
  expect(board).toMatch(/Being paid now(<!-- -->)? <\/small><span>RM<\/span>180\.49/)
  const basket = await counter.html(parent, '/basket')
  expect(basket).toContain(`(${bills[0]!.number}) is being paid right now.`)
  expect(basket).not.toContain('Everything is paid')
})

test('whoever has the code of one invoice sees that one alone, also while all of them are paid', async () => {
  const guest = counter.payer()
  const [one, other] = bills as [(typeof bills)[0], (typeof bills)[0]]
  const choose = await counter.html(guest, submit([one.public_code]))
  expect(choose).not.toContain(other.number)
  expect(choose).toContain('/login/phone?to=%2Fbasket')
  expect((await guest.get('/basket')).headers.get('location')).toMatch(/^\/login/)

  const started = await post(parent, submit())
  const attempt = await counter.shop.attempt(started.headers.get('location')!.split('/').at(-1)!)
  for (const path of [`/invoice/status/${one.public_code}`, submit([one.public_code])]) {
    const answer = await guest.get(path)
    const page = answer.status === 200 ? await answer.text() : (answer.headers.get('location') ?? '')
    expect(page, path).not.toContain(attempt.public_code)
    expect(page, path).not.toContain(other.number)
  }
  const own = await counter.html(parent, `/invoice/status/${one.public_code}`)
  expect(own).toContain(attempt.public_code)
  // it did not go through: who may see them chooses anew
  await counter.shop.say(attempt, '51')
  const again = await parent.post(`/payment/retry/${attempt.public_code}`, {})
  expect(again).toRedirectTo(`/basket?again=${attempt.public_code}`)
})

test('staff, who have no family’s page to choose on, are not led to one', async () => {
  const clerk = await counter.product.signedInAs(counter.shop.tenant, 'clerk')
  const started = await post(parent, submit())
  const attempt = await counter.shop.attempt(started.headers.get('location')!.split('/').at(-1)!)
  await counter.shop.say(attempt, '51')
  const status = `/payment/status/${attempt.public_code}`
  expect(await counter.html(parent, status)).toContain('/basket')
  for (const path of [status, submit([codes()[0]!])])
    expect(await counter.html(clerk, path), path).not.toMatch(/\/basket|%2Fbasket|\/payment\/retry/)
  expect(await clerk.post(`/payment/retry/${attempt.public_code}`, {})).toRedirectTo(status)
})

test('invoices of two families are not one payment, and fifty-one are too many', async () => {
  const foreign = await counter.bill()
  expect(await parent.get(submit([codes()[0]!, foreign.public_code]))).toRedirectTo('/basket')
  const many = Array.from({ length: 51 }, (_, n) => `${codes()[0]!.slice(0, 24)}${String(n + 22)}`)
  expect((await parent.get(submit(many))).status).toBe(404)
})
