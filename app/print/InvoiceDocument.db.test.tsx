import { beforeAll, expect, test } from 'vitest'
import { student } from '#tests/support/database/factories.ts'
import { markup, tagWith } from '#tests/support/pages/markup.tsx'
import { sourceAt } from '#tests/support/product/source.ts'
import '#tests/support/product/matchers.ts'
import { newId } from '#db/id.ts'
import { allocation, invoice, payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { InvoiceDocument } from './InvoiceDocument.tsx'
import { invoiceDocument, invoiceFingerprint } from './invoice.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar', company_name: 'Sinar Sdn Bhd', tax_registered: true })
})

const sheet = (id: string) =>
  tenant.read((db) => invoiceDocument(db, id, { ...sourceAt('https://sinar.lunas.test'), logo: null }))

async function words(id: string, locale = 'en') {
  const html = await markup(<InvoiceDocument {...(await sheet(id))} />, { locale })
  return { html, text: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') }
}

test('says who bills whom for what, what is taxed, what was paid and what is left', async () => {
  const { id, number, public_code, family_code } = await tenant.write(async (trx) => {
    const child = await student(trx, { name: 'Emily Smith', nationality: 'GB' })
    const row = await invoice(
      trx,
      {
        student_id: child.id,
        payer_parent_id: child.payer!.id,
        sub_total_sen: 13_500,
        tax_rate_bp: 600,
        tax_total_sen: 720,
        total_sen: 14_220,
        paid_sen: 4_220,
        remark: 'Terima kasih',
      },
      [
        { price_sen: 12_000, taxable: true, tax_sen: 720, description: 'Matematik' },
        {
          price_sen: 450,
          quantity_hundredths: 400,
          amount_sen: 1_500,
          discount_sen: 300,
          discount_reason: 'Adik-beradik',
          description: 'Buku',
        },
      ],
    )
    const paid = await payment(trx, { amount_sen: 4_220 })
    await allocation(trx, paid.id, row.id, 4_220)
    const cancelled = await payment(trx, { status: 'cancelled', cancel_reason: 'Tersilap', amount_sen: 999 })
    await allocation(trx, cancelled.id, row.id, 999)
    const family = await trx
      .selectFrom('parent')
      .select('family_code')
      .where('id', '=', child.payer!.id)
      .executeTakeFirstOrThrow()
    return { ...row, ...family }
  })
  const { html, text } = await words(id)
  for (const part of [
    'Tadika Sinar',
    'Sinar Sdn Bhd',
    number!,
    family_code,
    'Emily Smith',
    'To pay RM 100.00',
    'Matematik *',
    'Adik-beradik',
    '-RM3.00',
    'Sub-total RM135.00',
    'Service tax 6% on items marked * RM7.20',
    'Total RM142.20',
    '-RM42.20',
    'Balance RM100.00',
    'Terima kasih',
    `sinar.lunas.test/invoice/status/${public_code}`,
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('9.99')
  expect(tagWith(html, '<svg', 'class="qr"')).toContain('role="img"')
  const malay = await words(id, 'my')
  expect(malay.text).toContain('Cukai perkhidmatan 6%')
  expect(malay.text).not.toContain('Service tax')
})

test('says what a sponsor bears of it, and what the family pays', async () => {
  const given = { discount_id: newId(), code: 'YC', name: 'Subsidi', sponsor: 'Yayasan Contoh', sen: 18_000 }
  const { id } = await tenant.write((trx) =>
    invoice(trx, {}, [
      {
        ...{ price_sen: 30_000, discount_sen: 18_000, discount_reason: 'Subsidi' },
        facts: JSON.stringify({ discounts: [given, { ...given, sponsor: null, sen: 0 }] }),
      },
    ]),
  )
  const { text } = await words(id)
  expect(text).toContain('Total fee RM300.00 Borne by Yayasan Contoh -RM180.00 The family pays RM120.00')
})

test('never says overdue: the sheet outlives the day', async () => {
  const { id } = await tenant.write((trx) => invoice(trx, { due_on: '2026-01-31', issued_on: '2026-01-31' }))
  const { text } = await words(id)
  expect(text).toContain('Unpaid')
  expect(text).not.toContain('Overdue')
})

test('a draft has no number, no code and no way to pay', async () => {
  const { id } = await tenant.write((trx) => invoice(trx, { status: 'draft' }))
  const { html, text } = await words(id)
  expect(text).toContain('Invoice Draft')
  expect(html).not.toContain('class="qr"')
})

test('is named by what it shows, and is nobody else’s', async () => {
  const row = { id: newId(), version: 3 }
  const bare = { qr: null, words: { terms: null, footer: null }, einvoice: null }
  const plain = invoiceFingerprint(row, 'en', undefined, bare)
  expect(plain).not.toBe(invoiceFingerprint(row, 'my', undefined, bare))
  expect(plain).not.toBe(invoiceFingerprint({ ...row, version: 4 }, 'en', undefined, bare))
  const shown = (text: string) => invoiceFingerprint(row, 'en', undefined, { ...bare, qr: { text } })
  expect(new Set([plain, shown('one'), shown('other')]).size).toBe(3)
  const other = await freshTenant()
  const { id } = await other.write((trx) => invoice(trx))
  await expect(sheet(id)).toRefuse('not_found.invoice')
})
