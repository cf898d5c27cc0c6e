import { textOf } from '#tests/support/jobs/pdf.ts'
import { expect, hosts, test } from './fixtures.ts'
import {
  bill,
  childrenOn,
  confirmAtBank,
  download,
  goToBank,
  reloadUntil,
  returnToSchool,
  useUpCredit,
} from './steps/journey.ts'

test('a family is billed, pays at the bank, and everybody has the receipt', { tag: '@commit' }, async ({
  staff,
  person,
}) => {
  const clerk = await staff('clerk', { at: '/invoice/new' })
  const { number, link, url } = await bill(clerk, { price: '123.45' })
  expect(number).toBeDefined()

  const parent = await person({ width: 360 })
  await goToBank(parent, link, 'TEST0021')
  await confirmAtBank(parent)
  await returnToSchool(parent)
  await reloadUntil(parent, /Payment received/)
  await expect(parent.locator('main')).toContainText('SBI Bank A')
  const status = parent.url()

  await test.step('the receipt is a PDF whose text can be selected and whose sums are right', async () => {
    const { text } = await textOf(await download(parent, 'a[href*="/payment/receipt/"]'))
    expect(text).toContain(number)
    expect(text).toContain('123.45')
    expect(text).toMatch(/RCP-\d\d-\d{6}/)
  })

  await test.step('the clerk sees the invoice paid', async () => {
    await clerk.goto(url)
    await expect(clerk.locator('main')).toContainText('Paid')
    await expect(clerk.locator('main')).toContainText(/RCP-\d\d-\d{6}/)
  })

  await test.step('the mail has arrived with the receipt', async () => {
    const post = await person()
    await reloadUntil(post, /siti@keluarga\.test/, `${hosts.main}/sandbox/mail`)
    await post
      .getByRole('link', { name: /RCP-\d\d-\d{6}|123\.45/ })
      .first()
      .click()
    await expect(post.locator('body')).toContainText(/\.pdf/)
  })

  await test.step('the operator sees the money', async () => {
    const operator = await staff('operator', { at: '/admin/collection?sort=-collected_on' })
    await expect(operator.locator('main')).toContainText('123.45')
  })

  await test.step('the paid invoice cannot be paid again', async () => {
    await parent.goto(link)
    await expect(parent.locator('main')).toContainText('Paid')
    await expect(parent.locator('a[href*="/payment/submit"]')).toHaveCount(0)
    await parent.goto(status)
    await expect(parent.locator('main')).toContainText('Payment received')
  })
})

test('a declined payment can be tried again at once', async ({ staff, person }) => {
  const clerk = await staff('clerk', { at: '/invoice/new' })
  const { link } = await bill(clerk, { price: '88.00' })
  const parent = await person({ width: 360, language: 'ms' })
  await goToBank(parent, link, 'TEST0022')
  await confirmAtBank(parent)
  await returnToSchool(parent)
  await reloadUntil(parent, /Tidak dibayar/)
  await parent.goto(link)
  await expect(parent.locator('a[href*="/payment/submit"]').first()).toBeVisible()
})

test('a payment that is pending is not asked for twice, and ends as paid', async ({ staff, person }) => {
  const clerk = await staff('clerk', { at: '/invoice/new' })
  const { link } = await bill(clerk, { price: '77.70' })
  const parent = await person()
  await goToBank(parent, link, 'MB2U0227')
  await confirmAtBank(parent, 'settles_later')
  await returnToSchool(parent)
  await expect(parent.locator('main')).toContainText(/don’t pay again/i)
  await reloadUntil(parent, /Payment received/)
})

test('when all callbacks are lost the product asks the bank itself', async ({ staff, person }) => {
  const clerk = await staff('clerk', { at: '/invoice/new' })
  const { link, url } = await bill(clerk, { price: '66.60' })
  const parent = await person()
  await goToBank(parent, link, 'MB2U0227')
  await confirmAtBank(parent, 'callbacks_lost')
  await parent.goto(link)
  await expect(parent.locator('main')).toContainText(/don’t pay again|waiting/i)
  await clerk.goto(`${hosts.tenant('demo')}/fpx-transactions?sort=-requested_at`)
  await clerk
    .locator('main tbody tr', { hasText: '66.60' })
    .or(clerk.locator('main tbody tr', { hasText: '67.60' }))
    .locator('a')
    .first()
    .click()
  await clerk.locator('form[action*="/fpx-transactions/enquire/"] button').click()
  await reloadUntil(clerk, /RCP-\d\d-\d{6}/, url)
})

test('ten callbacks at once make one payment', async ({ staff, person }) => {
  const clerk = await staff('clerk', { at: '/invoice/new' })
  const { link, url } = await bill(clerk, { price: '55.50' })
  const parent = await person()
  await goToBank(parent, link, 'MB2U0227')
  await confirmAtBank(parent, 'duplicates')
  await returnToSchool(parent)
  await reloadUntil(parent, /Payment received/)
  await clerk.goto(url)
  await expect(clerk.locator('main a[href*="/payment/view/"]')).toHaveCount(1)
})

test('a clerk takes cash at the counter', async ({ staff }) => {
  const clerk = await staff('clerk', { width: 360, at: '/invoice/new' })
  const { url } = await bill(clerk, { price: '40.00' })
  await clerk.locator('main a[href*="/invoice/pay/"]').first().click()
  await clerk.fill('[name=amount]', '15.50')
  await clerk.locator('main form button[type=submit]').last().click()
  await expect(clerk).toHaveURL(/\/(invoice|payment)\/view\//)
  await clerk.goto(url)
  await expect(clerk.locator('main')).toContainText('24.50')
})

test('a parent pays three invoices of two children in one payment and gets one receipt', async ({
  staff,
}) => {
  const office = await staff('admin')
  const parent = await staff('parent', { width: 360 })
  const children = await childrenOn(parent)
  expect(children.length).toBeGreaterThanOrEqual(2)
  await useUpCredit(office, children[0]!)
  const numbers = []
  for (const [name, price] of [
    [children[0]!, '31.10'],
    [children[1]!, '42.20'],
    [children[0]!, '53.30'],
  ] as const)
    numbers.push((await bill(office, { price, student: name })).number!)

  await parent.goto(`${hosts.tenant('demo')}/basket`)
  for (const box of await parent.locator('input[name=invoice]').all()) await box.uncheck()
  for (const number of numbers) await parent.getByLabel(number).check()
  await parent.getByRole('button', { name: 'Pay selected' }).click()
  await expect(parent.locator('main')).toContainText(' · 3 invoices')
  await expect(parent.locator('main')).toContainText('RM127.60')
  await parent.selectOption('[name=bank]', 'TEST0021')
  await parent.locator('main form button[type=submit]').last().click()
  await parent.locator('form[action*="seller2DReceiver"] button').click()
  await parent.getByRole('button', { name: 'Sign in' }).click()
  await confirmAtBank(parent)
  await returnToSchool(parent)
  await reloadUntil(parent, /Payment received/)
  for (const number of numbers) await expect(parent.locator('main')).toContainText(number)

  const { text } = await textOf(await download(parent, 'a[href*="/payment/receipt/"]'))
  for (const number of numbers) expect(text).toContain(number)
  for (const price of ['31.10', '42.20', '53.30', '127.60']) expect(text).toContain(price)
  expect(text.match(/RCP-\d\d-\d{6}/g)!.every((one, _, all) => one === all[0])).toBe(true)
})
