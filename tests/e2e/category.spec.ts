import { expect, hosts, test } from './fixtures.ts'

const tenant = hosts.tenant

test('a category is made, changed and put away by keyboard alone', async ({ staff }) => {
  const admin = await staff('admin', { at: '/category/new' })
  await admin.locator('[name=code]').focus()
  await admin.keyboard.type('zz-kunci')
  await admin.keyboard.press('Tab')
  await admin.keyboard.press('Tab')
  await admin.keyboard.type('Papan kekunci')
  await admin.keyboard.press('Enter')
  await expect(admin.locator('h1')).toContainText('Papan kekunci')
  await expect(admin.getByRole('status').or(admin.locator('[role=alert]')).first()).toContainText(
    'Papan kekunci',
  )
  await admin.getByRole('link', { name: 'Edit', exact: true }).press('Enter')
  await admin.locator('[name=name]').fill('Papan kekunci baharu')
  await admin.locator('[name=name]').press('Enter')
  await expect(admin.locator('h1')).toContainText('Papan kekunci baharu')
  await admin.getByRole('button', { name: 'Deactivate' }).press('Enter')
  await expect(admin.locator('main')).toContainText('Inactive')
})

test('wrong input is said at the field, in Malay, and nothing typed is lost', { tag: '@commit' }, async ({
  staff,
}) => {
  // Nobody else is this person, so that no other story reads the language chosen here.
  const admin = await staff('class-admin', { width: 360, at: '/category/new' })
  await admin.locator('header summary').first().click()
  await admin.getByRole('link', { name: 'Bahasa Melayu' }).first().click()
  await expect(admin.locator('html')).toHaveAttribute('lang', 'ms-MY')
  await admin.fill('[name=code]', 'not a code!')
  await admin.fill('[name=name]', 'x')
  await admin.fill('[name=min_age]', '12')
  await admin.fill('[name=max_age]', 'tua')
  await admin.locator('main button[type=submit]').last().click()
  await expect(admin.locator('[role=alert]')).toContainText('Kod')
  await expect(admin.locator('[name=name]')).toHaveAttribute('aria-invalid', 'true')
  await expect(admin.locator('[name=name]')).toHaveValue('x')
  await expect(admin.locator('[name=min_age]')).toHaveValue('12')
  await expect(admin.locator('[name=max_age]')).toHaveValue('tua')
  await expect(admin.locator('main')).not.toContainText(/input\.|refusal\.|category\./)
})

test('two people change one category: the second sees what the first did, and loses nothing', async ({
  staff,
}) => {
  const [first, second] = await Promise.all([staff('admin'), staff('superadmin')])
  await first.goto(`${tenant('demo')}/category/new`)
  await first.fill('[name=code]', 'ZZ-DUA')
  await first.fill('[name=name]', 'Nama asal')
  await first.locator('main button[type=submit]').last().click()
  const edit = first.url().replace('/view/', '/edit/')
  await Promise.all([first.goto(edit), second.goto(edit)])
  await first.fill('[name=name]', 'Nama daripada yang pertama')
  await first.locator('main button[type=submit]').last().click()
  await expect(first).toHaveURL(/\/category\/view\//)
  await second.fill('[name=name]', 'Nama daripada yang kedua')
  await second.locator('main button[type=submit]').last().click()
  await expect(second.locator('main')).toContainText('Nama daripada yang pertama')
  await expect(second.locator('[name=name]')).toHaveValue('Nama daripada yang kedua')
  await second.locator('main button[type=submit]').last().click()
  await expect(second.locator('h1')).toContainText('Nama daripada yang kedua')
})

test('the list goes to paper, CSV, Excel and PDF with its filters', async ({ staff }) => {
  const admin = await staff('admin', { at: '/category?status=active&sort=-code' })
  const href = (name: RegExp) => admin.getByRole('link', { name }).first().getAttribute('href')
  expect(await href(/^CSV$/)).toContain('status=active')
  const waiting = admin.waitForEvent('download')
  await admin.getByRole('link', { name: /^CSV$/ }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toMatch(/^category-\d{4}-\d\d-\d\d\.csv$/)
  await admin.getByRole('button', { name: 'PDF' }).click()
  await expect(admin).toHaveURL(/\/document\//)
})
