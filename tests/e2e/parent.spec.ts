import type { Page } from '@playwright/test'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { photograph } from '#tests/support/product/register.ts'
import { expect, hosts, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'
import {
  bill,
  confirmAtBank,
  download,
  goToBank,
  reloadUntil,
  returnToSchool,
  useUpCredit,
} from './steps/journey.ts'

/** A father with one child in a school that writes Malay; no other story bills them. */
const father = {
  phone: '012-000 7368',
  email: 'jamaludin.yunus@rumah.test',
  child: 'Ammar Yasir bin Jamaludin',
}

/** Words that only an English sentence has; names of banks and schools have none of them. */
const english =
  /\b(the|and|your|you|with|please|paid|pay|payments?|invoices?|receipts?|due|amount|balance|fees?|sent|office|children|child|has|been|this)\b/i

/** What the reader sees: on a small phone in Malay, nothing wider than the screen. */
async function isMalay(page: Page) {
  expect(await page.locator('html').getAttribute('lang')).toBe('ms-MY')
  const words = await page.locator('main').evaluate((main) => {
    const shown = main.cloneNode(true) as HTMLElement
    for (const names of shown.querySelectorAll('select')) names.remove()
    return shown.textContent ?? ''
  })
  expect(english.exec(words)?.[0], `English on ${page.url()}`).toBeUndefined()
  expect(await widerThan(page, [360])).toEqual([])
}

/** The message that the office's own phone sends for an invoice, and the page it leads to. */
async function messageOf(clerk: Page) {
  const href = await clerk.locator('a[href^="https://wa.me/"]').first().getAttribute('href')
  const text = new URL(href!).searchParams.get('text')!
  expect(english.exec(text.replace(/https?:\S+/g, ''))?.[0]).toBeUndefined()
  return { text, link: /https?:\S+/.exec(text)![0] }
}

test('a father pays from a message, uploads a slip, asks for his credit and reads the next invoice’s mail: all in Malay, at 360 px, without scripts', async ({
  staff,
  person,
}) => {
  const school = hosts.tenant('cahaya')
  const clerk = await staff('admin', { subdomain: 'cahaya', language: 'ms', at: '/invoice/new' })
  await useUpCredit(clerk, father.child)
  const phone = { width: 360, language: 'ms' } as const
  const parent = await person(phone)
  const main = parent.getByRole('main')
  // A stranger may have the link, so its page shortens names.
  const title = /Ammar/
  let family_code = ''

  await test.step('the message says what the invoice is for, and its page is paid at the bank', async () => {
    await bill(clerk, { price: '91.20', student: father.child })
    const { text, link } = await messageOf(clerk)
    expect(text).toMatch(title)
    await parent.goto(link)
    await expect(main).toContainText(title)
    await isMalay(parent)
    await goToBank(parent, link, 'TEST0021')
    await confirmAtBank(parent)
    await returnToSchool(parent)
    await reloadUntil(parent, /Bayaran diterima/)
    await isMalay(parent)
    const { text: receipt } = await textOf(await download(parent, 'a[href*="/payment/receipt/"]'))
    expect(receipt).toContain('Kelas tambahan')
    expect(receipt).toContain('91.20')
  })

  await test.step('ten ringgit too much are transferred: the slip is confirmed, and they are credit', async () => {
    const { link, number } = await bill(clerk, { price: '53.40', student: father.child })
    await parent.goto(link)
    family_code = /Rujukan bayaran: (\w+)/.exec((await main.innerText()) ?? '')![1]!
    await main.getByRole('link', { name: 'Muat naik slip pindahan' }).click()
    await isMalay(parent)
    await parent.fill('[name=amount]', '63.40')
    await parent.fill('[name=paid_on]', (await parent.getAttribute('[name=paid_on]', 'max'))!)
    await parent.fill('[name=reference_no]', `E2E ${number}`)
    const buffer = await photograph()
    await parent.setInputFiles('[name=file]', { name: 'slip.jpg', mimeType: 'image/jpeg', buffer })
    await parent.getByRole('button', { name: 'Hantar slip' }).click()
    await expect(main).toContainText('dalam masa dua hari bekerja')
    await isMalay(parent)
    await clerk.goto(`${school}/transfer-slip?q=${number}`)
    await clerk.locator('main tbody a[href*="/transfer-slip/view/"]').first().click()
    await clerk.getByRole('link', { name: 'Sahkan' }).click()
    await clerk.getByRole('button', { name: 'Rekodkan bayaran' }).click()
    await expect(clerk.locator('main')).toContainText(/RCP-\d\d-\d{6}/)
    await parent.goto(link)
    await expect(main).toContainText('Telah dibayar')
    await isMalay(parent)
  })

  await test.step('he signs in by phone, and finds buttons for his credit and for a child who leaves', async () => {
    await parent.goto(`${school}/login/phone`)
    await parent.fill('[name=phone]', father.phone)
    await parent.getByRole('button', { name: 'Hantar kod' }).click()
    const texts = await person(phone)
    const digits = father.phone.replace(/\D/g, '')
    await reloadUntil(texts, /Kod \d{6}/, `${hosts.main}/sandbox/sms?q=${digits}`)
    const code = /Kod (\d{6})/.exec((await texts.locator('main').textContent()) ?? '')![1]!
    await parent.fill('[name=code]', code)
    await parent.getByRole('button', { name: 'Log masuk' }).click()
    // He has not signed in with this number for a year.
    await expect(parent.locator('h1')).toHaveText('Masukkan kod keluarga anda')
    await isMalay(parent)
    await parent.fill('[name=family_code]', family_code)
    await parent.getByRole('button', { name: 'Log masuk' }).click()
    await expect(main).toContainText('RM10.00')
    await isMalay(parent)
    for (const ask of ['Minta kredit dibayar balik', 'Anak saya akan berhenti']) {
      await parent.goto(`${school}/dashboard`)
      await main.getByRole('link', { name: ask }).click()
      await isMalay(parent)
    }
    for (const page of ['/invoice', '/payment', '/student', '/profile']) {
      await parent.goto(school + page)
      await isMalay(parent)
    }
  })

  await test.step('the mail of the next invoice is Malay, and says what it is for and that his credit was used', async () => {
    const { number } = await bill(clerk, { price: '48.00', student: father.child })
    const post = await person(phone)
    const subject = 'Ammar Yasir · Kelas tambahan: RM38.00'
    await reloadUntil(post, subject, `${hosts.main}/sandbox/mail?q=${father.email}`)
    await post.getByRole('link', { name: subject }).first().click()
    const mail = post.locator('pre').first()
    await expect(mail).toContainText(number!)
    await expect(mail).toContainText(/Kredit keluarga digunakan:\s+-RM10.00/)
    const words = ((await mail.textContent()) ?? '').replace(/\S+[@/]\S+/g, '')
    expect(english.exec(words)?.[0]).toBeUndefined()
  })
})
