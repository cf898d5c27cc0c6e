import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { newPublicCode } from '#db/id.ts'
import { renderDocument } from '#jobs/handlers/documents.ts'
import { type Counter, choice, openCounter } from '#tests/support/bank/payer.ts'
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

describe('how a payment stands', () => {
  const outcomes = [
    [null, 'B2C', 'Waiting for the bank', '5'],
    ['09', 'B2C', 'Waiting for the bank', '5'],
    ['99', 'B2B1', 'Waiting for your approver', '5'],
    ['00', 'B2C', 'Payment received', null],
    ['51', 'B2C', 'Not paid', null],
    ['1C', 'B2C', 'Not paid', null],
    ['88', 'B2C', 'We’re checking it', null],
  ] as const

  test.each(outcomes)('code %s of %s: %s', async (code, model, word, refresh) => {
    const row = await counter.bill()
    const response = await counter.choose(row.public_code, {}, model)
    const attempt = await counter.shop.attempt(response.headers.get('location')!.split('/').at(-1)!)
    await payer.get(`/payment/go/${attempt.public_code}`)
    if (code) await counter.shop.say(attempt, code, {}, new Date())
    const page = await payer.get(`/payment/status/${attempt.public_code}`)
    expect(page.headers.get('refresh')).toBe(refresh)
    const text = await page.text()
    expect(text).toContain(word)
    expect(text).toContain(attempt.order_no)
    expect(text).toContain('SBI Bank A')
    expect(text).not.toContain('azman@family.test')
    expect(text).not.toContain('Azman bin Hashim')
    expect(text.includes('Please don’t pay again')).toBe(refresh !== null || code === '88')
    expect(text.includes(`/payment/receipt/${attempt.public_code}`)).toBe(code === '00')
    expect(text.includes(`action="/payment/retry/${attempt.public_code}"`)).toBe(
      code === '51' || code === '1C',
    )
    if (code) expect(text).toContain((await counter.shop.attempt(attempt.public_code)).gateway_transaction_id)
  })

  test('of a payment that is ready but was not taken to the bank leads there', async () => {
    const { go, status } = await counter.startedAt((await counter.bill()).public_code)
    const page = await counter.html(payer, status)
    expect(page).toContain(`href="${go}"`)
    expect(page).not.toContain('do not pay again')
  })

  test('at the door to the bank no child is named by more than its call name, for whoever has the link', async () => {
    const bill = await counter.bill()
    const { name } = await counter.shop.tenant.write((trx) =>
      trx
        .updateTable('student')
        .set({ name: 'Emily Smith' })
        .where('id', '=', bill.student_id!)
        .returning('name')
        .executeTakeFirstOrThrow(),
    )
    const { go } = await counter.startedAt(bill.public_code)
    const door = await counter.html(payer, go)
    expect(door).toContain('Emily S***')
    expect(door).not.toContain(name)
  })

  test('of a payment that expired says that it was never started', async () => {
    const { attempt, status } = await counter.startedAt((await counter.bill()).public_code)
    await counter.shop.tenant.write((trx) =>
      trx.updateTable('payment_attempt').set({ state: 'expired' }).where('id', '=', attempt.id).execute(),
    )
    expect(await counter.html(payer, status)).toContain('never started at the bank')
  })

  test('of a code that nobody has is not found; from the main host it leads to the organisation', async () => {
    await counter.html(payer, `/payment/status/${newPublicCode()}`, 404)
    const { status } = await counter.startedAt((await counter.bill()).public_code)
    expect(await counter.product.visitor(mainHost).get(status)).toRedirectTo(
      `http://${counter.shop.tenant.host}:3000${status}`,
    )
  })

  test('in Malay is told in Malay', async () => {
    const { go, status } = await counter.startedAt((await counter.bill()).public_code)
    await payer.get(go)
    await payer.get(`/language/my?to=${status}`)
    expect(await counter.html(payer, status)).toContain('Sila jangan bayar sekali lagi')
  })
})

describe('giving up what waits for an approver', () => {
  const told = {
    en: {
      before: [
        'I made a mistake; give this payment up',
        'Tell your approver to reject this one.',
        'If it is approved all the same, your company is debited for it, too',
        'the money is not lost',
        'or becomes your credit',
      ],
      flash: 'The payment was given up. You can pay the invoice in another way.',
      after: ['You cancelled this payment.', 'or becomes your credit'],
    },
    my: {
      before: [
        'Saya tersilap; hentikan bayaran ini',
        'Minta pelulus anda menolak yang ini.',
        'Jika ia tetap diluluskan, syarikat anda turut didebit untuknya',
        'wang itu tidak hilang',
        'atau menjadi kredit anda',
      ],
      flash: 'Bayaran ini telah dihentikan. Anda boleh membayar invois dengan cara lain.',
      after: ['Anda telah menghentikan bayaran ini.', 'atau menjadi kredit anda'],
    },
  }

  test.each(Object.entries(told))(
    'is told before and after, in %s',
    async (locale, { before, flash, after }) => {
      const row = await counter.bill()
      const chosen = await counter.choose(row.public_code, {}, 'B2B1')
      const attempt = await counter.shop.attempt(chosen.headers.get('location')!.split('/').at(-1)!)
      const { status, giveUp } = paths.payment
      const page = status(attempt.public_code)
      await payer.get(`/language/${locale}?to=${page}`)
      expect(await counter.html(payer, page)).not.toContain(before[0])
      await counter.shop.say(attempt, '99', {}, new Date())
      const asked = await counter.html(payer, page)
      for (const words of before) expect(asked).toContain(words)

      const given = await payer.post(giveUp(attempt.public_code))
      expect(given).toRedirectTo(`/invoice/status/${row.public_code}`)
      expect(await counter.html(payer, given.headers.get('location')!)).toContain(flash)
      const left = await counter.html(payer, page)
      for (const words of after) expect(left).toContain(words)
      expect(left).not.toContain(before[0])
    },
  )
})

describe('the receipt', () => {
  test('is made when it is first asked for; the page waits for it and then gives the file', async () => {
    const { attempt, status } = await counter.startedAt((await counter.bill()).public_code)
    await counter.html(payer, `/payment/receipt/${attempt.public_code}`, 404)
    await counter.shop.say(attempt, '00', {}, new Date())
    expect(await counter.html(payer, status)).toContain('Download receipt')
    const waiting = await payer.get(`/payment/receipt/${attempt.public_code}`)
    expect(waiting.headers.get('refresh')).toBe(`2; url=/payment/receipt/${attempt.public_code}?wait`)
    expect(await waiting.text()).toContain('Preparing your receipt')
    await payer.get(`/payment/receipt/${attempt.public_code}?wait`)
    const asked = await counter.shop.tenant.read((db) =>
      db.selectFrom('document').selectAll().where('kind', '=', 'receipt').execute(),
    )
    const mine = asked.filter(({ subject_id }) => subject_id !== null)
    expect(new Set(mine.map(({ fingerprint }) => fingerprint)).size).toBe(mine.length)
    await expect(counter.shop.tenant).toHaveEnqueued('document.render', { document_id: mine.at(-1)!.id })
  })
})

describe('the receipt of whoever has the link', () => {
  const askedBy = async (browser: Browser, code: string) => {
    const response = await browser.get(`/payment/receipt/${code}`)
    expect(response.status).toBe(200)
    const asked = await counter.shop.tenant.read((db) =>
      db.selectFrom('document').selectAll().where('kind', '=', 'receipt').orderBy('id').execute(),
    )
    return asked.at(-1)!
  }
  const paid = async (given: Parameters<Counter['bill']>[0] = {}) => {
    const { attempt, status } = await counter.startedAt((await counter.bill(given)).public_code)
    await counter.shop.say(attempt, '00', {}, new Date())
    return { code: attempt.public_code, status }
  }

  test('has its names shortened, and its page says how to get the full one', async () => {
    const { code, status } = await paid()
    const page = await counter.html(payer, status)
    expect(page).toContain('For privacy, names are shortened on this page.')
    expect(page).toContain(`href="/login/phone?to=${encodeURIComponent(status)}"`)
    expect((await askedBy(payer, code)).parameters).toEqual({ audience: 'public' })
  })

  test('is the full one for the family that signed in, and for the office, but for no other family', async () => {
    const { parent_id } = await counter.shop.tenant.actor('parent')
    const family = await counter.product.signedInAs(counter.shop.tenant, 'parent')
    const office = await counter.product.signedInAs(counter.shop.tenant, 'clerk')
    const own = await paid({ payer_parent_id: parent_id! })
    const page = await counter.html(family, own.status)
    expect(page).not.toContain('For privacy, names are shortened on this page.')
    expect(page).toContain('Nur Aisyah · Yuran Januari 1')
    expect(page).toContain('The receipt was sent to azman@family.test.')
    // what is left to pay is there, and where nothing is, no empty page
    expect(page).toContain('href="/dashboard">Back to home')
    const strangers = await counter.html(payer, own.status)
    expect(strangers).toContain('Nur A*** · Yuran Januari 1')
    expect(strangers).toContain('The receipt was sent to a***@family.test.')
    const full = await askedBy(family, own.code)
    expect(full.parameters).toEqual({})
    expect((await askedBy(office, own.code)).id).toBe(full.id)
    const others = await paid()
    expect((await askedBy(family, others.code)).parameters).toEqual({ audience: 'public' })
  })

  test.each([
    ['the family', 'everybody else'],
    ['everybody else', 'the family'],
  ] as const)('is a file of its own when %s asks for it before %s does', async (...order) => {
    const { parent_id } = await counter.shop.tenant.actor('parent')
    const browsers = {
      'the family': await counter.product.signedInAs(counter.shop.tenant, 'parent'),
      'everybody else': payer,
    }
    const { code, status } = await paid({ payer_parent_id: parent_id! })
    const texts = { 'the family': '', 'everybody else': '' }
    for (const reader of order) {
      await browsers[reader].get(paths.payment.receipt(code))
      const waiting = await counter.shop.tenant.read((db) =>
        db.selectFrom('document').select('id').where('status', '=', 'queued').execute(),
      )
      for (const { id } of waiting)
        await renderDocument({ document_id: id }, jobTools(counter.shop.tenant, 'document.render'))
      const file = await browsers[reader].get(paths.payment.receiptFile(code))
      expect(file.headers.get('content-type')).toBe('application/pdf')
      texts[reader] = (await textOf(await file.bytes())).text.replace(/\s+/g, ' ')
    }
    const { family_code } = await counter.shop.tenant.read((db) =>
      db.selectFrom('parent').select('family_code').where('id', '=', parent_id!).executeTakeFirstOrThrow(),
    )
    const page = await counter.html(payer, status)
    for (const [name, masked] of [
      ['Nur Aisyah binti Azman', 'Nur A*** bt. A***'],
      [choice.buyer_name, 'Azman b. H***'],
    ] as const) {
      expect(texts['the family']).toContain(name)
      expect(texts['the family']).not.toContain(masked)
      expect(texts['everybody else']).toContain(masked)
      expect(texts['everybody else']).not.toContain(name)
      expect(page).not.toContain(name)
    }
    expect(page).toContain('Nur A*** · Yuran Januari 1')
    expect(texts['the family']).toContain(family_code)
    for (const open of [texts['everybody else'], page]) expect(open).not.toContain(family_code)
  })
})

test('no public page has a script, and each fits into the first flight', async () => {
  const row = await counter.bill()
  const pages = [
    `/invoice/status/${row.public_code}`,
    `/payment/submit?invoice=${row.public_code}`,
    '/payment/returned',
  ]
  for (const path of pages) await check(path)
  const { go, status, attempt } = await counter.startedAt(row.public_code)
  await check(go)
  await check(status)
  await counter.shop.say(attempt, '00', {}, new Date())
  await check(status)
  await check(`/payment/receipt/${attempt.public_code}`)

  async function check(path: string) {
    const page = await counter.html(payer, path)
    expect(page, path).not.toContain('<script')
    expect(page, path).not.toContain('rel="stylesheet"')
    expect(gzipSync(page).length, path).toBeLessThanOrEqual(14_600)
  }
})
