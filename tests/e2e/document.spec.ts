import { readFile } from 'node:fs/promises'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { expect, hosts, test } from './fixtures.ts'

test('an invoice is asked for as a PDF, waited for and got, without scripts', async ({ staff }) => {
  const page = await staff('admin', { at: '/invoice?status=unpaid' })
  const [number] = /INV-\d\d-\d{6}/.exec(await page.locator('main tbody th').first().innerText())!
  await page.locator('main tbody th a').first().click()
  await page.locator('main details.more summary').click()
  const coming = page.waitForEvent('download')
  await page.locator('a[href^="/invoice/download/"]').first().click()
  const file = await coming
  expect(file.suggestedFilename()).toBe(`${number}.pdf`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your PDF is ready')
  const { text } = await textOf(await readFile(await file.path()))
  expect(text).toContain(number)
  expect(text).toContain('Pusat Tuisyen Bestari')

  await page.getByRole('link', { name: 'Back to the invoice' }).click()
  await expect(page).toHaveURL(/\/invoice\/view\//)
})

test('a list becomes a PDF with the rows that were on the screen', async ({ staff }) => {
  const page = await staff('admin', { width: 360, at: '/category?sort=-name' })
  const names = await page.locator('main tbody th a').allTextContents()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^category-\d{4}-\d\d-\d\d\.pdf$/)
  const { text } = await textOf(await readFile(await file.path()))
  const places = names.map((name) => text.indexOf(name))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('somebody else’s PDF is nowhere to be found', async ({ staff, person }) => {
  const admin = await staff('admin', { at: '/category' })
  await admin.getByRole('button', { name: 'PDF' }).click()
  await admin.waitForURL(/\/document\//)
  const { pathname } = new URL(admin.url())
  const stranger = await staff('superadmin', { subdomain: 'cahaya' })
  const answer = await stranger.goto(hosts.tenant('cahaya') + pathname)
  expect(answer?.status()).toBe(404)
  const nobody = await person()
  await nobody.goto(hosts.tenant('demo') + pathname)
  await expect(nobody).toHaveURL(/\/login\?to=/)
})
