import type { Page } from '@playwright/test'
import { expect, hosts, inDatabase, test } from './fixtures.ts'
import { reloadUntil } from './steps/journey.ts'
import {
  addsChild,
  bornBefore,
  choose,
  fitsTheScreen,
  follow,
  goOn,
  handsPapersIn,
  lettersOf,
  pagesOf,
  phone,
  provesAndSends,
} from './steps/registering.ts'

const demo = hosts.tenant('demo')
const rohani = 'rohani.yusof@keluarga.test'
const devi = 'devi.raman@keluarga.test'
const reason = 'Nur Hana sudah berdaftar dengan kami.'
/**
 * Three classes of one branch, for children from ten to twelve, of which the last is full and has a waiting list; one for
 * older ones.
 */
async function aSchool() {
  return inDatabase(async (db) => {
    const { rows } = await db.query(
      `select schema_name as schema from platform.entity where subdomain = 'demo'`,
    )
    const { schema } = rows[0]
    const found = await db.query(
      `select subject.id, subject.name, subject.branch_id from ${schema}.subject join ${schema}.program on program.id = subject.program_id
       where subject.status = 'active' and registration_open and subject.deleted_at is null
         and program.status = 'active' and program.public_registration and coalesce(subject.ends_on >= current_date, true)
       order by subject.branch_id, subject.id limit 4`,
    )
    const [one, two, full, older] = found.rows as { id: string; name: string; branch_id: string }[]
    const { branch_id } = one!
    for (const { id } of [one!, two!, full!])
      await db.query(
        `update ${schema}.subject set branch_id = $2, min_age = 10, max_age = 12 where id = $1`,
        [id, branch_id],
      )
    await db.query(`update ${schema}.subject set branch_id = $2, min_age = 16, max_age = 18 where id = $1`, [
      older!.id,
      branch_id,
    ])
    await db.query(`update ${schema}.subject set capacity = null where id = any($1)`, [[one!.id, two!.id]])
    await db.query(`update ${schema}.subject set capacity = 1, waitlist = true where id = $1`, [full!.id])
    return { one: one!, two: two!, full: full!, older: older!, branch_id }
  })
}

const hanaBornOn = bornBefore(10, '07-08')

/** A child on file whose name and day of birth are those of the second child. */
async function aLikeness() {
  await inDatabase(async (db) => {
    const { rows } = await db.query(
      `select schema_name as schema from platform.entity where subdomain = 'demo'`,
    )
    const { schema } = rows[0]
    await db.query(
      `update ${schema}.student set name = 'Nur Hana', born_on = $1
       where id = (select id from ${schema}.student where status = 'active' and deleted_at is null order by id desc limit 1)`,
      [hanaBornOn],
    )
  })
}

/** The first page of all, which is about the parent. */
async function saysWho(
  parent: Page,
  { name, number, email }: { name: string; number: string; email: string },
) {
  await parent.fill('[name=name]', name)
  await parent.check('[name=relationship][value=mother]')
  await parent.fill('[name=phone]', number)
  await parent.fill('[name=identity_no]', 'A1234567')
  await parent.fill('[name=email]', email)
  await goOn(parent)
}

test('a parent without an account registers two children in three classes, one of which is full; the office takes one of them in', async ({
  person,
  staff,
}) => {
  const { one, two, full, older, branch_id } = await aSchool()
  await aLikeness()
  const parent = await person(phone)
  await parent.goto(`${demo}/login`)
  await follow(parent, 'Daftarkan anak')
  // A slip loses nothing.
  await saysWho(parent, { name: 'Rohani binti Yusof', number: '0123', email: rohani })
  await expect(parent.getByRole('alert')).toContainText('Telefon')
  await expect(parent.locator('[name=name]')).toHaveValue('Rohani binti Yusof')
  await fitsTheScreen(parent)
  await parent.fill('[name=phone]', '019-555 4321')
  await goOn(parent)
  await addsChild(parent, { name: 'Nur Iman', born_on: bornBefore(12), cert: 'PW 10001', branch_id })

  await expect(parent.locator(`#subject-${older.id}`)).toHaveCount(0)
  await choose(parent, one.name, one.id)
  await choose(parent, full.name, full.id)
  await fitsTheScreen(parent)
  await goOn(parent)
  await handsPapersIn(parent)
  await expect(parent.locator('main')).toContainText('Senarai menunggu')
  await fitsTheScreen(parent)

  await follow(parent, 'Tambah seorang lagi anak')
  await addsChild(parent, { name: 'Nur Hana', born_on: hanaBornOn, cert: 'PW 10002', branch_id })
  await choose(parent, two.name, two.id)
  await goOn(parent)
  await handsPapersIn(parent)
  await fitsTheScreen(parent)
  await provesAndSends(parent, await person(), '0195554321')
  await fitsTheScreen(parent)
  await follow(parent, 'Semak status')
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

test('one child is registered in seven pages, from the first to the one that says it has arrived', async ({
  person,
}) => {
  const { one, branch_id } = await aSchool()
  const parent = await person(phone)
  const shown = pagesOf(parent)
  await parent.goto(`${demo}/register`)
  await saysWho(parent, {
    name: 'Aishah binti Omar',
    number: '019-555 2468',
    email: 'aishah.omar@keluarga.test',
  })
  await addsChild(parent, { name: 'Nur Sofia', born_on: bornBefore(11), cert: 'PW 30001', branch_id })
  await choose(parent, one.name, one.id)
  await goOn(parent)
  await handsPapersIn(parent)
  await provesAndSends(parent, await person(), '0195552468')
  expect(shown).toHaveLength(7)
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
  await expect(compared.getByRole('row', { name: /Date of birth/ })).toContainText(
    `8 Jul ${hanaBornOn.slice(0, 4)}`,
  )
  await expect(main.getByRole('link', { name: 'Approve', exact: true })).toHaveCount(0)

  await follow(admin, number)
  await follow(admin, 'Nur Iman')
  await admin.getByRole('link', { name: 'Approve', exact: true }).click()
  await admin.getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByRole('status')).toContainText('Nur Iman was approved')
  await expect(main.getByRole('link', { name: /^INV-/ })).toBeVisible()

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
      `select subject.id, subject.name, subject.branch_id from ${schema}.subject join ${schema}.program on program.id = subject.program_id
       where subject.status = 'active' and registration_open and subject.deleted_at is null
         and program.status = 'active' and program.public_registration and coalesce(subject.ends_on >= current_date, true)
       order by subject.id limit 1`,
    )
    await db.query(`update ${schema}.subject set capacity = null, min_age = 7, max_age = 17 where id = $1`, [
      found.rows[0].id,
    ])
    return found.rows[0] as { id: string; name: string; branch_id: string }
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
  await saysWho(parent, { name: 'Devi a/p Raman', number: '019-555 8765', email: devi })
  // That a child is Malaysian, which spares its family a tax, a person looks at first.
  const { branch_id } = subject
  await addsChild(parent, {
    name: 'Kavitha',
    born_on: bornBefore(11, '03-04'),
    cert: 'PW 20001',
    branch_id,
    country: 'IN',
  })
  await goOn(parent)
  await handsPapersIn(parent)
  await provesAndSends(parent, await person(), '0195558765')
  await follow(parent, 'Semak status')
  await reloadUntil(parent, /INV-/)
  await expect(parent.locator('main')).toContainText('Diterima')
  const [letter] = await lettersOf(await person(), devi, ['Kavitha telah didaftarkan'])
  expect(letter).toContain(subject.name)
  const number = /(APP-\d\d-\d{6})/.exec((await parent.locator('main').textContent()) ?? '')![1]!
  await owner.goto(`${school}/application?q=${number}`)
  await follow(owner, number)
  await expect(owner.locator('main')).toContainText('Diluluskan')
})
