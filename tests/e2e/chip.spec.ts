import type { Page } from '@playwright/test'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { expect, hosts, test } from './fixtures.ts'
import { bill, download, reloadUntil, useUpCredit } from './steps/journey.ts'

/** On CHIP's page: says what shall happen, and confirms. */
async function payAtChip(payer: Page, scenario: 'paid' | 'callbacks_lost') {
  await payer.locator('main a[href*="/sandbox/chip/p/"]').click()
  await payer.locator(`[name=scenario][value=${scenario}]`).check()
  await payer.getByRole('button', { name: 'Confirm' }).click()
  await expect(payer.locator('body')).toContainText('This purchase is paid')
}

test('a payment by CHIP whose callbacks are lost is found by asking CHIP', async ({ staff, person }) => {
  const clerk = await staff('clerk')
  const { link, url } = await bill(clerk, { price: '64.20' })
  const parent = await person({ width: 360 })
  await parent.goto(link)
  await parent.locator('main a[href*="/payment/submit"]').first().click()
  await parent.locator('.tabs a[href*="model=card"]').click()
  await parent.fill('[name=buyer_name]', 'Siti Aminah')
  await parent.locator('main form button[type=submit]').last().click()
  await payAtChip(parent, 'callbacks_lost')
  await parent.goto(link)
  await expect(parent.locator('main')).toContainText(/do not pay again|waiting/i)
  await clerk.goto(`${hosts.tenant('demo')}/fpx-transactions?sort=-requested_at`)
  await clerk.locator('main tbody tr', { hasText: '64.20' }).locator('a').first().click()
  await clerk.locator('form[action*="/fpx-transactions/enquire/"] button').click()
  await reloadUntil(clerk, /RCP-\d\d-\d{6}/, url)
})

test('a parent pays two invoices of a child by card in one payment and gets one receipt', async ({
  staff,
}) => {
  const office = await staff('admin')
  const parent = await staff('parent', { width: 360 })
  const child = await parent.locator('main table').last().locator('tbody th').first().textContent()
  await useUpCredit(office, child!)
  const numbers: string[] = []
  for (const price of ['33.15', '44.25'])
    numbers.push((await bill(office, { price, student: child! })).number!)

  await parent.goto(`${hosts.tenant('demo')}/basket`)
  for (const box of await parent.locator('input[name=invoice]').all()) await box.uncheck()
  for (const number of numbers) await parent.getByLabel(number).check()
  await parent.getByRole('button', { name: 'Pay what is ticked' }).click()
  await parent.locator('.tabs a[href*="model=card"]').click()
  for (const number of numbers) await expect(parent.locator('main')).toContainText(number)
  await expect(parent.locator('main')).toContainText('RM77.40')
  await parent.locator('main form button[type=submit]').last().click()
  await payAtChip(parent, 'paid')
  await parent
    .getByRole('link', { name: 'Return to merchant' })
    .or(parent.getByRole('button', { name: 'Return to merchant' }))
    .click()
  await reloadUntil(parent, /Payment received/)

  const { text } = await textOf(await download(parent, 'a[href*="/payment/receipt/"]'))
  for (const said of [...numbers, '33.15', '44.25', '77.40']) expect(text).toContain(said)
  expect(new Set(text.match(/RCP-\d\d-\d{6}/g)).size).toBe(1)
})
