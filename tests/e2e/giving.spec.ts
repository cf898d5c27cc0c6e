import type { Page } from '@playwright/test'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { verifyOffline } from '#tests/support/product/verify-offline.ts'
import { expect, hosts, test } from './fixtures.ts'
import { confirmAtBank, download, reloadUntil, returnToSchool } from './steps/journey.ts'

/** From the form of a gift to the bank, which says yes, and back until the money has come. */
async function through(giver: Page, received: RegExp) {
  await giver.selectOption('[name=bank]', 'TEST0021')
  await giver.locator('main form.fields button[type=submit]').last().click()
  await giver.locator('form[action*="seller2DReceiver"] button').click()
  await expect(giver).toHaveURL(/\/sandbox\/fpx\//)
  await giver.getByRole('button', { name: 'Sign in' }).click()
  await confirmAtBank(giver)
  await returnToSchool(giver)
  await reloadUntil(giver, received)
}

test('somebody who wants to be nobody gives infaq, and pays zakat with its intention and a receipt', async ({
  person,
  staff,
}) => {
  const giver = await person({ width: 360 })
  await giver.goto(`${hosts.main}/infaq`)
  await giver.locator('main a', { hasText: 'Pusat Tuisyen Bestari' }).click()
  await giver.locator('main a[href*="/infaq/pay?type=YATIM"]').first().click()

  await test.step('too little is told, and nothing typed is lost', async () => {
    await giver.fill('[name=amount]', '0.99')
    await giver.check('[name=anonymous]')
    await giver.selectOption('[name=bank]', 'TEST0021')
    await giver.locator('main form.fields button[type=submit]').last().click()
    await expect(giver.locator('main')).toContainText('below the minimum of RM1.00')
    await expect(giver.locator('[name=amount]')).toHaveValue('0.99')
    await expect(giver.locator('[name=anonymous]')).toBeChecked()
  })

  await giver.fill('[name=amount]', '21.50')
  await through(giver, /Payment received/)
  await expect(giver.locator('main')).toContainText('INF-')

  await giver.goto(`${hosts.tenant('demo')}/zakat`)
  await giver.locator('main a[href*="/zakat/pay"]').first().click()
  await giver.fill('[name=persons]', '4')
  await giver.fill('[name=donor_name]', 'Halim bin Osman')
  await giver.check('[name=cover_fee]')
  await giver.selectOption('[name=bank]', 'TEST0021')
  await giver.locator('main form.fields button[type=submit]').last().click()
  await expect(giver.locator('main')).toContainText('confirm that this is your zakat')
  await giver.check('[name=intention]')
  await through(giver, /Payment received/)
  const { text } = await textOf(await download(giver, 'a[href*="/payment/receipt/"]'))
  for (const said of [/ZKT-\d\d-\d{6}/, /28\.00/, /Majlis Agama Islam/, /MAI\//]) expect(text).toMatch(said)

  await test.step('who has kept the keys checks the receipt without us, and one that was raised is not genuine', async () => {
    const reader = await person({ width: 360 })
    await reader.goto(`${hosts.tenant('demo')}/verify`)
    await reader.fill('[name=number]', /ZKT-\d\d-\d{6}/.exec(text)![0])
    await reader.fill('[name=check_code]', /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(text)![0])
    await reader.locator('main form button[type=submit]').click()
    await expect(reader).toHaveURL(/\/verify\/.*signature=/)
    const address = reader.url()
    const keys = await (await reader.goto(`${hosts.tenant('demo')}/verify/keys`))!.text()
    const { status, stdout } = verifyOffline(keys, address)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^genuine\nreceipt\nZKT-\d\d-\d{6}\n.*\n29\.00\n/)
    expect(verifyOffline(keys, address.replace('amount=29.00', 'amount=290.00')).status).toBe(1)
  })

  const clerk = await staff('clerk', { at: '/infaq/list?sort=-number' })
  await expect(clerk.locator('main tbody tr').filter({ hasText: '21.50' })).toContainText('Hamba Allah')
})
