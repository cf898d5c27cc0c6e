import { expect, hosts, inDatabase, test } from './fixtures.ts'

const report = '/report/payment/cancelPaymentList'

/** The cancelled payments of the school, as its cash book has them. */
function cashBook(): Promise<{ number: string; method: string; sen: number }[]> {
  return inDatabase(async (db) => {
    const entity = await db.query(`select schema_name from platform.entity where subdomain = 'demo'`)
    const schema = entity.rows[0].schema_name
    const { rows } = await db.query(`
      select number, method, amount_sen::int as sen from ${schema}.payment
      where status = 'cancelled' and cancelled_at is not null order by cancelled_at desc, id desc`)
    return rows
  })
}

const ringgit = (sen: number) =>
  `RM${Math.floor(sen / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')}.${String(sen % 100).padStart(2, '0')}`

test('a treasurer whose book differs by one sen finds the receipt by following the figures, without scripts', async ({
  staff,
}) => {
  const rows = await cashBook()
  const [wrong] = rows
  const total = rows.reduce((sum, { sen }) => sum + sen, 0)
  const inBook = (sen: number, number: string) => (number === wrong!.number ? sen + 1 : sen)
  const treasurer = await staff('admin')
  const main = treasurer.locator('main')
  await treasurer.getByRole('link', { name: 'Reports', exact: true }).click()
  await main.getByRole('link', { name: 'Cancelled payments' }).click()
  await expect(main.locator('tfoot').first()).toContainText(ringgit(total))
  // By method: only one of the sub-totals is not what the book says.
  await main.locator('summary').click()
  await treasurer.selectOption('[name=group_by]', 'method')
  await main.getByRole('search').getByRole('button').click()
  const subTotals = main.locator('section', { hasText: 'Sub-totals by Method' })
  await expect(subTotals.locator('tfoot')).toContainText(ringgit(total))
  const ofMethod = rows.filter(({ method }) => method === wrong!.method)
  const booked = ofMethod.reduce((sum, { number, sen }) => sum + inBook(sen, number), 0)
  await expect(subTotals).toContainText(ringgit(booked - 1))
  await expect(subTotals).not.toContainText(ringgit(booked))
  // Figure by figure, until one is a sen apart from the book.
  const table = main.locator('table').first()
  const different: string[] = []
  for (const { number, sen } of ofMethod) {
    const figure = table.locator('tr', { hasText: number }).getByRole('link', { name: /^RM/ })
    if ((await figure.textContent()) !== ringgit(inBook(sen, number))) different.push(number)
  }
  expect(different).toEqual([wrong!.number])
  await table.locator('tr', { hasText: wrong!.number }).getByRole('link', { name: /^RM/ }).click()
  await expect(treasurer).toHaveURL(/\/payment\?.*status=cancelled/)
  await expect(main.locator('tbody tr')).toHaveCount(1)
  await expect(main.locator('tfoot')).toContainText(ringgit(wrong!.sen))
  await main.locator('tbody a').first().click()
  await expect(main).toContainText(wrong!.number)
  await expect(main).toContainText(ringgit(wrong!.sen))
})

test('an owner saves a report of last month and has it mailed to a colleague on the fifth, without scripts', async ({
  staff,
}) => {
  const owner = await staff('superadmin', { at: report })
  const main = owner.locator('main')
  await main.getByRole('link', { name: 'Last month' }).click()
  await main.getByRole('link', { name: 'Save this report' }).click()
  await owner.fill('[name=name]', 'Monthly pack for the board')
  await expect(owner.locator('[name=period]')).toHaveValue('last_month')
  await owner.check('[name=is_shared]')
  await main.getByRole('button', { name: 'Save report' }).click()
  await expect(owner).toHaveURL(`${hosts.tenant('demo')}/report`)
  const row = main.locator('tr', { hasText: 'Monthly pack for the board' })
  await row.getByRole('link', { name: 'E-mail monthly' }).click()
  await owner.selectOption('[name=mail_day]', '5')
  for (const box of await owner.locator('[name=recipients]').all()) await box.uncheck()
  await main.getByRole('button', { name: 'Schedule e-mail' }).click()
  await expect(owner.locator('[role=alert]')).toContainText('Choose at least one recipient.')
  await main.locator('.choice', { hasText: 'clerk@demo.test' }).getByRole('checkbox').check()
  await main.getByRole('button', { name: 'Schedule e-mail' }).click()
  await expect(row).toContainText('Day 5 of each month')
  const clerk = await staff('clerk', { at: '/report' })
  const shared = clerk.locator('tr', { hasText: 'Monthly pack for the board' })
  await expect(shared).toContainText('shared')
  await expect(shared.getByRole('link', { name: 'E-mail monthly' })).toHaveCount(0)
  await shared.getByRole('link', { name: 'Monthly pack for the board' }).click()
  await expect(clerk).toHaveURL(/\/report\/payment\/cancelPaymentList\?from=\d{4}-\d\d-01&to=/)
})
