import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { todayIn } from '#app/domain/core/dates.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { expect, hosts, password, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'
import { confirmAtBank, goToBank, reloadUntil, returnToSchool } from './steps/journey.ts'
import { browserOf, kenanga, melati, type Newcomer, reading, sentencesOf } from './steps/newcomer.ts'
import {
  acceptsInvitation,
  aWeekLater,
  billsTheMonth,
  fitsTheScreen,
  imports,
  isLetIn,
  isPaidOut,
  mayBePaid,
  registers,
  setsItselfUp,
} from './steps/signing-up.ts'

const main = () => hosts.main

/** Signs in with the password, in Malay; the page that comes next is up to the account. */
async function givePassword(page: Page, email: string) {
  await page.goto(`${main()}/admin/login`)
  await page.fill('[name=email]', email)
  await page.fill('[name=password]', password)
  await page.getByRole('button', { name: 'Log masuk' }).click()
}

test('an operator sets up the second factor, signs in with a code, then with a recovery code', {
  tag: '@commit',
}, async ({ person }) => {
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
  // On a busy machine a half minute may end between the two lines; then it types the next one.
  await expect(async () => {
    await page.fill('[name=code]', app.generate({ timestamp: Date.now() - 30_000 }))
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Aktifkan' }).click()])
    expect(await page.locator('.codes li').count()).toBe(10)
  }).toPass()
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
  const owner = await staff('operator', { at: '/admin/operator/new' })
  await owner.fill('[name=name]', 'Nurul Huda')
  await owner.fill('[name=email]', 'nurul@lunas.test')
  await owner.locator('[name=role][value=finance]').check()
  await owner.selectOption('[name=locale]', 'my')
  await owner.getByRole('button', { name: 'Send invitation' }).click()
  await expect(owner.locator('main')).toContainText('nurul@lunas.test')

  const nurul = await person({ language: 'ms', width: 360 })
  const subject = /pengendali Lunas/
  await reloadUntil(nurul, subject, `${main()}/sandbox/mail`)
  await nurul.getByRole('link', { name: subject }).first().click()
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

const files = {
  en: {
    classes: ['Code', 'Name', 'Program', 'Fee type', 'Amount', 'Frequency', 'Fee from'],
    students: ['Student name', 'Date of birth', 'Gender', 'Birth cert no', 'Student no'],
    fathers: ['Father name', 'Father phone', 'Father email'],
    seats: ['Student no', 'Class code', 'Start date'],
    words: { monthly: 'Monthly', girl: 'Female' },
  },
  my: {
    classes: ['Kod', 'Nama', 'Program', 'Jenis yuran', 'Jumlah', 'Kekerapan', 'Yuran dari'],
    students: ['Nama pelajar', 'Tarikh lahir', 'Jantina', 'No. sijil lahir', 'No. pelajar'],
    fathers: ['Nama bapa', 'Telefon bapa', 'E-mel bapa'],
    seats: ['No. pelajar', 'Kod kelas', 'Tarikh mula'],
    words: { monthly: 'Bulanan', girl: 'Perempuan' },
  },
}
const two = (number: number) => String(number).padStart(2, '0')

/** One class, and fifty children in it; every tenth family has an address. */
function filesOf(who: Newcomer, first: string) {
  const { classes, students, fathers, seats, words } = files[who.locale as keyof typeof files]
  const all = Array.from({ length: 50 }, (_, at) => two(at))
  return {
    subjects: [classes, ['PRA5', 'Lima Tahun', 'PRA', 'TUITION', '150.00', words.monthly, first]],
    students: [
      [...students, ...fathers],
      ...all.map((no) => [
        ...[`Anak ${no} binti Bapa`, '2021-03-07', words.girl, `ML 200${no}`, `M0${no}`],
        ...[`Bapa ${no}`, `019-777 20${no}`, no.endsWith('0') ? `bapa${no}@keluarga.test` : ''],
      ]),
    ],
    enrolments: [seats, ...all.map((no) => [`M0${no}`, 'PRA5', first])],
  }
}

/**
 * The organisation's people read Malay on small phones; in a soak others do the same at desks in English. One after the
 * other, since the bank's file takes all that is approved with it.
 */
test.describe(() => {
  test.describe.configure({ mode: 'default' })
  for (const who of soaking ? [melati, kenanga] : [melati])
    test(`an organisation signs itself up, is let in, sets itself up, bills its families, is paid, and has its money (${who.locale})`, async ({
      staff,
      person,
    }) => {
      const people = () => person(browserOf(who))
      const reference = await registers(await people(), who)
      const operator = await staff('operator')
      await isLetIn(operator, reference)
      await mayBePaid(operator, who)

      const owner = await people()
      await acceptsInvitation(owner, who, 'tiga ekor arnab putih')
      await setsItselfUp(owner, who)
      const first = `${todayIn(new Date()).slice(0, 8)}01`
      for (const [kind, rows] of Object.entries(filesOf(who, first))) await imports(owner, who, kind, rows)
      const link = await billsTheMonth(owner, who, { invoices: 50, total: 'RM7,500.00' })

      const parent = await person({ ...browserOf(who), width: 360 })
      await goToBank(parent, link, 'TEST0021')
      await confirmAtBank(parent)
      await returnToSchool(parent)
      const { t } = reading(parent, sentencesOf(who))
      await reloadUntil(parent, new RegExp(t('payment.outcome.paid')))

      await isPaidOut(await staff('finance'), operator, await aWeekLater(who), 'RM150.00')
      await reloadUntil(owner, /M2E 990011/, `${hosts.tenant(who.subdomain)}/payout`)
      await fitsTheScreen(owner, who)
    })
})
