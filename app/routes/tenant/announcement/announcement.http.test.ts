import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { setCredits } from '#tests/support/database/credit-factories.ts'
import { branch, insert, parent, student, subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { platform } from '#tests/support/people/second-factor.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

let tenant: Tenant
let product: App
let admin: Browser
beforeAll(async () => {
  tenant = await freshTenant()
  await subscribed(tenant, {}, { credit: 50 })
  product = await app()
  admin = await product.signedInAs(tenant, 'admin')
  await tenant.write(async (trx) => {
    await student(
      trx,
      { name: 'Adam' },
      { payer: await parent(trx, { name: 'Puan Siti', family_code: 'SITI2345' }) },
    )
    await student(trx, {}, { payer: await parent(trx, { name: 'Encik Lim' }) })
  })
})

const texts = {
  title_en: 'Closed on Monday',
  body_en: 'Dear {parent},\n\nwe are **closed**.',
  who: 'families',
}
const write = async (given: Record<string, string | string[]> = {}, by = admin) => {
  const made = await by.post('/announcement/new', { ...texts, ...given })
  expect(made).toRedirectTo(/^\/announcement\/view\//)
  return made.headers.get('location')!.split('/').at(-1)!
}
const counted = (html: string) => {
  const { version, counted } = fieldsOf(html)
  return { version: version!, counted: counted! }
}
const status = async (id: string) =>
  tenant.read(
    async (db) =>
      await db
        .selectFrom('announcement')
        .select(['status', 'reserved_credits'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
  )

test('what is wrong is said at its field, in all of them at once, and nothing typed is lost', async () => {
  const wrong = await admin.post('/announcement/new', {
    ...{ title_en: 'Notice', body_en: 'Dear {nama}, come to {amount}', title_my: 'Notis', who: 'families' },
    ...{ channels: ['sms', 'email'], sms_en: 'See www.school.com', sms_my: 'Call 012-345 6789' },
  })
  expect(wrong.status).toBe(422)
  const html = await wrong.text()
  for (const said of [
    '{nama} is not a placeholder. Did you mean {parent}?',
    'Write the text in this language, too.',
    'An SMS can’t contain a link',
    'An SMS can’t contain a phone number',
    'Dear {nama}, come to {amount}',
    'See www.school.com',
  ])
    expect(html).toContain(said)
})

test.each([
  [{ who: '' }, 'Choose at least one group of recipients.'],
  [{ title_en: '', body_en: '' }, 'Write a title and a text in at least one language.'],
  [{ body_en: 'Pay {amount}' }, 'works only when the announcement goes to overdue families alone'],
  [{ channels: 'sms' }, 'Write the SMS text in this language, too.'],
  [{ channels: 'sms', sms_en: 'a'.repeat(450) }, 'more than 3 SMS parts'],
  [{ people: 'SITI2345\nTIADA999' }, 'TIADA999 is not a student number or family code'],
  [{ title_en: 'x'.repeat(121) }, '120'],
])('%o is refused', async (given, said) => {
  const wrong = await admin.post('/announcement/new', { ...texts, ...given })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain(said)
})

test('from the draft to sending: real recipients, the exact cost, and the button that carries it', async () => {
  const id = await write({ channels: ['email', 'whatsapp'] })
  const view = await page(admin, `/announcement/view/${id}`)
  expect(view).toContain('<strong>closed</strong>')
  const review = await page(admin, `/announcement/review/${id}?family=siti2345`)
  expect(review).toContain('Send to 2 recipients for 4 credits')
  expect(review).toContain('Credit balance 50, after sending 46.')
  expect(review).toContain('Dear Puan Siti,')
  expect(await page(admin, `/announcement/review/${id}?family=NOBODY`)).toContain(
    'is not among the recipients',
  )

  const fields = counted(review)
  const more = await tenant.write((trx) => student(trx))
  const late = await admin.post(`/announcement/review/${id}`, fields)
  expect(late.status).toBe(409)
  const again = await late.text()
  expect(again).toContain('has changed since you opened this page')
  expect(again).toContain('Send to 3 recipients for 6 credits')

  expect(await admin.post(`/announcement/review/${id}`, counted(again))).toRedirectTo(
    `/announcement/view/${id}`,
  )
  expect(await status(id)).toEqual({ status: 'sending', reserved_credits: 6 })
  // A second press changes nothing.
  expect(await admin.post(`/announcement/review/${id}`, counted(again))).toRedirectTo(
    `/announcement/view/${id}`,
  )
  await tenant.write((trx) =>
    trx
      .updateTable('student')
      .set({ status: 'withdrawn', status_on: '2026-01-10' })
      .where('id', '=', more.id)
      .execute(),
  )

  expect(await admin.post(`/announcement/cancel/${id}`)).toRedirectTo(`/announcement/view/${id}`)
  expect(await admin.post(`/announcement/cancel/${id}`)).toRedirectTo(`/announcement/view/${id}`)
  expect(await page(admin, `/announcement/view/${id}`)).toContain('was already cancelled')
  expect(await status(id)).toMatchObject({ status: 'cancelled' })
})

test('with too few credits the page says so, leads to topping up, and nothing is sent', async () => {
  const { credit } = await tenant.read((db) =>
    db.selectFrom('platform.subscription').select('credit').executeTakeFirstOrThrow(),
  )
  await platform((trx) => setCredits(trx, tenant.place.id, 1))
  const id = await write({ channels: 'whatsapp' })
  const review = await page(admin, `/announcement/review/${id}`)
  expect(review).toContain('credit balance not enough (insufficient credit)')
  expect(review).toContain('/message-credit/top-up')
  expect(review).not.toContain('Send to 2')
  const pressed = await admin.post(`/announcement/review/${id}`, counted(review))
  expect(pressed.status).toBe(402)
  expect(await status(id)).toEqual({ status: 'draft', reserved_credits: 0 })
  await platform((trx) => setCredits(trx, tenant.place.id, credit))
})

test('a scheduled one says when, and an edit makes it a draft again', async () => {
  const id = await write()
  const past = await admin.post(`/announcement/schedule/${id}`, {
    on: '2020-01-01',
    at: '09:00',
    version: '1',
  })
  expect(past.status).toBe(422)
  expect(await past.text()).toContain('Please choose a time in the future.')
  const on = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  expect(await admin.post(`/announcement/schedule/${id}`, { on, at: '09:00', version: '1' })).toRedirectTo(
    `/announcement/view/${id}`,
  )
  expect(await status(id)).toMatchObject({ status: 'scheduled' })
  const fields = { ...texts, title_en: 'Closed on Tuesday', version: '2' }
  expect(await admin.post(`/announcement/edit/${id}`, fields)).toRedirectTo(`/announcement/view/${id}`)
  expect(await status(id)).toMatchObject({ status: 'draft' })
  const copy = await admin.post(`/announcement/duplicate/${id}`)
  expect(copy).toRedirectTo(/^\/announcement\/edit\//)
  expect(await page(admin, copy.headers.get('location')!)).toContain('Closed on Tuesday')
})

describe('files', () => {
  const send = async (id: string, name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('file', new File([bytes], name))
    return admin.post(`/announcement/file/${id}`, form)
  }
  const zip = Uint8Array.from([0x50, 0x4b, 3, 4, ...new Array(200).fill(0)])

  test('a zip called .pdf, and what is too big, are refused; the text stays', async () => {
    const id = await write()
    const odd = await send(id, 'borang.pdf', zip)
    expect(odd.status).toBe(422)
    const big = await send(id, 'besar.pdf', new Uint8Array(2_000_001))
    expect(big.status).toBe(413)
    expect(await big.text()).toContain('Attachment file size is too big')
    expect(await page(admin, `/announcement/view/${id}`)).toContain('<strong>closed</strong>')
  })
})

test('a clerk finds no announcement of another branch, and sends no SMS', async () => {
  const clerk = await product.signedInAs(tenant, 'clerk')
  const away = await tenant.write((trx) => branch(trx))
  const far = await write({ branch_ids: away.id })
  for (const verb of ['view', 'edit', 'review', 'file'])
    expect((await clerk.get(`/announcement/${verb}/${far}`)).status, verb).toBe(404)
  const foreign = await tenant.write((trx) => subject(trx, { branch_id: away.id }))
  const wrong = await clerk.post('/announcement/new', { ...texts, subject_ids: foreign.id })
  expect(wrong.status).toBe(404)
  const id = await write({ channels: 'sms', sms_en: 'Closed on Monday' }, clerk)
  expect((await clerk.get(`/announcement/review/${id}`)).status).toBe(403)
})

test('a parent reads what they received and nothing of how it was sent', async () => {
  const family = await tenant.actor('parent')
  const mother = await product.signedInAs(tenant, 'parent')
  const id = await write()
  expect((await mother.get(`/announcement/view/${id}`)).status).toBe(404)
  await tenant.write((trx) =>
    insert(trx, 'message', {
      ...{ id: newId(), kind: 'announcement', announcement_id: id, parent_id: family.parent_id },
      ...{ name: family.name, locale: 'en' },
    }),
  )
  const read = await page(mother, `/announcement/view/${id}`)
  expect(read).toContain('<strong>closed</strong>')
  expect(read).toContain(`Dear ${family.name},`)
  expect(read).not.toContain('Written by')
  expect(read).not.toContain('/announcement/review/')
})
