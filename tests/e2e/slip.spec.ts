import { textOf } from '#tests/support/jobs/pdf.ts'
import { photograph } from '#tests/support/product/register.ts'
import { expect, hosts, test } from './fixtures.ts'
import { bill, download } from './steps/journey.ts'

test('a transfer is shown, rejected, shown again and confirmed, and its family has the receipt', async ({
  staff,
  person,
}) => {
  const clerk = await staff('clerk', { at: '/invoice/new' })
  const { number, link, url } = await bill(clerk, { price: '64.35' })
  const parent = await person({ width: 360, language: 'ms' })
  const buffer = await photograph()
  const show = async (reference: string) => {
    await parent.goto(link)
    await parent.getByRole('link', { name: 'Muat naik slip pindahan' }).click()
    await parent.fill('[name=paid_on]', (await parent.getAttribute('[name=paid_on]', 'max'))!)
    await parent.fill('[name=reference_no]', reference)
    await parent.setInputFiles('[name=file]', { name: 'slip.jpg', mimeType: 'image/jpeg', buffer })
    await parent.getByRole('button', { name: 'Hantar slip' }).click()
    await expect(parent.locator('main')).toContainText('Kami akan menyemaknya dalam masa dua hari bekerja')
  }
  const openNewest = async () => {
    await clerk.goto(`${hosts.tenant('demo')}/transfer-slip?q=${number}`)
    await clerk.locator('main tbody a[href*="/transfer-slip/view/"]').first().click()
    await expect(clerk.locator('main')).toContainText('Waits for the office')
  }

  await show(`E2E ${number} A`)
  await openNewest()
  await clerk.getByRole('link', { name: 'Reject' }).click()
  await clerk.fill('[name=decision_reason]', 'This is the slip of another account.')
  await clerk.getByRole('button', { name: 'Reject' }).click()
  await expect(clerk.locator('main')).toContainText('This is the slip of another account.')

  await parent.reload()
  await expect(parent.locator('main')).toContainText('This is the slip of another account.')
  // The same picture, under the right reference: the office is told that it has seen it.
  await show(`E2E ${number} B`)
  await openNewest()
  await expect(clerk.locator('main')).toContainText('The same file was uploaded before:')
  await clerk.getByRole('link', { name: 'Confirm' }).click()
  const picture = clerk.locator('main img')
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await clerk.getByRole('button', { name: 'Record payment' }).click()
  await expect(clerk.locator('main')).toContainText(/RCP-\d\d-\d{6}/)

  await parent.reload()
  const { text } = await textOf(await download(parent, 'a[href*="/payment/receipt/"]'))
  expect(text).toContain(number)
  expect(text).toContain('64.35')
  await clerk.goto(url)
  await expect(clerk.locator('main')).toContainText('Paid')
})
