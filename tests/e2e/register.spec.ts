import type { Page } from '@playwright/test'
import { expect, hosts, inDatabase, patience, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'

/** A family registers its children as it would: on a small phone in Malay, without scripts and without an account. */
const phone = { language: 'ms', width: 360 } as const
const demo = hosts.tenant('demo')
const rohani = 'rohani.yusof@keluarga.test'
const reason = 'Nur Hana sudah berdaftar dengan kami.'
const fitsTheScreen = async (page: Page) => expect(await widerThan(page, [360])).toEqual([])
const goOn = (page: Page) => page.getByRole('button', { name: 'Teruskan' }).click()
const follow = (page: Page, name: string) => page.getByRole('link', { name }).click()

/** The smallest picture there is. */
const certificate = {
  name: 'sijil.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

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

async function addsChild(page: Page, name: string, born_on: string, cert: string) {
  await page.fill('[name=name]', name)
  await page.fill('[name=born_on]', born_on)
  await page.check('[name=gender][value=female]')
  await page.fill('[name=birth_cert_no]', cert)
  await goOn(page)
  await expect(page.locator('h1')).toContainText(name)
  await goOn(page)
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

  for (let children = 0; children < 2; children++) {
    const form = parent.locator('form', { hasText: 'Sijil kelahiran' }).first()
    await form.locator('[type=file]').setInputFiles(certificate)
    await form.getByRole('button', { name: 'Hantar fail ini' }).click()
    await expect(parent.getByRole('status')).toContainText('Fail telah diterima')
  }
  await fitsTheScreen(parent)
  await follow(parent, 'Teruskan')
  await fitsTheScreen(parent)
  await parent.getByRole('button', { name: 'Hantar kod melalui SMS' }).click()
  const messages = await person()
  let code: string | undefined
  await expect(async () => {
    await messages.goto(`${hosts.main}/sandbox/sms?q=0195554321`)
    code = /Kod (\d{6}), sah 5 minit/.exec((await messages.locator('main').textContent()) ?? '')?.[1]
    expect(code).toBeTruthy()
  }).toPass(patience)
  await parent.fill('[name=code]', code!)
  await parent.getByRole('button', { name: 'Sahkan' }).click()
  await parent.getByRole('checkbox').check()
  await parent.getByRole('button', { name: 'Hantar pendaftaran' }).click()
  await expect(parent.locator('h1')).toHaveText('Pendaftaran anda telah diterima')
  await follow(parent, 'Ikuti pendaftaran anda')
  await expect(parent).toHaveURL(/\/application\/status\/[a-z2-9]{26}$/)
  for (const words of ['Nur Iman', 'Nur Hana', one.name, two.name, full.name, 'Dalam senarai menunggu'])
    await expect(parent.locator('main')).toContainText(words)
  await fitsTheScreen(parent)

  const number = /(APP-\d\d-\d{6})/.exec((await parent.locator('main').textContent()) ?? '')![1]!
  await decides(await staff('admin'), number)

  const mailbox = await person()
  const [approved, rejected] = await lettersOf(mailbox, ['Nur Iman telah didaftarkan', reason])
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

/** The mails to the parent, each by words of it. */
async function lettersOf(mailbox: Page, words: readonly string[]) {
  const found: string[] = []
  await expect(async () => {
    found.length = 0
    await mailbox.goto(`${hosts.main}/sandbox/mail?q=${rohani}`)
    const links = await mailbox
      .locator('ol a')
      .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))
    const letters: string[] = []
    for (const link of links) {
      await mailbox.goto(link)
      letters.push((await mailbox.locator('pre').first().textContent()) ?? '')
    }
    for (const some of words) found.push(letters.find((letter) => letter.includes(some)) ?? '')
    expect(found.every(Boolean)).toBe(true)
  }).toPass(patience)
  return found
}

/** Ticks a class, after a search for it where there are many; what was ticked before stays. */
async function choose(page: Page, name: string, id: string) {
  const box = page.locator(`#subject-${id}`)
  if ((await page.locator('[name=q]').count()) > 0) {
    await page.fill('[name=q]', name)
    await page.getByRole('button', { name: 'Cari' }).click()
  }
  await box.check()
}
