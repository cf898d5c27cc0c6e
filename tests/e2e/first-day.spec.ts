import type { Page } from '@playwright/test'
import { photograph } from '#tests/support/product/register.ts'
import { expect, hosts, inDatabase, test } from './fixtures.ts'
import { confirmAtBank, goToBank, reloadUntil, returnToSchool } from './steps/journey.ts'
import { reading, sentencesOf } from './steps/newcomer.ts'

const subdomain = 'cempaka-ceria'
const name = 'Tadika Cempaka Ceria'
const email = 'pengasas@cempaka.test'
const account = '514099001234'
const password = 'empat biji kelapa muda'

/**
 * From now on the person gets to a page only by what pages show: an address that is typed fails the story, unless it reloads
 * the page or was read in a mail.
 */
function byLinksOnly(page: Page, read: RegExp[] = []): Page {
  const open = page.goto.bind(page)
  page.goto = async (url, options) => {
    const isKnown = url === page.url() || read.some((one) => one.test(url))
    if (!isKnown) throw new Error(`${url} was typed; the page ${page.url()} has no link to it`)
    return open(url, options)
  }
  return page
}

const menu = (page: Page, label: string) =>
  page.getByRole('link', { name: label, exact: true }).first().click()

test('an owner gets from the registration to the first paid invoice by the links of the pages alone', async ({
  person,
  staff,
}) => {
  const t = sentencesOf({ locale: 'en' })
  const owner = await person({ width: 1280 })
  const { main, press, follow, fill, choose, field } = reading(owner, t)
  const heading = (text: string) => expect(owner.locator('h1')).toHaveText(text)
  const task = (title: string) =>
    owner.locator('#set-up > ul > li').filter({ has: owner.locator('b').getByText(title, { exact: true }) })

  await test.step('the owner registers, and is asked for nothing that the package lacks', async () => {
    await owner.goto(`${hosts.main}/register`)
    byLinksOnly(owner, [/\/sandbox\/mail/, /\/invitation\?token=/])
    await follow('front.compare')
    await expect(main.locator('li', { hasText: 'Asas' }).first()).toContainText('RM1.50')
    await press('front.choose', { name: 'Asas' })
    await fill({
      'front.organisation_name': name,
      'front.company_name': `${name} Enterprise`,
      'front.registration_number': '202601077777',
      'front.address_line1': '12, Jalan Cempaka',
      'front.postcode': '30000',
      'front.city': 'Ipoh',
    })
    await choose('front.organisation_type', t('front.types.kindergarten'))
    await choose('front.state', 'Perak')
    await press('front.go_on')
    await fill({
      'front.contact_name': 'Cik Cempaka',
      'front.contact_phone': '019-777 4321',
      'front.contact_email': email,
    })
    await press('front.go_on')
    await fill({ 'front.subdomain': subdomain })
    await press('front.go_on')
    await choose('front.bank_code', 'Maybank')
    await fill({ 'front.account_name': `${name} Enterprise`, 'front.account_number': account })
    await press('front.go_on')
    await choose('front.kind', t('front.kinds.bank_header'))
    const letter = { name: 'surat-bank.jpg', mimeType: 'image/jpeg', buffer: await photograph() }
    await field('front.file').setInputFiles(letter)
    await press('front.document_send')
    await follow('front.go_on')
    await heading(t('front.steps.review'))
    await expect(main).not.toContainText(/SMTP|CHIP/)
    await main.getByRole('checkbox').check()
    await press('front.hand_in')
    await heading(t('front.done.heading.pending'))
  })

  const operator = byLinksOnly(await staff('operator'))
  const desk = operator.getByRole('main')

  await test.step('the operator approves from the dashboard, without a seller ID yet', async () => {
    await desk.getByRole('link', { name }).click()
    await desk.getByRole('link', { name: 'Approve', exact: true }).click()
    await desk.getByRole('button', { name: 'Approve' }).click()
    await reloadUntil(operator, t('registration.organisation_page'))
  })

  await test.step('the owner follows the mail of the approval and finds what is left to do', async () => {
    const subject = t('subscription.approved.subject', { organisation: name })
    await reloadUntil(owner, subject, `${hosts.main}/sandbox/mail?q=${email}`)
    await owner.getByRole('link', { name: subject }).click()
    const mail = await owner.content()
    expect(mail).not.toContain('019-777 4321')
    await owner.goto(/http:\S+\/invitation\?token=[\w-]{43}/.exec(mail)![0])
    await fill({ 'invitation.password': password, 'invitation.password_confirmation': password })
    await press('invitation.submit')
    await expect(owner).toHaveURL(/\/dashboard$/)
    await expect(task(t('set_up.bank.title'))).toContainText('Waiting for Lunas')
    for (const absent of ['Infaq', 'Zakat', 'Transfer slips', 'Applications'])
      await expect(owner.getByRole('link', { name: absent, exact: true })).toHaveCount(0)
  })

  await test.step('one press turns online payment on, which then waits for the seller ID', async () => {
    await main.getByRole('button', { name: 'Turn on online payment' }).click()
    await expect(owner.getByRole('status')).toContainText('seller ID')
    await expect(task('Online payment')).toContainText('Waiting for Lunas: seller ID')
  })

  await test.step('the first family and its child', async () => {
    await task('First families').getByRole('link', { name: 'Add family' }).click()
    await owner.fill('[name=name]', 'Puan Kemuning')
    await owner.fill('[name=phone]', '019-777 5501')
    await owner.fill('[name=email]', 'kemuning@keluarga.test')
    await owner.check('[name=relationship][value=mother]')
    await owner.locator('[name=consent]').check()
    await owner.locator('main form.fields button[type=submit]').first().click()
    await owner.check('[name=relationship][value=mother]')
    await owner.fill('[name=name]', 'Anak Kemuning')
    await owner.fill('[name=born_on]', '2021-03-07')
    await owner.locator('[name=gender]').first().check()
    await owner.selectOption('[name=identity_type]', 'birth_cert')
    await owner.fill('[name=birth_cert_no]', 'CM 20001')
    await owner.locator('main form.fields button[type=submit]').first().click()
    await expect(owner).toHaveURL(/\/student\/view\//)
  })

  await test.step('the first invoice: the page says before it goes out that it cannot be paid online', async () => {
    await menu(owner, 'Home')
    await task('First invoice').getByRole('link', { name: 'Write invoice' }).click()
    await main.getByRole('link', { name: 'Anak Kemuning' }).click()
    await owner.fill('[name="items[0].description"]', 'Yuran pendaftaran')
    await owner.fill('[name="items[0].price"]', '100.00')
    await owner.click('button[name=step][value=issue]')
    await expect(main).toContainText(t('set_up.online.is_off').replace('[payment]', 'payment'))
    await main.getByRole('link', { name: t('set_up.online.see_steps') }).click()
    await expect(owner.locator('#set-up')).toBeVisible()
  })

  await test.step('the operator confirms the account and enters the seller ID, both from the dashboard', async () => {
    await menu(operator, 'Dashboard')
    await desk.locator('.notice', { hasText: 'seller ID' }).getByRole('link', { name }).click()
    await operator.fill('[name=fpx_seller_id]', 'SE00000779')
    await operator.locator('main form.fields button[type=submit]').first().click()
    await expect(operator.getByRole('status')).toBeVisible()
    await menu(operator, 'Dashboard')
    await expect(desk.locator('.notice', { hasText: 'seller ID' }).getByRole('link', { name })).toHaveCount(0)
    await desk.locator('a[href*="/admin/entity-bank"]').first().click()
    await desk.locator('tbody tr', { hasText: name }).getByRole('link').first().click()
    await desk.getByRole('link', { name: 'Confirm' }).click()
    await operator.fill('[name=account_number]', account)
    await operator.locator('main form.fields button[type=submit]').first().click()
    await expect(operator.getByRole('status')).toBeVisible()
  })

  let link = ''
  await test.step('the list is shorter, and the draft goes out without a warning', async () => {
    await menu(owner, 'Home')
    await expect(main).toContainText(/\d of 8 done/)
    await expect(task('Online payment')).toHaveCount(0)
    await expect(task(t('set_up.bank.title'))).toHaveCount(0)
    await main.getByRole('link', { name: 'Draft' }).click()
    await main.getByRole('link', { name: /issue/i }).first().click()
    await expect(main).not.toContainText('can’t pay online')
    await owner.locator('main form.fields button[type=submit]').first().click()
    await expect(owner).toHaveURL(/\/invoice\/view\//)
    link = await owner.inputValue('[name=public_link]')
  })

  await test.step('the family pays at its bank, with the fee of the price list', async () => {
    const payer = await person({ width: 360 })
    await goToBank(payer, link, 'TEST0021')
    await expect(payer.locator('main')).toContainText('101.50')
    await confirmAtBank(payer)
    await returnToSchool(payer)
    await reloadUntil(payer, /Payment received/)
  })

  await test.step('the owner sees the first payment, and the platform has earned the fee of the package', async () => {
    await menu(owner, 'Home')
    await expect(task('First payment')).toHaveCount(0)
    await operator.locator('nav a[href="/admin/collection"]').first().click()
    await expect(desk).toContainText('101.50')
    const earned = await inDatabase(async (db) => {
      const { rows } = await db.query(
        `select gross_sen::int as sen from platform.revenue join platform.entity on entity.id = entity_id
         where subdomain = $1 and type = 'transaction_fee'`,
        [subdomain],
      )
      return rows
    })
    expect(earned).toEqual([{ sen: 150 }])
  })
})
