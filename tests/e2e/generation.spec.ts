import type { Page } from '@playwright/test'
import { expect, hosts, inDatabase, test } from './fixtures.ts'
import { widerThan } from './own-font.ts'
import { aClass, untilOver } from './steps/billing.ts'
import { confirmAtBank, goToBank, reloadUntil, returnToSchool } from './steps/journey.ts'
import { astray } from './steps/money.ts'

/** A month is billed by a supervisor who reads Malay on a small screen; nobody's browser runs a script. */
const demo = hosts.tenant('demo')
const fee = { before: 15_000, after: 16_000 }

const fits = async (page: Page) => expect(await widerThan(page, [360])).toEqual([])
const main = (page: Page) => page.locator('main')

async function runs(page: Page) {
  await page.getByText('Jana…').click()
  await page.getByRole('button', { name: /^Keluarkan/ }).click()
  await untilOver(page)
}

test('a month is previewed, refused because a fee has changed, billed, mended, asked about, and undone but for what is paid', async ({
  staff,
  person,
}) => {
  const { schema, price, subject, children } = await aClass('Bil', fee.before)
  const supervisor = await staff('supervisor', {
    language: 'ms',
    width: 360,
    at: `/language/my?to=${encodeURIComponent('/invoice/generation/new')}`,
  })
  await expect(supervisor.locator('h1')).toHaveText('Pratonton baharu')
  await fits(supervisor)
  await supervisor.selectOption('[name=subject_id]', subject)
  await supervisor.getByRole('button', { name: 'Buat pratonton' }).click()
  await untilOver(supervisor)
  await expect(main(supervisor)).toContainText('RM300.00')
  await expect(main(supervisor)).toContainText('Tiada pembayar')
  await fits(supervisor)

  await test.step('somebody changes the fee meanwhile: nothing is billed, and the page says what', async () => {
    await inDatabase((db) =>
      db.query(`update ${schema}.subject_fee set amount_sen = $1 where id = $2`, [fee.after, price]),
    )
    await runs(supervisor)
    await expect(main(supervisor)).toContainText('Tiada apa-apa dibilkan, kerana ada yang berubah')
    await expect(main(supervisor)).toContainText('RM150.00 → RM160.00')
    await fits(supervisor)
  })

  await test.step('the preview is made anew and run; the child without a payer fails', async () => {
    await supervisor.getByRole('button', { name: 'Segar semula pratonton' }).click()
    await untilOver(supervisor)
    await expect(main(supervisor)).toContainText('RM320.00')
    await runs(supervisor)
    await expect(main(supervisor)).toContainText('Sebahagian gagal')
    await supervisor.getByRole('link', { name: 'Lihat siapa dan sebabnya' }).click()
    await expect(main(supervisor)).toContainText('Bil Tanpa Waris')
    await expect(main(supervisor)).not.toContainText('Bil Aminah')
    await fits(supervisor)
    await supervisor.goBack()
  })
  const first = supervisor.url()

  await test.step('it is mended, and only it is tried again: its payer has another child, so it gets the discount', async () => {
    await inDatabase((db) =>
      db.query(
        `insert into ${schema}.student_parent (student_id, parent_id, relationship, is_primary, is_payer)
         select $1, parent_id, 'mother', true, true from ${schema}.student_parent where student_id = $2`,
        [children[2], children[0]],
      ),
    )
    await supervisor.getByRole('button', { name: /Cuba semula/ }).click()
    await untilOver(supervisor)
    await expect(main(supervisor)).toContainText('Selesai')
    await expect(main(supervisor)).toContainText('RM144.00')
  })

  const { rows } = await inDatabase((db) =>
    db.query(
      `select invoice.id, number, public_code from ${schema}.invoice where student_id = $1 and generation_id is not null`,
      [children[0]],
    ),
  )
  const [bill] = rows as { id: string; number: string; public_code: string }[]
  const parent = await person({ width: 360, language: 'ms' })
  await test.step('a parent asks why it is so much, reads the reason, and pays', async () => {
    await parent.goto(`${demo}/invoice/status/${bill!.public_code}`)
    await parent.locator('details.why summary').first().click()
    await expect(main(parent)).toContainText('Harga biasa')
    await expect(main(parent)).toContainText('Dikira semula: tiada perbezaan.')
    await fits(parent)
    await goToBank(parent, `${demo}/invoice/status/${bill!.public_code}`, 'TEST0021')
    await confirmAtBank(parent)
    await returnToSchool(parent)
    await reloadUntil(parent, /Payment received|Bayaran diterima|Pembayaran diterima/)
  })

  await test.step('an administrator undoes the run; what is paid stays and is named', async () => {
    const admin = await staff('admin', {
      language: 'ms',
      width: 360,
      at: `/language/my?to=${encodeURIComponent(new URL(first).pathname)}`,
    })
    await admin.getByRole('link', { name: 'Batalkan penjanaan' }).click()
    await expect(main(admin)).toContainText(bill!.number)
    await admin.fill('[name=reason]', 'Yuran bulan ini tersilap')
    await fits(admin)
    await admin.getByRole('button', { name: /^Batalkan/ }).click()
    await untilOver(admin)
    await expect(main(admin)).toContainText('Penjanaan ini telah dibatalkan')
    await expect(main(admin)).toContainText(bill!.number)
    await expect(main(admin)).toContainText('telah dibayar')
    await admin.goto(`${demo}/report/invoice/invoiceGenerationLog`)
    await expect(main(admin).locator('svg[role=img]')).toBeVisible()
    await fits(admin)
  })
  const { rows: left } = await inDatabase((db) =>
    db.query(
      `select status, count(*)::int from ${schema}.invoice where student_id = any($1) and generation_id is not null
       group by status order by status`,
      [children],
    ),
  )
  expect(left).toEqual([
    { status: 'cancelled', count: 1 },
    { status: 'paid', count: 1 },
    { status: 'unpaid', count: 1 },
  ])
  expect(await astray('demo')).toEqual([])
})
