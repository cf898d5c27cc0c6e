import { textOf } from '#tests/support/jobs/pdf.ts'
import { expect, hosts, inDatabase, test } from './fixtures.ts'
import { bill, confirmAtBank, download, goToBank, reloadUntil, returnToSchool } from './steps/journey.ts'

/** It began two days ago, as all that looks at its age sees it. */
function twoDaysAgo(order_no: string): Promise<void> {
  return inDatabase(async (db) => {
    const entity = await db.query(`select schema_name from platform.entity where subdomain = 'demo'`)
    const { rowCount } = await db.query(
      `update ${entity.rows[0].schema_name}.payment_attempt
       set requested_at = requested_at - interval '2 days' where order_no = $1`,
      [order_no],
    )
    expect(rowCount).toBe(1)
  })
}

test('a company’s clerk pays, its approver lets it through two days later, and the invoice is held for it meanwhile', async ({
  staff,
  person,
}) => {
  const clerk = await staff('clerk', { at: '/invoice/new' })
  const { number, link, url } = await bill(clerk, { price: '210.60' })
  const maker = await person({ language: 'ms' })
  await goToBank(maker, link, 'TEST0021', { company: true })
  await confirmAtBank(maker)
  await returnToSchool(maker)
  const status = maker.url()
  await reloadUntil(maker, /Menunggu pelulus anda/)
  const order = /LN-[0-9A-Z-]{14}/.exec((await maker.locator('main').textContent()) ?? '')![0]
  await twoDaysAgo(order)

  await test.step('until then nobody is asked for the same money again', async () => {
    await maker.goto(link)
    await expect(maker.locator('main')).toContainText('jangan bayar sekali lagi')
    await expect(maker.locator('main a[href*="/payment/submit"]')).toHaveCount(0)
    await clerk.goto(`${hosts.tenant('demo')}/fpx-transactions?q=${order}`)
    await expect(clerk.locator('main tbody')).toContainText('At the approver')
  })

  const approver = await person()
  await approver.goto(`${hosts.main}/sandbox/fpx/b2bauth`)
  await approver.locator('section', { hasText: 'Waiting for approval' }).locator('dl a').first().click()
  await expect(approver.locator('dl').first()).toContainText(order)
  await approver.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(approver.getByRole('status')).toContainText('code 00')

  await reloadUntil(maker, /Bayaran diterima/, status)
  const { text } = await textOf(await download(maker, 'a[href*="/payment/receipt/"]'))
  expect(text).toContain(number)
  await clerk.goto(url)
  await expect(clerk.locator('main')).toContainText(/RCP-\d\d-\d{6}/)
})
