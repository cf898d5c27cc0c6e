import { readFile } from 'node:fs/promises'
import QRCode from 'qrcode'
import { beforeAll, describe, expect, test } from 'vitest'
import { duitNowText } from '#app/integrations/duitnow/test-support.ts'
import { qrCode } from '#app/print/qr/qr-code.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let owner: Browser
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  owner = await web.signedInAs(tenant, 'superadmin')
})

const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()
const versionOf = async () => fieldsOf(await textOf(owner, '/setting/duitnow/edit')).version ?? '0'
const drawn = (text: string) => QRCode.toBuffer(text, { width: 400 })
async function upload(bytes: Uint8Array | string) {
  const form = new FormData()
  form.set('version', await versionOf())
  form.set('picture', new File([bytes as BlobPart], 'qr.png', { type: 'image/png' }))
  return owner.post('/setting/duitnow/edit', form)
}
const press = async (verb: 'confirm' | 'remove') =>
  owner.post(`/setting/duitnow/${verb}`, { version: await versionOf() })
const bill = () =>
  tenant.write(async (trx) => {
    const row = await invoice(trx, { branch_id: tenant.branch.id, due_on: '2099-01-31' })
    await trx.insertInto('platform.public_code').values({ code: row.public_code, kind: 'invoice' }).execute()
    return row
  })

test('a QR is shown to families once its name was confirmed, as it was issued, until it is taken down', async () => {
  const text = duitNowText()
  const one = await bill()
  const page = `/invoice/status/${one.public_code}`
  const payer = web.visitor(tenant)
  expect(await upload(await drawn(text))).toRedirectTo('/setting/duitnow')
  expect(await textOf(owner, '/setting/duitnow')).toContain('Families would pay “PUSAT TUISYEN BESTARI”.')
  expect(await textOf(payer, page)).not.toContain('DuitNow QR')
  expect(await press('confirm')).toRedirectTo('/setting/duitnow')
  const shown = await textOf(payer, page)
  expect(shown).toContain('The app must name PUSAT TUISYEN BESTARI.')
  // The very modules of what the bank has issued, on the page and on paper.
  expect(shown).toContain(qrCode(text).path)
  const { family_code } = await tenant.read((db) =>
    db
      .selectFrom('parent')
      .select('family_code')
      .where('id', '=', one.payer_parent_id)
      .executeTakeFirstOrThrow(),
  )
  expect(shown).toContain(`Payment reference: ${family_code}`)
  const paper = await textOf(owner, `/invoice/print/${one.id}`)
  expect(paper).toContain(qrCode(text).path)
  expect(paper).toContain(`write ${family_code} as the reference`)
  expect(await press('remove')).toRedirectTo('/setting/duitnow')
  expect(await textOf(payer, page)).not.toContain('DuitNow QR')
})

test('another one waits beside the one that families are shown, and may be thrown away', async () => {
  await upload(await drawn(duitNowText()))
  await press('confirm')
  await upload(await drawn(duitNowText({ '59': 'ORANG LAIN' })))
  const page = await textOf(owner, '/setting/duitnow')
  expect(page).toContain('ORANG LAIN')
  expect(page).toContain('PUSAT TUISYEN BESTARI')
  await press('remove')
  const left = await textOf(owner, '/setting/duitnow')
  expect(left).not.toContain('ORANG LAIN')
  expect(left).toContain('PUSAT TUISYEN BESTARI')
  await press('remove')
  const nothing = await press('remove')
  expect(nothing.status).toBe(404)
})

describe('a picture is refused by name', () => {
  test.each([
    [
      'whose checksum is wrong',
      () => drawn(`${duitNowText().slice(0, -4)}0000`),
      'checksum of this QR is wrong',
    ],
    ['with an amount', () => drawn(duitNowText({ '54': '10.00' })), 'has an amount of its own'],
    ['of a single payment', () => drawn(duitNowText({ '01': '12' })), 'can be used only once'],
    ['of a web page', () => drawn('https://example.test'), 'is not a QR for paying'],
    ['without a QR', () => readFile('db/seed/papers/slip.jpg'), 'No QR can be read'],
    ['that is none', async () => Buffer.from('<svg onload="x()"/>'), 'no picture that can be read'],
  ] as const)('%s', async (_, picture, words) => {
    const answer = await upload(await picture())
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(words)
  })

  test('that is too large, or missing', async () => {
    const large = await upload(new Uint8Array(5_100_000).fill(0xff))
    expect(large.status).toBe(413)
    expect(await large.text()).toContain('5 MB')
    const form = new FormData()
    form.set('version', await versionOf())
    form.set('picture', new File([], ''))
    expect((await owner.post('/setting/duitnow/edit', form)).status).toBe(422)
  })
})

test('an administrator looks, and whoever may not change gateways changes nothing', async () => {
  const admin = await web.signedInAs(tenant, 'admin')
  expect((await admin.get('/setting/duitnow')).status).toBe(200)
  expect((await admin.get('/setting/duitnow/edit')).status).toBe(403)
  const clerk = await web.signedInAs(tenant, 'clerk')
  expect((await clerk.get('/setting/duitnow')).status).toBe(403)
  expect((await admin.post('/setting/duitnow/confirm', { version: '1' })).status).toBe(403)
})
