import { expect, hosts, inDatabase, test } from './fixtures.ts'

const malay = { subdomain: 'cahaya', language: 'ms', width: 360 } as const

/** Of the clerk's branch the family with the most invoices that nobody tries to pay, and no plan yet. */
function owing(): Promise<{ parent_id: string; owed_sen: number }> {
  return inDatabase(async (db) => {
    const entity = await db.query(`select schema_name from platform.entity where subdomain = 'cahaya'`)
    const schema = entity.rows[0].schema_name
    const { rows } = await db.query(`
      select payer_parent_id as parent_id, sum(balance_sen)::int as owed_sen from ${schema}.invoice
      where status = 'unpaid' and branch_id = (select id from ${schema}.branch where is_hq)
        and payer_parent_id not in (select parent_id from ${schema}.arrangement)
        and payer_parent_id not in (
          select payer_parent_id from ${schema}.invoice join ${schema}.payment_attempt_invoice on invoice_id = invoice.id
          where status = 'unpaid')
        and payer_parent_id not in (
          select payer_parent_id from ${schema}.invoice
          where status = 'unpaid' and branch_id <> (select id from ${schema}.branch where is_hq))
      group by payer_parent_id having count(*) >= 2 order by count(*) desc, payer_parent_id limit 1`)
    return rows[0]
  })
}

const ringgit = (sen: number) => (sen / 100).toFixed(2)

test('a family pays in parts: a clerk proposes, the supervisor agrees, and the first part comes in at the counter: in Malay, at 360 px, without scripts', async ({
  staff,
}) => {
  const school = hosts.tenant('cahaya')
  const { parent_id, owed_sen } = await owing()
  const clerk = await staff('clerk', { ...malay, at: `/family/view/${parent_id}` })
  await clerk.getByRole('link', { name: 'Pelan ansuran baharu' }).click()
  await clerk.selectOption('[name=count]', '2')
  await clerk.getByRole('button', { name: 'Kira ansuran' }).click()
  const [first, second] = [
    clerk.locator('[name="parts[0].amount"]'),
    clerk.locator('[name="parts[1].amount"]'),
  ]
  const each = await first.inputValue()
  await second.fill('1.00')
  await clerk.fill('[name=reason]', 'Bapa kehilangan kerja')
  await clerk.getByRole('button', { name: 'Cadangkan' }).click()
  await expect(clerk.locator('[role=alert]')).toContainText('Kurang')
  await expect(second).toHaveValue('1.00')
  await expect(clerk.locator('[name=reason]')).toHaveValue('Bapa kehilangan kerja')
  await second.fill(ringgit(owed_sen - Math.round(Number(each.replaceAll(',', '')) * 100)))
  await clerk.getByRole('button', { name: 'Cadangkan' }).click()
  await expect(clerk).toHaveURL(/\/arrangement\/view\//)
  await expect(clerk.locator('main')).toContainText('Menunggu keputusan')
  const plan = clerk.url()

  const supervisor = await staff('supervisor', malay)
  await supervisor.goto(plan)
  await supervisor.getByRole('button', { name: 'Persetujui' }).click()
  await expect(supervisor.locator('h1')).toContainText('Aktif')

  await clerk.goto(`${school}/family/view/${parent_id}`)
  await expect(clerk.locator('main')).toContainText(`Pelan ansuran: RM`)
  await clerk.fill('#received', each)
  await clerk.getByRole('button', { name: 'Terima bayaran' }).last().click()
  await clerk.locator('main button[type=submit]').last().click()
  await expect(clerk).toHaveURL(/\/payment\/view\//)
  await clerk.goto(plan)
  await expect(clerk.locator('tbody tr').first()).toContainText('Diterima')
  await expect(clerk.locator('tbody tr').nth(1)).toContainText('Seterusnya')

  await clerk.getByRole('link', { name: 'Cetak untuk ditandatangani' }).click()
  await expect(clerk.locator('main.paper')).toContainText('Bagi pihak keluarga')
})
