import type { Page } from '@playwright/test'
import { addDays, todayIn } from '#app/domain/core/dates.ts'
import { photograph } from '#tests/support/product/register.ts'
import { expect, hosts, inDatabase } from '../fixtures.ts'
import { widerThan } from '../own-font.ts'
import { reloadUntil } from './journey.ts'
import { type Newcomer, reading, sentencesOf } from './newcomer.ts'

/**
 * The steps by which an organisation comes into being and begins to work, as its people and the operators make them.
 * What its own people do is found by the sentences of their language.
 */
const submits = (page: Page) => page.locator('main form.fields button[type=submit]').first().click()

/** Nothing of a page is beyond the edge of its people's screens. */
export const fitsTheScreen = async (page: Page, { width }: Newcomer) =>
  expect(await widerThan(page, [width])).toEqual([])

/** All steps of the registration, each a page of its own; returns its number. */
export async function registers(page: Page, who: Newcomer): Promise<string> {
  const { t, main, press, follow, fill, choose, field } = reading(page, sentencesOf(who))
  const goOn = () => press('front.go_on')
  const at = (step: string) => expect(page.locator('h1')).toHaveText(t(`front.steps.${step}`))
  await page.goto(`${hosts.main}/language/${who.locale}?to=/register`)
  await follow('front.compare')
  await press('front.choose', { name: 'Standard' })
  await at('organisation')
  await fill({
    'front.organisation_name': who.name,
    'front.company_name': `${who.name} Sdn Bhd`,
    'front.registration_number': who.registrationNumber,
    'front.address_line1': '7, Jalan Melati',
    'front.postcode': '30000',
    'front.city': 'Ipoh',
  })
  await choose('front.organisation_type', t('front.types.kindergarten'))
  await choose('front.state', 'Perak')
  await fitsTheScreen(page, who)
  await goOn()
  await at('contact')
  await fill({
    'front.contact_name': 'Puan Melati',
    'front.contact_phone': '019-777 1234',
    'front.contact_email': who.email,
  })
  await goOn()
  await at('subdomain')
  await fill({ 'front.subdomain': who.subdomain })
  await goOn()
  await at('bank')
  await choose('front.bank_code', 'Maybank')
  await fill({ 'front.account_name': `${who.name} Sdn Bhd`, 'front.account_number': who.account })
  await goOn()
  await at('documents')
  await choose('front.kind', t('front.kinds.bank_header'))
  const letter = { name: 'surat-bank.jpg', mimeType: 'image/jpeg', buffer: await photograph() }
  await field('front.file').setInputFiles(letter)
  await press('front.document_send')
  await follow('front.go_on')
  // The package has no connections of one's own, so nothing is asked about them.
  await at('review')
  await main.getByRole('checkbox').check()
  await press('front.hand_in')
  await expect(page.locator('h1')).toHaveText(t('front.done.heading.pending'))
  await fitsTheScreen(page, who)
  return /REG-\d\d-\d{6}/.exec((await main.textContent()) ?? '')![0]
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
  await operator.getByRole('link', { name: 'Approve', exact: true }).click()
  await operator.getByRole('button', { name: 'Approve' }).click()
  await reloadUntil(operator, /Approved(?![.a-z])/, view)
}

/** The bank's letter is compared and the account confirmed; PayNet has given a seller's number. */
export async function mayBePaid(operator: Page, who: Newcomer): Promise<void> {
  const found = encodeURIComponent(who.name)
  await operator.goto(`${hosts.main}/admin/entity-bank?q=${found}`)
  await operator.locator('main tbody th a').first().click()
  await operator.getByRole('link', { name: 'Confirm' }).click()
  await operator.fill('[name=account_number]', who.account)
  await submits(operator)
  await expect(operator.getByRole('status')).toBeVisible()
  await operator.goto(`${hosts.main}/admin/entity?q=${found}`)
  await operator.locator('main tbody th a').first().click()
  await operator.getByRole('link', { name: 'Edit', exact: true }).first().click()
  await operator.fill('[name=fpx_seller_id]', who.sellerId)
  await submits(operator)
  await expect(operator.getByRole('status')).toBeVisible()
}

/** The first owner follows the mail, which is in the language of the registration, and chooses a password. */
export async function acceptsInvitation(owner: Page, who: Newcomer, password: string): Promise<void> {
  const { t, press, fill } = reading(owner, sentencesOf(who))
  const subject = t('subscription.approved.subject', { organisation: who.name })
  await reloadUntil(owner, subject, `${hosts.main}/sandbox/mail?q=${who.email}`)
  await owner.getByRole('link', { name: subject }).click()
  await owner.goto(/http:\S+\/invitation\?token=[\w-]{43}/.exec(await owner.content())![0])
  await fill({ 'invitation.password': password, 'invitation.password_confirmation': password })
  await press('invitation.submit')
  await expect(owner).toHaveURL(/\/dashboard$/)
}

/** The start page says what is missing and what comes next; paying by FPX, which waits for a seller's number, is begun. */
export async function setsItselfUp(owner: Page, who: Newcomer): Promise<void> {
  const { t, main, press, follow, fill } = reading(owner, sentencesOf(who))
  const school = hosts.tenant(who.subdomain)
  await owner.goto(`${school}/setting`)
  await expect(main).toContainText(t('setting.next'))
  await fitsTheScreen(owner, who)
  await owner.goto(`${school}/payment-option`)
  await follow('starter.payment_option.fpx_b2c')
  await press('common.action.activate')
  await expect(owner.getByRole('status')).toBeVisible()
  await owner.goto(`${school}/program/new`)
  await fill({ 'program.code': 'PRA', 'program.name': 'Prasekolah' })
  await press('common.action.save')
  await expect(owner).toHaveURL(/\/program\/view\//)
}

/** A file of a kind: its columns as they are guessed, checked, and written. */
export async function imports(
  owner: Page,
  who: Newcomer,
  kind: string,
  rows: readonly (readonly string[])[],
): Promise<void> {
  const { t, main, press, field, confirm } = reading(owner, sentencesOf(who))
  await owner.goto(`${hosts.tenant(who.subdomain)}/import/new`)
  await field(`import.kinds.${kind}`).check()
  await field('import.file').setInputFiles({
    ...{ name: `${kind}.csv`, mimeType: 'text/csv' },
    buffer: Buffer.from(rows.map((cells) => cells.join(',')).join('\n')),
  })
  await press('import.upload')
  await press('import.check')
  await reloadUntil(owner, t('import.run'))
  await expect(main.locator('summary', { hasText: t('import.run') })).toBeVisible()
  await fitsTheScreen(owner, who)
  await confirm('import.run', 'import.run_confirm', { rows: rows.length - 1 })
  await reloadUntil(owner, t('import.steps.done'))
}

/** The month that runs is looked at before it is billed; returns the link of one invoice. */
export async function billsTheMonth(
  owner: Page,
  who: Newcomer,
  expected: { invoices: number; total: string },
) {
  const { t, main, press, confirm, field } = reading(owner, sentencesOf(who))
  const school = hosts.tenant(who.subdomain)
  const until = (shows: string) => reloadUntil(owner, shows)
  await owner.goto(`${school}/invoice/generation/new`)
  await press('generation.make_preview')
  await until(expected.total)
  await fitsTheScreen(owner, who)
  await confirm('generation.run', 'generation.run_confirm', {
    count: expected.invoices,
    invoices: expected.invoices,
  })
  await until(t('generation.steps.completed'))
  await owner.goto(`${school}/invoice`)
  await fitsTheScreen(owner, who)
  await main.locator('tbody th a').first().click()
  return field('invoice.public_link').inputValue()
}

/** What came in a week ago, as the bank has settled it by now. */
export const aWeekLater = ({ subdomain }: Newcomer) =>
  inDatabase(async (db) => {
    const { rows } = await db.query('select id, schema_name from platform.entity where subdomain = $1', [
      subdomain,
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
