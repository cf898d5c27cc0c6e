import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, hosts, password, patience, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'

const main = () => hosts.main

/** Signs in with the password, in Malay; the page that comes next is up to the account. */
async function givePassword(page: Page, email: string) {
  await page.goto(`${main()}/admin/login`)
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', password)
  await page.getByRole('button', { name: 'Log masuk' }).click()
}

test('an operator sets up the second factor, signs in with a code, then with a recovery code', async ({
  person,
}) => {
  const page = await person({ language: 'ms', width: 360 })
  await givePassword(page, 'auditor@lunas.test')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.goto(`${main()}/language/my?to=/admin/dashboard`)
  await page.getByRole('link', { name: 'Sediakan faktor kedua' }).click()
  await expect(page.locator('svg.qr')).toBeVisible()
  const key = (await page.locator('code').first().textContent())!.replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  await page.fill('[name=code]', '000000')
  await page.getByRole('button', { name: 'Aktifkan' }).click()
  await expect(page.locator('[role=alert]')).toContainText('Kod')
  // A phone that is a little slow: its code of the last half minute still counts, and this one's stays unused.
  await page.fill('[name=code]', app.generate({ timestamp: Date.now() - 30_000 }))
  await page.getByRole('button', { name: 'Aktifkan' }).click()
  await expect(page.locator('.codes li')).toHaveCount(10)
  const codes = await page.locator('.codes code').allTextContents()
  await page.getByRole('link', { name: 'Saya telah menyimpan kod' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)

  const sees = async () => {
    await expect(page.locator('h1')).toContainText('Papan pemuka')
    expect(await widerThan(page, [360])).toEqual([])
  }
  await sees()
  await page.locator('header summary').first().click()
  await page.getByRole('button', { name: 'Log keluar' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)

  await givePassword(page, 'auditor@lunas.test')
  await expect(page).toHaveURL(/\/admin\/login\/code/)
  await page.goto(`${main()}/admin/dashboard`)
  await expect(page, 'the password alone opens nothing').toHaveURL(/\/admin\/login/)
  await page.goto(`${main()}/admin/login/code`)
  await page.fill('[name=code]', app.generate())
  await page.getByRole('button', { name: 'Log masuk' }).click()
  await sees()

  const second = await person({ language: 'ms', width: 360 })
  await second.goto(`${main()}/language/my?to=/admin/login`)
  await givePassword(second, 'auditor@lunas.test')
  await second.getByRole('link', { name: /kod pemulihan/ }).click()
  await second.fill('[name=code]', codes[0]!.toUpperCase())
  await second.getByRole('button', { name: 'Log masuk' }).click()
  await expect(second).toHaveURL(/\/admin\/dashboard$/)
  await expect(second.locator('main')).toContainText('Tinggal 9 lagi')

  await page.goto(`${main()}/admin/profile/session`)
  await page.getByRole('button', { name: 'Log keluar semua yang lain' }).click()
  await expect(page.locator('main')).toContainText('1 sesi lain')
  await second.goto(`${main()}/admin/dashboard`)
  await expect(second).toHaveURL(/\/admin\/login/)
})

test('an owner invites an operator, who follows the mail, chooses a password and signs in', async ({
  staff,
  person,
}) => {
  const owner = await staff('operator')
  await owner.goto(`${main()}/admin/operator/new`)
  await owner.fill('[name=name]', 'Nurul Huda')
  await owner.fill('[name=email]', 'nurul@lunas.test')
  await owner.locator('[name=role][value=finance]').check()
  await owner.selectOption('[name=locale]', 'my')
  await owner.getByRole('button', { name: 'Send invitation' }).click()
  await expect(owner.locator('main')).toContainText('nurul@lunas.test')

  const nurul = await person({ language: 'ms', width: 360 })
  await expect(async () => {
    await nurul.goto(`${main()}/sandbox/mail`)
    await nurul
      .getByRole('link', { name: /pengendali Lunas/ })
      .first()
      .click({ timeout: 500 })
  }).toPass(patience)
  const link = /https?:\/\/\S+\/admin\/invitation\?token=[\w-]{43}/.exec(await nurul.content())![0]
  await nurul.goto(link)
  await nurul.fill('[name=password]', 'sembilan kucing hitam')
  await nurul.fill('[name=password_confirmation]', 'sembilan kucing hitam')
  await nurul.getByRole('button', { name: 'Simpan kata laluan' }).click()
  await nurul.fill('[name=email]', 'nurul@lunas.test')
  await nurul.fill('[name=password]', 'sembilan kucing hitam')
  await nurul.getByRole('button', { name: 'Log masuk' }).click()
  await expect(nurul).toHaveURL(/\/admin\/dashboard$/)
  await nurul.goto(link)
  await expect(nurul.locator('main')).toContainText('Token tidak sah')
})
