import { currentDay } from '#app/domain/core/clock.ts'
import { expect, hosts, inDatabase, patience, test } from '../fixtures.ts'

const school = () => hosts.tenant('cahaya')

interface Families {
  /** Codes of families with one open invoice. */
  codes: string[]
  /** A family that owes for two of its children. */
  siblings: { code: string; invoices: string[] }
}

/** Families that no other story is about: nobody tries to pay online what they owe. */
function owing(): Promise<Families> {
  return inDatabase(async (db) => {
    const entity = await db.query(`select schema_name from platform.entity where subdomain = 'cahaya'`)
    const schema = entity.rows[0].schema_name
    const { rows } = await db.query(`
      select parent.family_code as code, count(*)::int as count, count(distinct student_id)::int as children,
        array_agg(invoice.number order by due_on, number) as invoices
      from ${schema}.invoice join ${schema}.parent on parent.id = invoice.payer_parent_id
      where invoice.status = 'unpaid' and parent.id not in (
        select payer_parent_id from ${schema}.invoice
        join ${schema}.payment_attempt_invoice on invoice_id = invoice.id)
      group by parent.id order by parent.id desc`)
    const siblings = rows.find(({ children }) => children >= 2)
    const codes = rows.filter((row) => row !== siblings).map(({ code }) => code)
    return { codes: codes.slice(0, 14), siblings }
  })
}

/** A bank that nobody has told the product of. */
function file(lines: readonly { words: string; reference?: string; sen: number; out?: true }[]) {
  const on = currentDay().split('-').reverse().join('/')
  const rows = lines.map(({ words, reference = '', sen, out }) => {
    const amount = (sen / 100).toFixed(2)
    return [on, words, reference, out ? '' : amount, out ? amount : ''].join(',')
  })
  return Buffer.from(['Hari urus,Butir,Ruj kami,Duit masuk,Duit keluar', ...rows].join('\r\n'))
}

const miswritten = (code: string) => code.slice(0, 7) + (code.endsWith('A') ? 'B' : 'A')

test('a statement of fifty lines: its columns are told once, what is certain records itself, the queue is a click each, one is shared by siblings, the same file records nothing, and another is taken back the same day', async ({
  staff,
}) => {
  const { codes, siblings } = await owing()
  const of = (n: number) => codes[n % codes.length]!
  // Sums of their own, so that no line is like a payment of today, and words, so that none has come before.
  const own = `E${process.pid}`
  const certain = Array.from({ length: 36 }, (_, n) => ({
    words: `DUITNOW ${own}-${n}`,
    reference: of(n),
    sen: 1_101 + n,
  }))
  const nearly = Array.from({ length: 8 }, (_, n) => ({
    ...{ words: `IBG ${own}-${n}`, reference: miswritten(of(n)), sen: 2_301 + n },
  }))
  const shared = { words: `PINDAHAN TUNAI ${own}`, sen: 709 }
  const out = Array.from({ length: 5 }, (_, n) => ({
    words: `TNB ${own}-${n}`,
    sen: 4_001 + n,
    out: true as const,
  }))
  const buffer = file([...certain, ...nearly, shared, ...out])

  const page = await staff('admin', { subdomain: 'cahaya', language: 'ms', width: 360 })
  const upload = async (name: string, content: Buffer) => {
    await page.goto(`${school()}/bank-statement/new`)
    await page.setInputFiles('[name=file]', { name, mimeType: 'text/csv', buffer: content })
    await page.getByRole('button', { name: 'Muat naik' }).click()
  }
  const main = page.locator('main')
  const matched = () => expect(page.locator('h1')).toContainText('Sudah dipadankan', patience)
  const count = (what: string) => main.getByRole('row', { name: what }).first()

  await upload('penyata.csv', buffer)
  await expect(page).toHaveURL(/\/bank-statement\/map\//)
  await page.fill('[name=name]', 'Bank Cerita, akaun utama')
  for (const [column, field] of ['date', 'description', 'reference', 'credit', 'debit'].entries())
    await page.selectOption(`[name="columns[${column}]"]`, field)
  await page.getByRole('button', { name: 'Baca penyata' }).click()
  await matched()
  const view = page.url()
  await expect(count('Direkodkan')).toContainText('36')
  await expect(count('Keluar')).toContainText('5')

  for (let left = nearly.length; left > 0; left--) {
    await expect(main).toContainText(`Menunggu keputusan anda (${left + 1})`)
    await main.getByRole('button', { name: 'Rekod', exact: true }).first().click()
  }
  await expect(count('Direkodkan')).toContainText('44')

  // The last one names nobody: it is found by the family's code and shared by two children.
  await main.locator('a[href*="/bank-line/view/"]').first().click()
  const line = new URL(page.url()).pathname
  await page.goto(`${school()}${line}?q=${siblings.code}`)
  await main.locator('a[href*="/bank-line/assign/"]').first().click()
  await page.fill('[name="lines[0].amount"]', '4.00')
  await page.fill('[name="lines[1].amount"]', '9.99')
  await main.locator('button[type=submit]').last().click()
  await expect(page.locator('[role=alert]').first()).toBeVisible()
  await page.fill('[name="lines[1].amount"]', '3.09')
  await main.locator('button[type=submit]').last().click()
  await expect(page).toHaveURL(`${school()}${line}`)
  await main.locator('a[href*="/payment/view/"]').first().click()
  for (const number of siblings.invoices.slice(0, 2)) await expect(main).toContainText(number)

  await page.goto(view)
  await expect(main).toContainText('Tiada yang menunggu')
  await expect(count('Direkodkan')).toContainText('45')

  // The same file under another name: read without asking, and nothing of it is recorded.
  await upload('penyata-sekali-lagi.csv', buffer)
  await matched()
  await expect(count('Sudah ada dalam penyata terdahulu')).toContainText('50')
  await expect(main).toContainText('Tiada yang menunggu')

  // What recorded itself is taken back on its day, by who may cancel payments.
  const wide = [1, 2, 3].map((n) => ({ words: `LAIN ${own}-${n}`, reference: of(n), sen: 3_501 + n }))
  await upload('penyata-lain.csv', file(wide))
  await matched()
  await expect(count('Direkodkan')).toContainText('3')
  await main.getByText('Batalkan penyata', { exact: true }).first().click()
  await main.getByRole('button', { name: 'Ya, batalkan penyata' }).click()
  await expect(page.locator('h1')).toContainText('Dibatalkan', patience)
})
