import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, hosts, password, patience, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'
import { confirmAtBank, goToBank, reloadUntil, returnToSchool } from './steps/journey.ts'
import {
  acceptsInvitation,
  aWeekLater,
  imports,
  isLetIn,
  isPaidOut,
  mayBePaid,
  melati,
  registers,
} from './steps/signing-up.ts'

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

test('an organisation signs itself up, is let in, sets itself up, bills its families, is paid, and has its money', async ({
  staff,
  person,
}) => {
  const reference = await registers(await person())
  const operator = await staff('operator')
  await isLetIn(operator, reference)
  await mayBePaid(operator)

  const owner = await person()
  await acceptsInvitation(owner, 'tiga ekor arnab putih')
  const school = hosts.tenant(melati.subdomain)
  await test.step('the start page of settings says what is missing, and what comes next', async () => {
    await owner.goto(`${school}/setting`)
    await expect(owner.locator('main')).toContainText('Next')
    await owner.goto(`${school}/payment-option?q=FPX-B2C`)
    await owner.locator('main tbody th a').first().click()
    await owner.locator('form[action*="/payment-option/status/"] button').click()
    await expect(owner.getByRole('status')).toBeVisible()
  })

  const first = `${new Date().toISOString().slice(0, 8)}01`
  await owner.goto(`${school}/program/new`)
  await owner.fill('[name=code]', 'PRA')
  await owner.fill('[name=name]', 'Prasekolah')
  await owner.locator('main form.fields button[type=submit]').first().click()
  await expect(owner).toHaveURL(/\/program\/view\//)
  await imports(owner, 'subjects', [
    ['Code', 'Name', 'Program', 'Fee type', 'Amount', 'Frequency', 'Fee from'],
    ['PRA5', 'Lima Tahun', 'PRA', 'TUITION', '150.00', 'Monthly', first],
  ])
  await imports(owner, 'students', [
    [
      'Student name',
      'Date of birth',
      'Gender',
      'Birth cert no',
      'Student no',
      'Father name',
      'Father phone',
      'Father email',
    ],
    ...Array.from({ length: 5 }, (_, at) => [
      `Anak Melati ${'ABCDE'[at]}`,
      `2021-03-0${at + 1}`,
      'Female',
      `ML 2000${at}`,
      `M00${at + 1}`,
      `Bapa ${'ABCDE'[at]}`,
      `019-777 200${at}`,
      `bapa${at}@melati.test`,
    ]),
  ])
  await imports(owner, 'enrolments', [
    ['Student no', 'Class code', 'Start date'],
    ...Array.from({ length: 5 }, (_, at) => [`M00${at + 1}`, 'PRA5', first]),
  ])

  await owner.goto(`${school}/invoice/generation/new`)
  await owner.locator('main form.fields button[type=submit]').first().click()
  await reloadUntil(owner, /RM750\.00/)
  await owner.locator('summary', { hasText: 'Run' }).click()
  await owner.getByRole('button', { name: /^Issue/ }).click()
  await reloadUntil(owner, /Done|Finished/)
  await owner.goto(`${school}/invoice`)
  await owner.locator('main tbody th a').first().click()
  const link = await owner.inputValue('[name=public_link]')

  const parent = await person({ width: 360 })
  await goToBank(parent, link, 'TEST0021')
  await confirmAtBank(parent)
  await returnToSchool(parent)
  await reloadUntil(parent, /Payment received/)

  await isPaidOut(await staff('finance'), operator, await aWeekLater(), 'RM150.00')
  await reloadUntil(owner, /M2E 990011|Paid/, `${school}/payout`)
})
