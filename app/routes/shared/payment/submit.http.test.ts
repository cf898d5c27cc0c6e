import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { renew } from '#app/integrations/fpx/test-support.ts'
import { newId, newPublicCode } from '#db/id.ts'
import { type Counter, choice, openCounter } from '#tests/support/bank/payer.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import type { Browser } from '#tests/support/product/http.ts'

let counter: Counter
let payer: Browser

beforeAll(async () => {
  counter = await openCounter()
})
beforeEach(() => {
  payer = counter.payer()
  counter.fpx.banks = counter.usualBanks
})

describe('the choice of a bank', () => {
  test('lists the banks by name, the ones that are down marked and not to be chosen, none chosen', async () => {
    const page = await counter.html(payer, `/payment/submit?invoice=${(await counter.bill()).public_code}`)
    const options = [...page.matchAll(/<option([^>]*)>([^<]*)</g)].map(([, tag, name]) => [
      name,
      tag!.includes('disabled'),
    ])
    expect(options).toEqual([
      ['Select bank', false],
      ['Affin Bank', false],
      ['Bank Of China (Offline)', true],
      ['Maybank2U', false],
      ['SBI Bank A', false],
    ])
    expect(page).toMatch(/<dt>FPX fee<\/dt><dd[^>]*>RM1\.00</)
    expect(page).toContain('By proceeding you agree')
    expect(page).toMatch(/<a href="[^"]+termsAndConditions.jsp" target="_blank"/)
  })

  test('shows the fee of the account that is chosen', async () => {
    const { public_code } = await counter.bill()
    expect(await counter.html(payer, `/payment/submit?invoice=${public_code}&model=B2B1`)).toMatch(
      /<dt>FPX fee<\/dt><dd[^>]*>RM2\.00</,
    )
  })

  test('knows a signed-in parent, and of nobody else anything', async () => {
    const { public_code } = await counter.bill()
    const path = `/payment/submit?invoice=${public_code}`
    expect(fieldsOf(await counter.html(payer, path))).toMatchObject({ buyer_name: '', buyer_email: '' })
    const parent = await counter.product.signedInAs(counter.shop.tenant, 'parent')
    const { name } = await counter.shop.tenant.actor('parent')
    expect(fieldsOf(await counter.html(parent, path))).toMatchObject({ buyer_name: name })
  })

  test('without a bank or a name says what is missing and keeps what was typed', async () => {
    const { public_code } = await counter.bill()
    const response = await counter.choose(public_code, {
      bank: '',
      buyer_name: '',
      buyer_email: 'azman@family',
    })
    expect(response.status).toBe(422)
    const page = await response.text()
    expect(page).toContain('Please choose your bank.')
    expect(page).toContain('Please give a valid e-mail address')
    expect(page).toContain('value="azman@family"')
  })

  test('of a bank that went down, or that does not exist, is refused', async () => {
    const { id, public_code } = await counter.bill()
    for (const bank of ['BOCM01', 'NOBANK01']) {
      const response = await counter.choose(public_code, { bank })
      expect(response.status).toBe(422)
      expect(await response.text()).toContain('This bank is offline at the moment.')
    }
    expect(await counter.shop.invoiceNow(id)).toMatchObject({ status: 'unpaid' })
  })

  test('while FPX tells no bank is not possible, and the page says so', async () => {
    const { public_code } = await counter.bill()
    const path = `/payment/submit?invoice=${public_code}`
    const fields = fieldsOf(await counter.html(payer, path))
    counter.fpx.banks = []
    expect(await counter.html(payer, path)).toContain('FPX isn’t responding')
    expect((await payer.post(path, { ...fields, ...choice })).status).toBe(503)
  })

  test.each(['FPX’s', 'our own'])(
    'with %s certificate over is paused: the page says so, and a form of before is refused',
    async (whose) => {
      const { id, public_code } = await counter.bill()
      const path = `/payment/submit?invoice=${public_code}`
      const fields = fieldsOf(await counter.html(payer, path))
      const { config, fpx, own } = counter.shop
      const before = { ...config }
      onTestFinished(() => void Object.assign(config, before))
      const ended = (pair: typeof own) => renew(pair, '2020-01-01', '2021-01-01')
      if (whose === 'our own') config.ownCertificate = await ended(own)
      else config.certificates = [await ended(fpx)]
      const page = await counter.html(payer, path)
      expect(page).toContain('Online payment is paused')
      expect(page).not.toContain('<select')
      const answer = await payer.post(path, { ...fields, ...choice })
      expect(answer.status).toBe(503)
      expect(await answer.text()).toContain('Nothing was charged')
      expect(await counter.shop.invoiceNow(id)).toMatchObject({ status: 'unpaid' })
    },
  )

  test('outside FPX’s limits is told before a bank is chosen, with the limit and another way to pay', async () => {
    const { public_code } = await counter.bill({}, 3_000_000)
    const page = await counter.html(payer, `/payment/submit?invoice=${public_code}`)
    expect(page).toContain('above the limit of RM30,000.00')
    expect(page).toContain('You can pay it in another way')
    expect(page).not.toContain('<select')
    const most = await counter.bill({}, 100_000_000)
    const corporate = await counter.html(payer, `/payment/submit?invoice=${most.public_code}&model=B2B1`)
    expect(corporate).toContain('above the limit of RM1,000,000.00')
    expect(corporate).toContain('by bank transfer or at the office')
    const direct = await payer.post('/payment/submit', { ...choice, invoice: public_code, model: 'B2C' })
    expect(direct.status).toBe(422)
    expect(await counter.html(payer, `/payment/submit?invoice=${public_code}&model=B2B1`)).toContain(
      '<select',
    )
  })

  test.each([
    ['B2C', 99, 'below the minimum of RM1.00'],
    ['B2C', 100, null],
    ['B2C', 3_000_000, null],
    ['B2C', 3_000_001, 'above the limit of RM30,000.00'],
    ['B2B1', 199, 'below the minimum of RM2.00'],
    ['B2B1', 200, null],
  ] as const)('by %s where no fee is added: %i sen', async (model, sen, told) => {
    await counter.shop.tenant.write((trx) =>
      trx
        .insertInto('setting')
        .values({ key: 'fpx_fee', value: JSON.stringify({ subsidy: 'full' }) })
        .execute(),
    )
    onTestFinished(() =>
      counter.shop.tenant
        .write((trx) => trx.deleteFrom('setting').where('key', '=', 'fpx_fee').execute())
        .then(() => {}),
    )
    const { public_code } = await counter.bill({}, sen)
    const page = await counter.html(payer, `/payment/submit?invoice=${public_code}&model=${model}`)
    if (told) expect(page).toContain(told)
    expect(page.includes('<select')).toBe(told === null)
  })

  test('sent twice is one payment', async () => {
    const { public_code } = await counter.bill()
    const path = `/payment/submit?invoice=${public_code}`
    const fields = { ...fieldsOf(await counter.html(payer, path)), ...choice }
    const [first, second] = await Promise.all([payer.post(path, fields), payer.post(path, fields)])
    expect(first.headers.get('location')).toBe(second.headers.get('location'))
    expect(first.headers.get('location')).toMatch(/^\/payment\/go\//)
  })

  test('by a second guardian while the first is at the bank is refused', async () => {
    const { public_code } = await counter.bill()
    const path = `/payment/submit?invoice=${public_code}`
    const theirs = fieldsOf(await counter.html(payer, path))
    await counter.startedAt(public_code)
    const response = await payer.post(path, { ...theirs, ...choice, form_key: newId() })
    expect(response).toRedirectTo(/^\/payment\/status\//)
  })

  test('more than ten times in ten minutes is too often', async () => {
    const { public_code } = await counter.bill()
    const path = `/payment/submit?invoice=${public_code}`
    const statuses = []
    for (let count = 0; count < 11; count++)
      statuses.push(
        (await payer.post(path, { ...choice, bank: 'BOCM01', invoice: public_code, model: 'B2C' })).status,
      )
    expect(statuses).toEqual([...Array(10).fill(422), 429])
  })

  test('sent from another website is not accepted', async () => {
    const { public_code } = await counter.bill()
    const fields = { ...choice, invoice: public_code, model: 'B2C' }
    const response = await payer.post('/payment/submit', fields, { origin: 'https://evil.test' })
    expect(response.status).toBe(403)
  })
})

describe('the door to the bank', () => {
  test('opens once: a form to FPX with the signed request, and the way it stands after that', async () => {
    const { go, status, attempt } = await counter.startedAt((await counter.bill()).public_code)
    const first = await payer.get(go)
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(first.headers.get('content-security-policy')).not.toContain('form-action')
    const page = await first.text()
    expect(page).toContain('/FPXMain/seller2DReceiver.jsp')
    const sent = fieldsOf(page)
    expect(sent).toEqual(attempt.request_fields)
    expect(await payer.get(go)).toRedirectTo(status)
  })

  test('is not opened by a browser that only looks ahead', async () => {
    const { go, status } = await counter.startedAt((await counter.bill()).public_code)
    expect(await payer.get(go, { 'sec-purpose': 'prefetch' })).toRedirectTo(status)
    expect((await payer.send(go, { method: 'HEAD' })).status).toBe(302)
    expect((await payer.get(go)).status).toBe(200)
  })

  test('is nowhere for a code that nobody has', async () => {
    expect(await payer.get(`/payment/go/${newPublicCode()}`)).toRedirectTo(/payment\/status/)
    await counter.html(payer, '/payment/go/nonsense', 404)
  })
})
