import type { Page } from '@playwright/test'
import { addDays, todayIn } from '#app/domain/dates.ts'
import { photograph } from '#tests/support/product/register.ts'
import { expect, hosts, inDatabase, patience } from '../fixtures.ts'

/** The steps by which an organisation comes into being and begins to work, as its people and the operators make them. */
export const melati = {
  subdomain: 'melati-indah',
  email: 'pengetua@melati.test',
  name: 'Tadika Melati Indah',
}
const account = '514088001234'

const submits = (page: Page) => page.locator('main form.fields button[type=submit]').first().click()

/** All steps of the registration, each a page of its own; returns its number. */
export async function registers(page: Page): Promise<string> {
  await page.goto(`${hosts.main}/register/package`)
  await page.getByRole('button', { name: 'Choose Standard' }).click()
  await page.fill('[name=organisation_name]', melati.name)
  await page.selectOption('[name=organisation_type]', 'kindergarten')
  await page.fill('[name=company_name]', `${melati.name} Sdn Bhd`)
  await page.fill('[name=registration_number]', '202601012345')
  await page.fill('[name=address_line1]', '7, Jalan Melati')
  await page.fill('[name=city]', 'Ipoh')
  await page.selectOption('[name=state]', 'Perak')
  await page.fill('[name=postcode]', '30000')
  await submits(page)
  await page.fill('[name=contact_name]', 'Puan Melati')
  await page.fill('[name=contact_phone]', '019-777 1234')
  await page.fill('[name=contact_email]', melati.email)
  await submits(page)
  await page.fill('[name=subdomain]', melati.subdomain)
  await submits(page)
  await page.selectOption('[name=bank_code]', 'MB2U0227')
  await page.fill('[name=account_name]', `${melati.name} Sdn Bhd`)
  await page.fill('[name=account_number]', account)
  await submits(page)
  await page.selectOption('[name=kind]', 'bank_header')
  await page.locator('[name=file]').setInputFiles({
    ...{ name: 'surat-bank.jpg', mimeType: 'image/jpeg', buffer: await photograph() },
  })
  await submits(page)
  await page.getByRole('link', { name: 'Continue' }).click()
  await submits(page)
  await page.check('[name=terms]')
  await page.getByRole('button', { name: 'Register the organisation' }).click()
  await expect(page).toHaveURL(/\/done$/)
  return /REG-\d\d-\d{6}/.exec((await page.locator('main').textContent()) ?? '')![0]
}

/** An operator finds what was handed in, enters the fee that came by transfer, and lets the organisation in. */
export async function isLetIn(operator: Page, reference: string): Promise<void> {
  await operator.goto(`${hosts.main}/admin/registration?q=${reference}`)
  await operator.locator('main tbody th a').first().click()
  const view = operator.url()
  await operator.getByRole('link', { name: 'Fee was paid' }).click()
  await operator.fill('[name=reference]', 'IBG 771')
  await submits(operator)
  await operator.goto(view)
  await operator.locator('summary', { hasText: 'Approve' }).click()
  await operator.getByRole('button', { name: 'Approve' }).click()
  await expect(async () => {
    await operator.goto(view)
    await expect(operator.locator('main')).toContainText('Approved', { timeout: 500 })
  }).toPass(patience)
}

/** The bank's letter is compared and the account confirmed; PayNet has given a seller's number. */
export async function mayBePaid(operator: Page): Promise<void> {
  await operator.goto(`${hosts.main}/admin/entity-bank?q=Melati`)
  await operator.locator('main tbody th a').first().click()
  await operator.getByRole('link', { name: 'Confirm' }).click()
  await operator.fill('[name=account_number]', account)
  await submits(operator)
  await expect(operator.getByRole('status')).toBeVisible()
  await operator.goto(`${hosts.main}/admin/entity?q=Melati`)
  await operator.locator('main tbody th a').first().click()
  await operator.getByRole('link', { name: 'Edit' }).first().click()
  await operator.fill('[name=fpx_seller_id]', 'SE00000777')
  await submits(operator)
  await expect(operator.getByRole('status')).toBeVisible()
}

/** The first owner follows the mail and chooses a password. */
export async function acceptsInvitation(owner: Page, password: string): Promise<void> {
  await expect(async () => {
    await owner.goto(`${hosts.main}/sandbox/mail?q=${melati.email}`)
    await owner.getByRole('link', { name: /account at Tadika Melati/i }).click({ timeout: 500 })
  }).toPass(patience)
  await owner.goto(/http:\S+\/invitation\?token=[\w-]{43}/.exec(await owner.content())![0])
  await owner.fill('[name=password]', password)
  await owner.fill('[name=password_confirmation]', password)
  await owner.locator('main button[type=submit]').click()
  await expect(owner).toHaveURL(/\/dashboard$/)
}

/** A file of a kind: its columns as they are guessed, checked, and written. */
export async function imports(owner: Page, kind: string, rows: readonly (readonly string[])[]) {
  const school = hosts.tenant(melati.subdomain)
  await owner.goto(`${school}/import/new`)
  await owner.locator(`[name=kind][value=${kind}]`).check()
  await owner.locator('[name=file]').setInputFiles({
    ...{ name: `${kind}.csv`, mimeType: 'text/csv' },
    buffer: Buffer.from(rows.map((cells) => cells.join(',')).join('\n')),
  })
  await submits(owner)
  await submits(owner)
  const write = owner.locator('summary', { hasText: 'Write' })
  await expect(async () => {
    await owner.goto(owner.url())
    await expect(write).toBeVisible({ timeout: 500 })
  }).toPass(patience)
  await write.click()
  await owner.getByRole('button', { name: /^Write/ }).click()
  await expect(async () => {
    await owner.goto(owner.url())
    await expect(owner.locator('main')).toContainText('Done', { timeout: 500 })
  }).toPass(patience)
}

/** What came in a week ago, as the bank has settled it by now. */
export const aWeekLater = () =>
  inDatabase(async (db) => {
    const { rows } = await db.query('select id, schema_name from platform.entity where subdomain = $1', [
      melati.subdomain,
    ])
    const { id, schema_name } = rows[0]
    const past = `set collected_on = collected_on - 7, settles_on = settles_on - 7, status = 'settled'`
    await db.query(`update ${schema_name}.collection ${past} where method = 'fpx'`)
    const { rowCount } = await db.query(
      `update platform.ledger ${past} where entity_id = $1 and method = 'fpx'`,
      [id],
    )
    expect(rowCount).toBe(1)
    return id as string
  })

/** One prepares the payout, a second approves it, and the bank is told of it and has paid it. */
export async function isPaidOut(finance: Page, owner: Page, id: string, amount: string): Promise<void> {
  await finance.goto(`${hosts.main}/admin/payout/prepare/${id}`)
  await expect(finance.locator('main')).toContainText(amount)
  await submits(finance)
  await expect(finance).toHaveURL(/\/admin\/payout\/view\//)
  const view = finance.url()
  await finance.locator('summary', { hasText: 'Release' }).click()
  await finance.getByRole('button', { name: 'Release' }).click()
  await owner.goto(view)
  await owner.locator('summary', { hasText: 'Approve' }).click()
  await owner.getByRole('button', { name: 'Approve' }).click()
  await expect(owner.locator('main')).toContainText('Approved')
  await finance.goto(`${hosts.main}/admin/payout/send`)
  // On a weekend or a holiday it is for the next day on which banks work.
  await finance.fill('[name=payout_on]', addDays(todayIn(new Date()), 14))
  await submits(finance)
  await expect(finance.getByRole('status')).toBeVisible()
  await finance.goto(view)
  await finance.getByRole('link', { name: 'Mark as paid' }).click()
  await finance.fill('[name=bank_reference]', 'M2E 990011')
  await submits(finance)
  await expect(finance.locator('main')).toContainText('M2E 990011')
}
