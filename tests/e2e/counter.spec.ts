import { expect, hosts, inDatabase, test } from './fixtures.ts'

const malay = { subdomain: 'cahaya', language: 'ms', width: 360 } as const

interface Family {
  parent_id: string
  phone: string
  child_id: string
  numbers: string[]
}

/**
 * A family of the clerk's branch with two invoices that nobody tries to pay, and how it would say its phone. `besides`:
 * so many families are those of other stories, which may be paying at the same time.
 */
function owing({ besides = 0 } = {}): Promise<Family> {
  return inDatabase(async (db) => {
    const entity = await db.query(`select schema_name from platform.entity where subdomain = 'cahaya'`)
    const schema = entity.rows[0].schema_name
    const { rows } = await db.query(
      `
      select parent.id as parent_id, '0' || substr(parent.phone, 4) as phone,
        (array_agg(invoice.student_id))[1] as child_id, array_agg(invoice.number order by due_on, number) as numbers
      from ${schema}.invoice join ${schema}.parent on parent.id = invoice.payer_parent_id
        join ${schema}.student on student.id = invoice.student_id and student.status = 'active'
      where invoice.status = 'unpaid' and invoice.paid_sen = 0
        and invoice.branch_id = (select id from ${schema}.branch where is_hq)
        and invoice.payer_parent_id not in (
          select payer_parent_id from ${schema}.invoice join ${schema}.payment_attempt_invoice on invoice_id = invoice.id)
      group by parent.id having count(*) >= 2 order by count(*), parent.id limit 1 offset $1`,
      [besides],
    )
    return rows[0]
  })
}

test('a clerk finds a family by its phone, takes cash for two invoices at once and asks for a discount, which a manager gives: in Malay, at 360 px, without scripts', async ({
  staff,
}) => {
  const school = hosts.tenant('cahaya')
  const { parent_id, phone, child_id, numbers } = await owing()
  const clerk = await staff('clerk', malay)
  const search = clerk.locator('header').getByRole('search')
  await search.getByRole('searchbox').fill(`${phone.slice(0, 3)}-${phone.slice(3)}`)
  await search.getByRole('button', { name: 'Cari' }).click()
  await expect(clerk).toHaveURL(`${school}/family/view/${parent_id}`)
  for (const invoice of await clerk.locator('[name=invoice]').all()) await invoice.uncheck()
  for (const number of numbers.slice(0, 2)) await clerk.getByLabel(number).check()
  await clerk.getByRole('button', { name: 'Terima bayaran' }).click()
  await expect(clerk.locator('main')).toContainText(numbers[0]!)
  await expect(clerk.locator('main')).toContainText(numbers[1]!)
  const amount = await clerk.locator('[name=amount]').inputValue()
  await clerk.fill('[name=amount]', '1')
  await clerk.locator('main button[type=submit]').last().click()
  await expect(clerk.locator('[role=alert]')).toBeVisible()
  await clerk.fill('[name=amount]', amount)
  await clerk.locator('main button[type=submit]').last().click()
  await expect(clerk).toHaveURL(/\/payment\/view\//)
  for (const number of numbers.slice(0, 2)) await expect(clerk.locator('main')).toContainText(number)
  await clerk.goto(`${school}/family/view/${parent_id}`)
  for (const number of numbers.slice(0, 2)) await expect(clerk.getByLabel(number)).toHaveCount(0)

  await clerk.goto(`${school}/student/discount/${child_id}`)
  await clerk.selectOption('[name=discount_id]', {
    label: 'Subsidi penjawat awam · RM180.00 · perlu dokumen',
  })
  await clerk.fill('[name=reason]', 'Bapa penjawat awam')
  await clerk.locator('main button[type=submit]').last().click()
  await expect(clerk.locator('[role=alert]')).toContainText('Dokumen yang dilihat')
  await clerk.fill('[name=document]', 'Surat pengesahan jabatan')
  await clerk.locator('main button[type=submit]').last().click()
  await expect(clerk.locator('main')).toContainText('Subsidi penjawat awam')
  await clerk.locator('main').getByRole('link', { name: 'Subsidi penjawat awam' }).click()
  await expect(clerk.getByRole('button', { name: 'Luluskan' })).toHaveCount(0)

  const manager = await staff('admin', malay)
  await manager.goto(clerk.url())
  await manager.getByRole('button', { name: 'Luluskan' }).click()
  await clerk.reload()
  await expect(clerk.locator('h1')).toContainText('Diluluskan')
})

test('a clerk’s morning: name, Enter, cash, Enter; a typing mistake is corrected and its receipt opens beside the page on the 80 mm roll', async ({
  staff,
}) => {
  const school = hosts.tenant('cahaya')
  const { parent_id, phone } = await owing({ besides: 1 })
  const clerk = await staff('clerk', malay)
  await clerk.goto(`${school}/payment/counter`)
  await clerk.keyboard.type(phone)
  await clerk.keyboard.press('Enter')
  await expect(clerk).toHaveURL(`${school}/payment/counter/${parent_id}`)
  const due = await clerk.locator('[name=amount]').inputValue()
  await clerk.keyboard.type('2000')
  await clerk.keyboard.press('Enter')
  await expect(clerk.locator('h1')).toContainText('diterima')
  await expect(clerk.locator('#family')).toBeFocused()

  await clerk.getByRole('link', { name: 'Betulkan bayaran ini' }).click()
  await clerk.fill('[name=amount]', String(Number(due) - 10))
  await clerk.fill('[name=reason]', 'Tersalah taip amaun di kaunter')
  await clerk.locator('main form.fields button[type=submit]').click()
  await expect(clerk.locator('main')).toContainText('Menggantikan resit')
  await expect(clerk.locator('#family')).toBeFocused()

  const page = clerk.url()
  const [receipt] = await Promise.all([
    clerk.context().waitForEvent('page'),
    clerk.getByRole('link', { name: 'Gulungan 80 mm' }).click(),
  ])
  await expect(receipt).toHaveURL(/\/document\//)
  expect(clerk.url()).toBe(page)
})
