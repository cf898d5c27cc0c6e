import { soaking } from '#tests/support/run/soak.ts'
import { expect, hosts, inDatabase, test } from './fixtures.ts'

/** Families of the clerk's branch that owe something which nobody tries to pay online, by their codes. */
function queue(length: number): Promise<{ family_code: string }[]> {
  return inDatabase(async (db) => {
    const entity = await db.query(`select schema_name from platform.entity where subdomain = 'cahaya'`)
    const schema = entity.rows[0].schema_name
    const { rows } = await db.query(`
      select parent.family_code
      from ${schema}.invoice join ${schema}.parent on parent.id = invoice.payer_parent_id
      where invoice.status = 'unpaid' and parent.deleted_at is null
        and invoice.branch_id = (select id from ${schema}.branch where is_hq)
        and invoice.payer_parent_id not in (
          select payer_parent_id from ${schema}.invoice where branch_id <> (select id from ${schema}.branch where is_hq))
        and invoice.payer_parent_id not in (
          select payer_parent_id from ${schema}.invoice join ${schema}.payment_attempt_invoice on invoice_id = invoice.id
            join ${schema}.payment_attempt on payment_attempt.id = attempt_id
          where state not in ('paid', 'failed', 'cancelled', 'timed_out', 'expired'))
      group by parent.id having count(*) between 1 and 10 order by parent.id desc limit ${length}`)
    return rows
  })
}

test.setTimeout(600_000)

/** The queue is the same family after family: each that is served has left the page as the next one finds it. */
const length = soaking ? 20 : 6

test('a clerk serves a queue of families by the keyboard alone, then counts and closes the drawer, without scripts', {
  tag: '@commit',
}, async ({ staff }) => {
  const school = hosts.tenant('cahaya')
  const families = await queue(length)
  expect(families).toHaveLength(length)
  const clerk = await staff('clerk', { subdomain: 'cahaya', language: 'ms' })
  const { keyboard } = clerk
  /** What has the focus is where the next key goes; a page gives it some time after it has loaded, and keys before that are lost. */
  const type = async (text: string) => {
    await expect(clerk.locator('input:focus')).toHaveCount(1)
    await keyboard.type(text)
    await keyboard.press('Enter')
  }

  await clerk.goto(`${school}/drawer/open`)
  await type('100')
  await clerk.waitForURL(`${school}/payment/counter`)
  let cash_sen = 10_000
  for (const [index, { family_code }] of families.entries()) {
    await type(family_code)
    await clerk.waitForURL(/\/payment\/counter\/[0-9a-f-]{36}$/)
    const due_sen = Math.round(Number(await clerk.locator('[name=amount]').inputValue()) * 100)
    // Every second one hands over the sum, the others a ringgit more than it, rounded up.
    const cash = due_sen + [0, -1, -2, 2, 1][due_sen % 5]!
    cash_sen += cash
    await type(index % 2 === 0 ? '' : ((cash + 100) / 100).toFixed(2))
    await clerk.waitForURL(/\/payment\/counter\/done\//)
    if (index % 2 === 1) await expect(clerk.locator('main .change')).toHaveText('Baki dipulangkan RM1.00')
  }

  await clerk.goto(`${school}/payment/counter`)
  await clerk.getByRole('link', { name: 'Laci anda' }).click()
  const figures = (sen: number) => (sen / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')
  await expect(clerk.locator('main')).toContainText(`RM${figures(cash_sen)}`)
  await clerk.getByRole('link', { name: 'Tutup laci' }).click()
  await clerk.waitForURL(/\/drawer\/close\//)
  await type((cash_sen / 100).toFixed(2))
  await clerk.waitForURL(/\/drawer\/view\//)
  await expect(clerk.locator('h1')).toContainText('Ditutup')
})
