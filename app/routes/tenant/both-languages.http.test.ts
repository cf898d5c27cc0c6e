import { beforeAll, describe, expect, test } from 'vitest'
import { paymentOption, program, student, subject } from '#tests/support/database/factories.ts'
import { infaqType } from '#tests/support/database/giving-factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let tenant: Tenant
let web: App
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
})

const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()
/** A page as guests with the two languages read it. */
const readBy = async (path: string, of = tenant) => {
  const [english, malay] = [web.visitor(of), web.visitor(of)]
  await malay.get('/language/my?to=/login')
  return { english: await textOf(english, path), malay: await textOf(malay, path) }
}

describe('opening hours', () => {
  const hours = { opening_hours: 'Monday to Friday, 8 am to 4 pm', opening_hours_my: 'Isnin hingga Jumaat' }

  test('are said in the reader’s language, and in the first one where there is no other', async () => {
    const owner = await web.signedInAs(tenant, 'superadmin')
    const form = fieldsOf(await textOf(owner, '/setting/contact'))
    expect(await owner.post('/setting/contact', { ...form, ...hours })).toRedirectTo('/setting')
    const both = await readBy('/login')
    expect(both.english).toContain('Monday to Friday, 8 am to 4 pm')
    expect(both.malay).toContain('Isnin hingga Jumaat')
    expect(both.malay).not.toContain('Monday')
    const again = fieldsOf(await textOf(owner, '/setting/contact'))
    expect(again).toMatchObject(hours)
    await owner.post('/setting/contact', { ...again, opening_hours_my: '' })
    expect((await readBy('/login')).malay).toContain('Monday to Friday')
  })

  test('of an organisation that writes Malay first are offered in English', async () => {
    const malay = await freshTenant({ default_locale: 'my' })
    const owner = await web.signedInAs(malay, 'superadmin')
    const names = Object.keys(fieldsOf(await textOf(owner, '/setting/contact')))
    expect(names).toContain('opening_hours_en')
    expect(names).not.toContain('opening_hours_my')
  })
})

test('where to transfer to is said in the reader’s language, and never without the account number', async () => {
  const { bill } = await tenant.write(async (trx) => {
    const { id: student_id } = await student(trx)
    return { bill: await invoice(trx, { student_id, due_on: '2030-01-07' }, [{ price_sen: 5_000 }]) }
  })
  const { id } = await tenant.write((trx) => paymentOption(trx, { method: 'bank_transfer' }))
  const said = { instructions: 'Bank Contoh 5140 1122 3344, write your code' }
  const read = async (set: object) => {
    await tenant.write((trx) => trx.updateTable('payment_option').set(set).where('id', '=', id).execute())
    return readBy(`/invoice/status/${bill.public_code}`)
  }
  const both = await read({ ...said, instructions_my: 'Bank Contoh 5140 1122 3344, tulis kod anda' })
  expect(both.english).toContain('write your code')
  expect(both.malay).toContain('tulis kod anda')
  expect(both.malay).not.toContain('write your code')
  expect((await read({ ...said, instructions_my: 'Tulis kod anda' })).malay).toContain('5140 1122 3344')
})

test('what families give to has its name and description in their language', async () => {
  await tenant.write((trx) =>
    infaqType(trx, { name: 'Library fund', name_my: 'Tabung perpustakaan', description_my: 'Buku baharu' }),
  )
  await tenant.write((trx) => infaqType(trx, { name: 'Orphans of Gombak' }))
  const { english, malay } = await readBy('/infaq')
  expect(english).toContain('Library fund')
  expect(english).not.toContain('Tabung perpustakaan')
  for (const piece of ['Tabung perpustakaan', 'Buku baharu', 'Orphans of Gombak'])
    expect(malay).toContain(piece)
})

test('programs and classes that are offered have their names in the reader’s language, and are found by them', async () => {
  const { id: program_id } = await tenant.write((trx) =>
    program(trx, { name: 'Holiday camp', name_my: 'Kem cuti sekolah' }),
  )
  await tenant.write((trx) => subject(trx, { program_id, name: 'Pottery', name_my: 'Tembikar' }))
  const { english, malay } = await readBy('/register/classes?q=tembikar')
  expect(english).toContain('Pottery')
  expect(english).toContain('Holiday camp')
  expect(malay).toContain('Tembikar')
  expect(malay).toContain('Kem cuti sekolah')
  expect(malay).not.toContain('Pottery')
})
