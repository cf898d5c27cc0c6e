import type { Page } from '@playwright/test'
import { expect, hosts, inDatabase, test } from './fixtures.ts'

/** Ways in, as somebody takes them on a small phone in Malay, without scripts. */
const phone = { language: 'ms', width: 360 } as const
const tenant = hosts.tenant

/** Opens a page of the sandbox until it shows what has come. */
async function arrived(page: Page, path: string, what: RegExp): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    await page.goto(hosts.main + path)
    found = what.exec((await page.locator('main').textContent()) ?? '')?.[1]
    expect(found).toBeTruthy()
  }).toPass({ timeout: 20_000, intervals: [200] })
  return found!
}

const fitsTheScreen = async (page: Page) => {
  const wide = await page
    .locator('html')
    .evaluate((html) => html.scrollWidth)
    .catch(() => 360)
  expect(wide).toBeLessThanOrEqual(360)
}

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
  await expect(parent).toHaveURL(`${tenant('demo')}/invoice`)
})

/** Somebody of Cahaya who has no password, and whose proof of who they are was eleven minutes ago. */
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
  await expect(helper.locator('h1')).toHaveText('Sahkan bahawa ini ialah anda')
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

test('with a forgotten password: a mail, a new password, and in', async ({ person }) => {
  const [clerk, mailbox] = [await person(phone), await person()]
  await clerk.goto(`${tenant('cahaya')}/login`)
  await clerk.getByRole('link', { name: 'Lupa kata laluan?' }).click()
  await clerk.fill('[name=email]', 'clerk-2@cahaya.test')
  await clerk.getByRole('button', { name: 'Hantar pautan' }).click()
  await expect(clerk.locator('h1')).toHaveText('Sila semak e-mel anda')
  await fitsTheScreen(clerk)
  await expect(async () => {
    await mailbox.goto(`${hosts.main}/sandbox/mail?q=clerk-2@cahaya.test`)
    await mailbox.locator('ol a').first().click({ timeout: 500 })
  }).toPass({ timeout: 20_000, intervals: [200] })
  const text = (await mailbox.locator('pre').first().textContent()) ?? ''
  const link = /http\S+\/reset\?token=\S+/.exec(text)![0]
  await clerk.goto(link)
  expect(clerk.url()).not.toContain('token')
  await clerk.fill('[name=password]', 'selamat123')
  await clerk.fill('[name=password_confirmation]', 'selamat123')
  await clerk.locator('main form button').click()
  await expect(clerk.getByRole('alert')).toContainText('terlalu mudah diteka')
  await clerk.fill('[name=password]', 'hujan petang tadi')
  await clerk.fill('[name=password_confirmation]', 'hujan petang tadi')
  await clerk.locator('main form button').click()
  await expect(clerk).toHaveURL(/\/dashboard$/)
  const later = await person(phone)
  await later.goto(link)
  await expect(later.locator('h1')).toHaveText('Sila minta pautan pemulihan yang baharu')
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
  await expect(later.locator('h1')).toHaveText('Token telah tamat tempoh')
})
