import type { Page } from '@playwright/test'
import { portalSandboxAccounts } from '#app/integrations/myinvois/sandbox-accounts.ts'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { expect, hosts, test } from './fixtures.ts'
import { download, reloadUntil } from './steps/journey.ts'
import { aBilledChild, atPortal, openMore, portal, submitOne, untilDecided } from './steps/tax-portal.ts'

// One portal serves them all, and its clock is moved: one story after the other.
test.describe.configure({ mode: 'serial' })

const { demo, cahaya, intermediary } = portalSandboxAccounts
const settings = '/einvoice/settings'

async function enterSecret(owner: Page, secret: string) {
  await owner.goto(`${hosts.tenant('cahaya')}${settings}/connection`)
  await owner.fill('[name=secret]', secret)
  const second = owner.locator('[name=clear_second]')
  if (await second.count()) await second.check()
  await owner.locator('main form button[type=submit]').last().click()
  await expect(owner).toHaveURL(new RegExp(`${settings}$`))
}

async function testConnection(owner: Page) {
  await owner.getByRole('button', { name: 'Test connection' }).click()
  await expect(owner).toHaveURL(new RegExp(`${settings}$`))
}

test('an owner enters a wrong secret, reads what is wrong, and enters the right one', async ({ staff }) => {
  const owner = await staff('superadmin', { subdomain: 'cahaya', language: 'en', at: settings })
  await enterSecret(owner, 'this-is-not-the-secret-1')
  await testConnection(owner)
  await expect(owner.locator('main')).toContainText('MyInvois refuses this client ID and secret')
  await enterSecret(owner, intermediary.secrets[0])
  await testConnection(owner)
  await expect(owner.locator('main')).toContainText('The portal accepts your credentials')
  await expect(owner.locator('main')).not.toContainText('refuses this client ID')
})

test('an intermediary submits for the school that has appointed it', async ({ staff }) => {
  const owner = await staff('superadmin', { subdomain: 'cahaya', language: 'en' })
  const child = await aBilledChild('cahaya', 0)
  const { number } = await submitOne(owner, child.name, '41.20')
  await untilDecided(owner, 'Valid')
  expect(await atPortal(number)).toEqual([{ status: 'Valid', issuerTin: cahaya.tin }])
  await owner.goto((await owner.getByRole('link', { name: 'Open in MyInvois' }).getAttribute('href'))!)
  await expect(owner.locator('body')).toContainText(cahaya.name)
  await expect(owner.locator('body')).toContainText(number)
})

test('an e-invoice is submitted, accepted and valid, and its QR code is on page and paper', async ({
  staff,
}) => {
  const office = await staff('admin')
  const child = await aBilledChild('demo', 0)
  const { number, url, einvoice } = await submitOne(office, child.name, '52.35')
  await expect(office.locator('main a[href*="/share/"]')).toHaveCount(0)
  await untilDecided(office, 'Valid')
  expect(await atPortal(number)).toEqual([{ status: 'Valid', issuerTin: demo.tin }])
  const share = (await office.getByRole('link', { name: 'Open in MyInvois' }).getAttribute('href'))!
  const [, uuid] = /\/([0-9A-Z]{26})\/share\/\w+$/.exec(share)!

  await office.goto(url)
  await expect(office.locator('main')).toContainText(uuid!)
  await expect(office.locator('main svg, main img[src^="data:"]').first()).toBeVisible()
  await openMore(office)
  const { text } = await textOf(await download(office, 'main a[href*="/invoice/download/"]'))
  expect(text.replace(/\s/g, '')).toContain(uuid!)

  await office.goto(share)
  await expect(office.locator('body')).toContainText(number)
  await expect(office.locator('body')).toContainText(demo.name)

  // sent twice it is one: the page of an invoice that has one leads to it
  await office.goto(`${hosts.tenant('demo')}/einvoice/new?invoice=${url.split('/').at(-1)}`)
  await expect(office).toHaveURL(einvoice)
})

test('a refused one says what is wrong; the parent’s TIN is corrected, and it becomes valid', async ({
  staff,
}) => {
  const office = await staff('admin')
  const { name, parent_id } = await aBilledChild('demo', 1)
  const parent = `${hosts.tenant('demo')}/parent/edit/${parent_id}`
  await office.goto(parent)
  // as people type it, and known to nobody: the sandbox has no TIN whose digits begin with 99
  await office.fill('[name=tin]', 'sg 9912345670')
  await office.locator('main form button[type=submit]').last().click()
  await expect(office.locator('main')).toContainText('IG9912345670')
  await reloadUntil(office, 'TIN and identity number do not belong together')

  const { number, einvoice } = await submitOne(office, name, '38.15')
  await untilDecided(office, 'Invalid')
  await expect(office.locator('main')).toContainText('LHDN does not know the parent’s TIN')
  await expect(office.locator('main')).toContainText('Buyer TIN is invalid')
  // unchanged it is not sent again
  await expect(office.getByRole('button', { name: 'Send again' })).toBeDisabled()

  await office.getByRole('link', { name: 'Correct: the parent’s TIN' }).click()
  await expect(office).toHaveURL(new RegExp(`/parent/edit/${parent_id}#tax$`))
  await office.fill('[name=tin]', '')
  await office.locator('main form button[type=submit]').last().click()
  await office.goto(einvoice)
  await office.getByRole('button', { name: 'Send again' }).click()
  await untilDecided(office, 'Valid')
  const portals = await atPortal(number)
  expect(portals.map(({ status }) => status).sort()).toEqual(['Invalid', 'Valid'])
})

async function cancel(office: Page) {
  await office.getByRole('link', { name: 'Cancel e-invoice' }).click()
  await office.fill('[name=reason]', 'Pelajar yang salah')
  await office.locator('main form button[type=submit]').last().click()
  await expect(office).toHaveURL(/\/einvoice\/view\//)
}

test('one is cancelled within 72 hours; after that the portal refuses, and a credit note is offered', async ({
  staff,
}) => {
  const office = await staff('admin')
  const first = await aBilledChild('demo', 2)
  const { number } = await submitOne(office, first.name, '27.45')
  await untilDecided(office, 'Valid')
  await cancel(office)
  await untilDecided(office, 'Cancelled')
  expect((await atPortal(number)).map(({ status }) => status)).toEqual(['Cancelled'])

  const second = await aBilledChild('demo', 3)
  const late = await submitOne(office, second.name, '29.95')
  await untilDecided(office, 'Valid')
  await portal('clock', { advance_ms: 73 * 3_600_000 })
  try {
    await cancel(office)
    await reloadUntil(office, 'MyInvois refused to cancel it')
    await expect(office.locator('main')).toContainText('72 hours')
    expect((await atPortal(late.number)).map(({ status }) => status)).toEqual(['Valid'])
  } finally {
    await portal('clock', { offset_ms: 0 })
  }
})
