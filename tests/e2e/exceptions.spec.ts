import type { Page } from '@playwright/test'
import { expect, hosts, test } from './fixtures.ts'
import { bill, confirmAtBank, goToBank, reloadUntil, returnToSchool } from './steps/journey.ts'

/** Opens the newest exception of a kind on the desk of this host. */
async function openNewest(page: Page, desk: string, kind: string) {
  await reloadUntil(page, /LN-|NEVER-GIVEN/, `${desk}?kind=${kind}&state=unsettled&sort=-raised_at`)
  await page.locator('main tbody th a').first().click()
  await expect(page).toHaveURL(/payment-exception\/view\//)
}

test('an answer that does not match: the payer keeps the id, staff see both sums and settle it', async ({
  staff,
  person,
}) => {
  const admin = await staff('admin', { at: '/invoice/new' })
  const { link } = await bill(admin, { price: '91.20' })
  const parent = await person({ width: 360 })
  await goToBank(parent, link, 'MB2U0227')
  await confirmAtBank(parent, 'other_amount')
  await returnToSchool(parent)
  await expect(parent.locator('main')).toContainText(/Keep the FPX transaction ID \d{16}/)

  await admin.goto(`${hosts.tenant('demo')}/dashboard`)
  await expect(admin.locator('main')).toContainText(/\d payments? to check/)
  await openNewest(admin, `${hosts.tenant('demo')}/payment-exception`, 'mismatch')
  const main = admin.locator('main')
  await expect(main).toContainText('Answer does not match')
  await expect(main).toContainText('RM1.00')
  await admin.getByRole('button', { name: 'Take it on' }).click()
  await expect(main).toContainText(/is yours now/)
  await admin.getByRole('link', { name: 'Settle' }).click()

  await test.step('a wrong alarm asks why, and keeps what was chosen', async () => {
    await admin.getByLabel('Nothing happened: a wrong alarm').check()
    await admin.getByRole('button', { name: 'Settle' }).click()
    await expect(main).toContainText('Say in 10 to 500 characters why.')
    await expect(admin.getByLabel('Nothing happened: a wrong alarm')).toBeChecked()
    await admin.getByLabel('In your words').fill('The bank says that nothing was debited.')
    await admin.getByRole('button', { name: 'Settle' }).click()
    await expect(main).toContainText('Settled')
  })

  await test.step('the invoice can be paid again', async () => {
    await parent.goto(link)
    await expect(parent.locator('a[href*="/payment/submit"]').first()).toBeVisible()
  })
})

test('an order is debited twice: the payer is told, and a refund needs two people', async ({
  staff,
  person,
}) => {
  const admin = await staff('admin', { at: '/invoice/new' })
  const { link } = await bill(admin, { price: '92.30' })
  const parent = await person({ width: 360 })
  await goToBank(parent, link, 'MB2U0227')
  await confirmAtBank(parent, 'second_debit')
  await returnToSchool(parent)
  await reloadUntil(parent, /Your account was debited twice/)
  await expect(parent.locator('main')).toContainText(/is your credit, receipt RCP-\d\d-\d{6}/)

  await openNewest(admin, `${hosts.tenant('demo')}/payment-exception`, 'second_debit')
  const url = admin.url()
  await expect(admin.locator('main')).toContainText(/RCP-\d\d-\d{6}/)
  await admin.getByRole('link', { name: 'Settle' }).click()
  await admin.getByLabel('Refunded to the payer outside Lunas').check()
  await admin.getByLabel('Refunded on').fill(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10))
  await admin.getByLabel('Bank reference of the refund').fill('MBB-REFUND-1')
  await admin.getByRole('button', { name: 'Settle' }).click()
  await expect(admin.locator('main')).toContainText('somebody else must confirm it')

  const owner = await staff('superadmin')
  await owner.goto(url)
  await owner.locator('summary', { hasText: 'Confirm the refund' }).click()
  await owner.getByRole('button', { name: 'Confirm refund' }).click()
  await expect(owner.locator('main')).toContainText('Refunded outside Lunas')
})

test('the operator sees a message of nobody whole, and closes it', async ({ staff, person }) => {
  const clerk = await staff('clerk', { at: '/invoice/new' })
  const { link } = await bill(clerk, { price: '93.40' })
  const parent = await person()
  await goToBank(parent, link, 'MB2U0227')
  await confirmAtBank(parent, 'unknown_order')
  const operator = await staff('operator')
  await openNewest(operator, `${hosts.main}/admin/payment-exception`, 'orphan')
  const main = operator.locator('main')
  for (const part of ['NEVER-GIVEN-0001', 'fpx_sellerExOrderNo', 'Order number of the exchange', '94.40'])
    await expect(main).toContainText(part)
  await operator.getByRole('link', { name: 'Settle' }).click()
  await operator.getByLabel('Nothing happened: a wrong alarm').check()
  await operator.getByLabel('In your words').fill('PayNet withdrew the message.')
  await operator.getByRole('button', { name: 'Settle' }).click()
  await expect(main).toContainText('PayNet withdrew the message.')
})
