import type { Page } from '@playwright/test'
import { expect, hosts, inDatabase, password, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'
import { reloadUntil } from './steps/journey.ts'

/** Ways in, as somebody takes them on a small phone in Malay, without scripts. */
const phone = { language: 'ms', width: 360 } as const
const tenant = hosts.tenant

/** Opens a page of the sandbox until it shows what has come. */
async function arrived(page: Page, path: string, what: RegExp): Promise<string> {
  await reloadUntil(page, what, hosts.main + path)
  return what.exec((await page.locator('main').textContent()) ?? '')![1]!
}

const fitsTheScreen = async (page: Page) => expect(await widerThan(page, [360])).toEqual([])

/** The code on the invoices of a family of the demo organisation. */
const familyCodeOf = (phone: string) =>
  inDatabase(async (db): Promise<string> => {
    const entity = await db.query(`select schema_name from platform.entity where subdomain = 'demo'`)
    const schema = entity.rows[0].schema_name
    const { rows } = await db.query(
      `select family_code from ${schema}.parent join ${schema}.user_account as account on account.id = parent.user_id
       where account.phone = $1`,
      [phone],
    )
    return rows[0].family_code
  })

test('by phone: a number, a code, and in', async ({ person }) => {
  const parent = await person(phone)
  await parent.goto(`${tenant('demo')}/login?to=%2Finvoice`)
  await parent.getByRole('link', { name: 'Nombor telefon bimbit' }).click()
  await parent.fill('[name=phone]', '010-000 0018')
  await parent.getByRole('button', { name: 'Hantar kod' }).click()
  await expect(parent.locator('h1')).toHaveText('Masukkan kod')
  await expect(parent.locator('main')).toContainText('010-000 0018')
  await fitsTheScreen(parent)
  const code = await arrived(await person(), '/sandbox/sms?q=0100000018', /Kod (\d{6}), sah 5 minit/)
  await parent.fill('[name=code]', code === '000000' ? '000001' : '000000')
  await parent.getByRole('button', { name: 'Log masuk' }).click()
  await expect(parent.getByRole('alert')).toContainText('OTP tidak sah')
  await parent.fill('[name=code]', code)
  await parent.getByRole('button', { name: 'Log masuk' }).click()
  // Nobody has signed in with this number for a year: whose it is now, the family's code shows.
  await expect(parent.locator('h1')).toHaveText('Masukkan kod keluarga anda')
  await fitsTheScreen(parent)
  await parent.fill('[name=family_code]', await familyCodeOf('+60100000018'))
  await parent.getByRole('button', { name: 'Log masuk' }).click()
  await expect(parent).toHaveURL(`${tenant('demo')}/invoice`)
})

/** Somebody of Cahaya signed in with their number less than a year ago, so that its code is enough. */
const usesTheirPhone = (email: string) =>
  inDatabase(async (db) => {
    const { rows } = await db.query(`select schema_name from platform.entity where subdomain = 'cahaya'`)
    await db.query(
      `update ${rows[0].schema_name}.user_account set phone_proven_at = now() - interval '1 month' where email = $1`,
      [email],
    )
  })

/** Somebody of Cahaya, whom no other story signs in as, who has no password, and whose proof of who they are was eleven minutes ago. */
async function elevenMinutesLater(email: string) {
  await inDatabase(async (db) => {
    const {
      rows: [{ schema }],
    } = await db.query(`select schema_name as schema from platform.entity where subdomain = 'cahaya'`)
    await db.query(`update ${schema}.user_account set password_hash = null where email = $1`, [email])
    await db.query(
      `update ${schema}.session set confirmed_at = now() - interval '11 minutes'
       where user_id = (select id from ${schema}.user_account where email = $1)`,
      [email],
    )
    await db.query(`update platform.rate_limit set expire = expire - 660000 where key like '%+60100000016'`)
  })
}

test('without a password: a code confirms who it is, and the first password is set', async ({ person }) => {
  const [helper, messages] = [await person(phone), await person()]
  const number = '/sandbox/sms?q=0100000016'
  await usesTheirPhone('class-assistant@cahaya.test')
  await helper.goto(`${tenant('cahaya')}/login/phone`)
  await helper.fill('[name=phone]', '010-000 0016')
  await helper.getByRole('button', { name: 'Hantar kod' }).click()
  const first = await arrived(messages, number, /Kod (\d{6}), sah 5 minit/)
  await helper.fill('[name=code]', first)
  await helper.getByRole('button', { name: 'Log masuk' }).click()
  await expect(helper).toHaveURL(/\/dashboard$/)

  await elevenMinutesLater('class-assistant@cahaya.test')
  await helper.goto(`${tenant('cahaya')}/profile/password`)
  await helper.fill('[name=password]', 'hujan petang tadi')
  await helper.fill('[name=password_confirmation]', 'hujan petang tadi')
  await helper.getByRole('button', { name: 'Simpan' }).click()
  await expect(helper.locator('h1')).toHaveText('Sahkan identiti anda')
  await expect(helper.locator('main')).toContainText('010-000 0016')
  await fitsTheScreen(helper)
  await helper.getByRole('button', { name: 'Hantar kod melalui WhatsApp' }).click()
  await expect(helper.locator('main')).toContainText('melalui WhatsApp')
  await fitsTheScreen(helper)
  // The code that signed in does not confirm.
  await helper.fill('[name=code]', first)
  await helper.getByRole('button', { name: 'Sahkan dan teruskan' }).click()
  await expect(helper.getByRole('alert')).toContainText('OTP tidak sah')
  await helper.getByRole('alert').getByRole('link').click()
  await expect(helper.locator('[name=code]')).toBeFocused()
  let second = first
  while (second === first) second = await arrived(messages, number, /Kod (\d{6}), sah 5 minit/)
  await helper.fill('[name=code]', second)
  await helper.getByRole('button', { name: 'Sahkan dan teruskan' }).click()
  await expect(helper).toHaveURL(/\/profile$/)
  await expect(helper.getByRole('status')).toContainText('Kata laluan anda telah ditukar')

  const later = await person(phone)
  await later.goto(`${tenant('cahaya')}/login`)
  await later.fill('[name=email]', 'class-assistant@cahaya.test')
  await later.fill('[name=password]', 'hujan petang tadi')
  await later.getByRole('button', { name: 'Log masuk' }).click()
  await expect(later).toHaveURL(/\/dashboard$/)
})

/** The link in the mail about a password that has come for somebody, who may have got others. */
async function linkFor(mailbox: Page, email: string): Promise<string> {
  const about = /kata laluan|password/i
  await reloadUntil(mailbox, about, `${hosts.main}/sandbox/mail?q=${email}`)
  await mailbox.locator('ol a', { hasText: about }).first().click()
  const text = (await mailbox.locator('pre').first().textContent()) ?? ''
  return /http\S+\/reset\?token=\S+/.exec(text)![0]
}

/** Types a new password twice and sends it. */
async function choose(page: Page, chosen: string) {
  await page.fill('[name=password]', chosen)
  await page.fill('[name=password_confirmation]', chosen)
  await page.locator('main form button').click()
}

test('with a forgotten password: a mail, a new password, and in', async ({ person }) => {
  const clerk = await person(phone)
  await clerk.goto(`${tenant('cahaya')}/login`)
  await clerk.getByRole('link', { name: 'Lupa kata laluan?' }).click()
  await clerk.fill('[name=email]', 'clerk-2@cahaya.test')
  await clerk.getByRole('button', { name: 'Hantar pautan' }).click()
  await expect(clerk.locator('h1')).toHaveText('Sila semak e-mel anda')
  await fitsTheScreen(clerk)
  const link = await linkFor(await person(), 'clerk-2@cahaya.test')
  await clerk.goto(link)
  expect(clerk.url()).not.toContain('token')
  await choose(clerk, 'selamat123')
  await expect(clerk.getByRole('alert')).toContainText('terlalu mudah diteka')
  await choose(clerk, 'hujan petang tadi')
  await expect(clerk).toHaveURL(/\/dashboard$/)
  const later = await person(phone)
  await later.goto(link)
  await expect(later.locator('main')).toContainText(
    'Pautan ini tidak lagi boleh digunakan. Sila minta pautan pemulihan yang baharu.',
  )
})

test('an operator with a forgotten password: a mail, a new password, and in by it alone', async ({
  person,
}) => {
  const [operator, email] = [await person(phone), 'support@lunas.test']
  await operator.goto(`${hosts.main}/admin/login`)
  await operator.getByRole('link', { name: 'Lupa kata laluan?' }).click()
  await expect(operator).toHaveURL(`${hosts.main}/admin/forgot`)
  await operator.fill('[name=email]', email)
  await operator.getByRole('button', { name: 'Hantar pautan' }).click()
  await expect(operator.locator('h1')).toHaveText('Sila semak e-mel anda')
  await fitsTheScreen(operator)
  await operator.goto(await linkFor(await person(), email))
  await fitsTheScreen(operator)
  await choose(operator, 'hujan petang tadi')
  await expect(operator).toHaveURL(/\/admin\/login$/)
  // From here on in the account's own language, in which its mail was.
  await expect(operator.getByRole('status')).toContainText('Your new password is set')
  const signIn = async (password: string) => {
    await operator.fill('[name=email]', email)
    await operator.fill('[name=password]', password)
    await operator.getByRole('button', { name: 'Sign in' }).click()
  }
  await signIn(password)
  await expect(operator.getByRole('alert')).toContainText('Admin invalid credentials')
  await signIn('hujan petang tadi')
  await expect(operator).toHaveURL(/\/admin\/dashboard$/)
})

test('both supervisor and trainer: all at once, or as one of them', { tag: '@commit' }, async ({
  person,
}) => {
  await inDatabase(async (db) => {
    const { rows } = await db.query(`select schema_name from platform.entity where subdomain = 'cahaya'`)
    await db.query(
      `update ${rows[0].schema_name}.user_account set roles = '{supervisor,trainer}' where email = 'supervisor@cahaya.test'`,
    )
  })
  const both = await person(phone)
  await both.goto(`${tenant('cahaya')}/login`)
  await both.fill('[name=email]', 'supervisor@cahaya.test')
  await both.fill('[name=password]', password)
  await both.locator('main button[type=submit]').first().click()
  await expect(both).toHaveURL(/\/dashboard$/)
  // By what the school calls things another story may change: links and buttons are found by where they lead.
  const invoices = both.locator('nav a[href="/invoice"]')
  const look = async (as: string) => {
    const button = both.locator(`button[name=profile][value=${as}]`)
    await both.waitForLoadState()
    await both.locator('header summary').first().click()
    await button.click()
    await expect(both).toHaveURL(/\/dashboard$/)
    await expect(both.locator('.view-as [aria-current=true]')).toHaveCount(1)
    await expect(button).toHaveCount(0)
    await fitsTheScreen(both)
  }
  await look('trainer')
  await expect(invoices).toHaveCount(0)
  await both.goto(`${tenant('cahaya')}/invoice`)
  await expect(both.locator('h1')).toHaveText('Bukan untuk peranan anda')
  await both.goto(`${tenant('cahaya')}/dashboard`)
  await look('all')
  await expect(invoices).toHaveCount(1)
})

test('known in two organisations: a contact, a code, a choice, and in', async ({ person }) => {
  const trainer = await person(phone)
  await trainer.goto(`${tenant('demo')}/login`)
  await trainer.getByRole('link', { name: 'Organisasi lain?' }).click()
  await expect(trainer).toHaveURL(`${hosts.main}/login/organisation`)
  await trainer.fill('[name=contact]', '010-000 0017')
  await trainer.getByLabel('WhatsApp').check()
  await trainer.getByRole('button', { name: 'Hantar kod' }).click()
  await fitsTheScreen(trainer)
  const code = await arrived(await person(), '/sandbox/sms?q=0100000017', /Kod (\d{6}), sah 5 minit/)
  await trainer.fill('[name=code]', code)
  await trainer.getByRole('button', { name: 'Tunjukkan organisasi saya' }).click()
  await expect(trainer.locator('main li')).toHaveCount(2)
  await fitsTheScreen(trainer)
  await trainer.locator('main li', { hasText: 'Sekolah Cahaya Murni' }).getByRole('button').click()
  await expect(trainer).toHaveURL(new RegExp(`^${tenant('cahaya')}/login/ticket`))
  const door = trainer.url()
  await trainer.getByRole('button', { name: 'Teruskan' }).click()
  await expect(trainer).toHaveURL(`${tenant('cahaya')}/dashboard`)
  const later = await person(phone)
  await later.goto(door)
  await expect(later.locator('main')).toContainText(
    'Token telah tamat tempoh. Sila log masuk semula, atau minta pautan baharu.',
  )
})
