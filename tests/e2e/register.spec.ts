import type { Page } from '@playwright/test'
import { expect, hosts, inDatabase, patience, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'

/** A family registers its children as it would: on a small phone in Malay, without scripts and without an account. */
const phone = { language: 'ms', width: 360 } as const
const demo = hosts.tenant('demo')
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

/** Three classes that families may choose, of which the last is full and has a waiting list. */
async function threeClasses() {
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

test('a parent without an account registers two children in three classes, one of which is full', async ({
  person,
}) => {
  const { one, two, full } = await threeClasses()
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
})

/** Ticks a class, after a search for it where there are many; what was ticked before stays. */
async function choose(page: Page, name: string, id: string) {
  const box = page.locator(`#subject-${id}`)
  if ((await page.locator('[name=q]').count()) > 0) {
    await page.fill('[name=q]', name)
    await page.getByRole('button', { name: 'Cari' }).click()
  }
  await box.check()
}
