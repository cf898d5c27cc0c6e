import type { Page } from '@playwright/test'
import { expect, hosts, inDatabase, test } from './fixtures.ts'
import { reloadUntil } from './steps/journey.ts'
import {
  addsChild,
  choose,
  fitsTheScreen,
  follow,
  goOn,
  handsPapersIn,
  lettersOf,
  phone,
  provesAndSends,
} from './steps/registering.ts'

const demo = hosts.tenant('demo')
const rohani = 'rohani.yusof@keluarga.test'
const devi = 'devi.raman@keluarga.test'
const reason = 'Nur Hana sudah berdaftar dengan kami.'
/** Three classes that families may choose, of which the last is full and has a waiting list; and who is on file. */
async function aSchool() {
  return inDatabase(async (db) => {
    const { rows } = await db.query(
      `select schema_name as schema from platform.entity where subdomain = 'demo'`,
    )
    const { schema } = rows[0]
    const found = await db.query(
      `select subject.id, subject.name from ${schema}.subject join ${schema}.program on program.id = subject.program_id
       where subject.status = 'active' and registration_open and subject.deleted_at is null
         and program.status = 'active' and program.public_registration and coalesce(subject.ends_on >= current_date, true)
       order by subject.id limit 3`,
    )
    const [one, two, full] = found.rows as { id: string; name: string }[]
    await db.query(`update ${schema}.subject set capacity = null where id = any($1)`, [[one!.id, two!.id]])
    await db.query(`update ${schema}.subject set capacity = 1, waitlist = true where id = $1`, [full!.id])
    // A child on file whose name and day of birth are those of the second child.
    await db.query(
      `update ${schema}.student set name = 'Nur Hana', born_on = '2016-07-08'
       where id = (select id from ${schema}.student where status = 'active' and deleted_at is null order by id desc limit 1)`,
    )
    return { one: one!, two: two!, full: full! }
  })
}

test('a parent without an account registers two children in three classes, one of which is full; the office takes one of them in', async ({
  person,
  staff,
}) => {
  const { one, two, full } = await aSchool()
  const parent = await person(phone)
  await parent.goto(`${demo}/login`)
  await follow(parent, 'Daftarkan anak')
  await follow(parent, 'Mula')
  // A slip loses nothing.
  await parent.fill('[name=name]', 'Rohani binti Yusof')
  await parent.check('[name=relationship][value=mother]')
  await parent.fill('[name=phone]', '0123')
  await goOn(parent)
  await expect(parent.getByRole('alert')).toContainText('Telefon')
  await expect(parent.locator('[name=name]')).toHaveValue('Rohani binti Yusof')
  await fitsTheScreen(parent)
  await parent.fill('[name=phone]', '019-555 4321')
  await parent.fill('[name=identity_no]', 'A1234567')
  await parent.fill('[name=email]', rohani)
  await goOn(parent)
  await goOn(parent)
  await follow(parent, 'Tambah anak')
  await addsChild(parent, 'Nur Iman', '2014-05-06', 'PW 10001')
  await fitsTheScreen(parent)
  await follow(parent, 'Tambah seorang lagi anak')
  await addsChild(parent, 'Nur Hana', '2016-07-08', 'PW 10002')
  await follow(parent, 'Teruskan')

  await follow(parent, 'Pilih kelas untuk Nur Iman')
  await choose(parent, one.name, one.id)
  await choose(parent, full.name, full.id)
  await fitsTheScreen(parent)
  await parent.getByRole('button', { name: 'Simpan kelas ini' }).click()
  await follow(parent, 'Pilih kelas untuk Nur Hana')
  await choose(parent, two.name, two.id)
  await parent.getByRole('button', { name: 'Simpan kelas ini' }).click()
  await expect(parent.locator('main')).toContainText('Senarai menunggu')
  await fitsTheScreen(parent)
  await follow(parent, 'Teruskan')

  await handsPapersIn(parent, 2)
  await fitsTheScreen(parent)
  await provesAndSends(parent, await person(), '0195554321')
  await follow(parent, 'Ikuti pendaftaran anda')
  await expect(parent).toHaveURL(/\/application\/status\/[a-z2-9]{26}$/)
  for (const words of ['Nur Iman', 'Nur Hana', one.name, two.name, full.name, 'Dalam senarai menunggu'])
    await expect(parent.locator('main')).toContainText(words)
  await fitsTheScreen(parent)

  const number = /(APP-\d\d-\d{6})/.exec((await parent.locator('main').textContent()) ?? '')![1]!
  await decides(await staff('admin'), number)

  const mailbox = await person()
  const [approved, rejected] = await lettersOf(mailbox, rohani, ['Nur Iman telah didaftarkan', reason])
  expect(approved).toContain('Kami akan memaklumkan keputusan bagi yang lain kemudian.')
  expect(approved).toContain(one.name)
  expect(approved).toContain(`Nur Iman berada dalam senarai menunggu: ${full.name}`)
  expect(rejected).toContain('Kami tidak dapat mendaftarkan Nur Hana')

  await parent.goto(/http\S+\/(?:invoice|application)\/status\/\S+/.exec(approved!)![0])
  await expect(parent.locator('main')).toContainText('Nur I***')
  await expect(parent.locator('main')).toContainText(one.name)
  await expect(parent.locator('main')).toContainText(/Bayar RM\d+\.\d\d dalam talian/)
  await fitsTheScreen(parent)
  await parent.goto(/http\S+\/application\/status\/\S+/.exec(rejected!)![0])
  for (const words of ['Diterima', 'Tidak diterima', reason, 'INV-'])
    await expect(parent.locator('main')).toContainText(words)
  await fitsTheScreen(parent)
})

/** In the office: looks at what has come in, compares the second child with the one on file, and decides about both. */
async function decides(admin: Page, number: string) {
  const main = admin.locator('main')
  await admin.goto(`${demo}/application`)
  await follow(admin, number)
  await expect(main.getByRole('row', { name: /Nur Hana/ })).toContainText('Like a student on file')
  await expect(main.getByRole('button', { name: 'Approve all' })).toHaveCount(0)
  await follow(admin, 'Nur Hana')
  // Side by side: what was applied for, and what is known.
  const compared = main.getByRole('table', { name: 'Like a student on file' })
  await expect(compared.getByRole('row', { name: /^Name/ })).toContainText('Same')
  await expect(compared.getByRole('row', { name: /Date of birth/ })).toContainText('8 Jul 2016')
  await expect(main.getByRole('link', { name: 'Approve', exact: true })).toHaveCount(0)

  await follow(admin, number)
  await follow(admin, 'Nur Iman')
  await admin.getByRole('link', { name: 'Approve', exact: true }).click()
  await admin.getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByRole('status')).toContainText('Nur Iman was approved')

  await follow(admin, 'Nur Hana')
  await follow(admin, 'Reject')
  await admin.fill('[name=reason]', 'No')
  await admin.getByRole('button', { name: 'Reject' }).click()
  await expect(admin.getByRole('alert')).toContainText('Reason')
  await admin.fill('[name=reason]', reason)
  await admin.getByRole('button', { name: 'Reject' }).click()
  await expect(admin.getByRole('status')).toContainText('Nur Hana was rejected')
  await expect(main).toContainText(reason)
}

/** A class of another organisation that anybody may choose, and which has a seat. */
async function aClass() {
  return inDatabase(async (db) => {
    const { rows } = await db.query(
      `select schema_name as schema from platform.entity where subdomain = 'cahaya'`,
    )
    const { schema } = rows[0]
    const found = await db.query(
      `select subject.id, subject.name from ${schema}.subject join ${schema}.program on program.id = subject.program_id
       where subject.status = 'active' and registration_open and subject.deleted_at is null
         and program.status = 'active' and program.public_registration and coalesce(subject.ends_on >= current_date, true)
       order by subject.id limit 1`,
    )
    await db.query(`update ${schema}.subject set capacity = null where id = $1`, [found.rows[0].id])
    return found.rows[0] as { id: string; name: string }
  })
}

test('where the organisation wishes it, a child that nobody is like is taken in without a person', async ({
  person,
  staff,
}) => {
  const school = hosts.tenant('cahaya')
  const subject = await aClass()
  const owner = await staff('superadmin', { subdomain: 'cahaya', at: '/setting/application' })
  await owner.check('[name=auto_approve]')
  await owner.locator('main button[type=submit]').last().click()
  await expect(owner.getByRole('status')).toBeVisible()

  const parent = await person(phone)
  await parent.goto(`${school}/register/${subject.id}`)
  await follow(parent, 'Mula')
  await parent.fill('[name=name]', 'Devi a/p Raman')
  await parent.check('[name=relationship][value=mother]')
  await parent.fill('[name=phone]', '019-555 8765')
  await parent.fill('[name=identity_no]', 'A7654321')
  await parent.fill('[name=email]', devi)
  await goOn(parent)
  await goOn(parent)
  await follow(parent, 'Tambah anak')
  // That a child is Malaysian, which spares its family a tax, a person looks at first.
  await addsChild(parent, 'Kavitha', '2015-03-04', 'PW 20001', 'IN')
  await follow(parent, 'Teruskan')
  await follow(parent, 'Teruskan')
  await handsPapersIn(parent, 1)
  await provesAndSends(parent, await person(), '0195558765')
  await follow(parent, 'Ikuti pendaftaran anda')
  await reloadUntil(parent, /INV-/)
  await expect(parent.locator('main')).toContainText('Diterima')
  const [letter] = await lettersOf(await person(), devi, ['Kavitha telah didaftarkan'])
  expect(letter).toContain(subject.name)
  const number = /(APP-\d\d-\d{6})/.exec((await parent.locator('main').textContent()) ?? '')![1]!
  await owner.goto(`${school}/application?q=${number}`)
  await follow(owner, number)
  await expect(owner.locator('main')).toContainText('Diluluskan')
})
