import type { Page } from '@playwright/test'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { expect, hosts, inDatabase, test } from './fixtures.ts'
import { bill, childrenOn, download, reloadUntil, useUpCredit } from './steps/journey.ts'

/** On CHIP's page: says what shall happen, and confirms. */
async function payAtChip(payer: Page, scenario: 'paid' | 'callbacks_lost') {
  await payer.locator('main a[href*="/sandbox/chip/p/"]').click()
  await payer.locator(`[name=scenario][value=${scenario}]`).check()
  await payer.getByRole('button', { name: 'Confirm' }).click()
  await expect(payer.locator('body')).toContainText('This purchase is paid')
}

/** A clerk asks CHIP as FPX is asked (pay.spec.ts), and below it is asked without a clerk. */
if (soaking)
  test('a payment by CHIP whose callbacks are lost is found when a clerk asks CHIP', async ({
    staff,
    person,
  }) => {
    const clerk = await staff('clerk', { at: '/invoice/new' })
    const { link, url } = await bill(clerk, { price: '64.20' })
    const parent = await person({ width: 360 })
    await parent.goto(link)
    await parent.locator('main a[href*="/payment/submit"]').first().click()
    await parent.locator('.ways a[href*="model=card"]').click()
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

/** Time goes by until the product asks CHIP by itself. */
function someMinutesLater(public_code: string): Promise<void> {
  return inDatabase(async (db) => {
    const entity = await db.query(`select schema_name from platform.entity where subdomain = 'demo'`)
    const attempts = await db.query(
      `update ${entity.rows[0].schema_name}.payment_attempt set next_enquiry_at = now()
       where public_code = $1 returning id, order_no`,
      [public_code],
    )
    const { id, order_no } = attempts.rows[0]
    await db.query('update platform.gateway_order set next_enquiry_at = now() where order_no = $1', [
      order_no,
    ])
    const { rowCount } = await db.query(
      `update platform.outbox set run_at = now() where name = 'payment.enquire' and payload ->> 'attempt_id' = $1`,
      [id],
    )
    expect(rowCount).toBeGreaterThan(0)
  })
}

test('a parent pays three invoices of two children by card in one payment; all callbacks are lost, CHIP is asked, and there is one receipt', async ({
  staff,
}) => {
  const office = await staff('admin')
  const parent = await staff('parent', { width: 360 })
  const children = await childrenOn(parent)
  expect(children.length).toBeGreaterThanOrEqual(2)
  await useUpCredit(office, children[0]!)
  const prices = ['33.15', '44.25', '12.05'] as const
  const numbers: string[] = []
  for (const [n, price] of prices.entries())
    numbers.push((await bill(office, { price, student: children[n % 2]! })).number!)

  await parent.goto(`${hosts.tenant('demo')}/basket`)
  for (const box of await parent.locator('input[name=invoice]').all()) await box.uncheck()
  for (const number of numbers) await parent.getByLabel(number).check()
  await parent.getByRole('button', { name: 'Pay selected' }).click()
  await parent.locator('.ways a[href*="model=card"]').click()
  await expect(parent.locator('main')).toContainText(' · 3 invoices')
  await expect(parent.locator('main')).toContainText('RM89.45')
  await parent.locator('main form button[type=submit]').last().click()
  await expect(parent).toHaveURL(/\/payment\/go\//)
  const status = parent.url().replace('/go/', '/status/')
  await payAtChip(parent, 'callbacks_lost')
  await parent.goto(status)
  await expect(parent.locator('main')).toContainText('We check with the bank automatically')
  await someMinutesLater(status.split('/').at(-1)!)
  await reloadUntil(parent, /Payment received/, status)

  const { text } = await textOf(await download(parent, 'a[href*="/payment/receipt/"]'))
  for (const said of [...numbers, ...prices, '89.45']) expect(text).toContain(said)
  expect(new Set(text.match(/RCP-\d\d-\d{6}/g)).size).toBe(1)
})
