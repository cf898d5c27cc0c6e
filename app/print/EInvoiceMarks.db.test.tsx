import { beforeAll, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { einvoicesOf, einvoicesOfPayment } from '#app/domain/core/invoicing/einvoice-state.ts'
import { openSchool, type School } from '#app/domain/einvoice/documents/test-support.ts'
import { receiptRequest } from '#app/domain/payments/payments/receipt.ts'
import { environment } from '#app/environment.ts'
import { portalConfig } from '#app/integrations/myinvois/config.ts'
import { newId } from '#db/id.ts'
import { einvoiceDocument } from '#tests/support/database/einvoice-factories.ts'
import { type Given, insert } from '#tests/support/database/factories.ts'
import { allocation, payment, receipt } from '#tests/support/database/money-factories.ts'
import { markup } from '#tests/support/pages/markup.tsx'
import { sourceAt } from '#tests/support/product/source.ts'
import { InvoiceDocument } from './InvoiceDocument.tsx'
import { invoiceDocument, invoiceFingerprint } from './invoice.ts'
import { readCode } from './qr/test-support.ts'
import { ReceiptDocument } from './ReceiptDocument.tsx'
import { receiptDocument } from './receipt.ts'

let school: School
beforeAll(async () => {
  school = await openSchool()
})

const look = { ...sourceAt('https://sinar.lunas.test'), logo: null }
const label = 'QR code of the validated e-invoice'

/** What the codes with this label lead to, in their order. */
function codesIn(html: string): string[] {
  const found = html.matchAll(
    new RegExp(
      `<svg[^>]*viewBox="0 0 (\\d+) [^>]*aria-label="${label}".*?<path[^>]*evenodd" d="([^"]+)"`,
      'gs',
    ),
  )
  return [...found].map(([, size, path]) => readCode(Number(size), path!))
}

const portal = portalConfig(environment, 'sandbox').portalUrl
const sheet = async (id: string, at: School = school, locale = 'en') => {
  const props = await at.read((db) => invoiceDocument(db, id, look))
  return markup(<InvoiceDocument {...props} />, { locale })
}
const billed = async (given: Given<'einvoice_document'> | null, at: School = school) => {
  const bill = await at.bill()
  const row =
    given &&
    (await at.write((trx) => einvoiceDocument(trx, { invoice_id: bill.id, number: bill.number!, ...given })))
  return { bill, row }
}

describe('an invoice on paper', () => {
  test('whose e-invoice is valid has the code that leads to it, its UUID and when it was validated', async () => {
    const { bill, row } = await billed({ status: 'valid' })
    const html = await sheet(bill.id)
    expect(codesIn(html)).toEqual([`${portal}/${row!.uuid}/share/${row!.long_id}`])
    expect(html).toContain(row!.uuid!)
    expect(html).toContain(formatInstant(row!.validated_at!, 'en'))
    const malay = await sheet(bill.id, school, 'my')
    expect(malay).toContain('Imbas untuk menyemak e-invois ini di MyInvois.')
  })

  test.each(['queued', 'sending', 'submitted', 'processing', 'invalid', 'failed'])(
    'whose e-invoice is %s has no code and no UUID',
    async (status) => {
      const { bill, row } = await billed({
        status,
        uuid: `UNDECIDED0${status.padEnd(16, '0').toUpperCase()}`,
      })
      const html = await sheet(bill.id)
      expect(codesIn(html)).toEqual([])
      expect(html).not.toContain(row!.uuid!)
    },
  )

  test('has no code while the portal has not said where the page is', async () => {
    const { bill } = await billed({ status: 'valid', long_id: null })
    expect(codesIn(await sheet(bill.id))).toEqual([])
  })

  test('whose e-invoice was cancelled says so', async () => {
    const { bill, row } = await billed({ status: 'cancelled' })
    const html = await sheet(bill.id)
    expect(codesIn(html)).toEqual([])
    expect(html).toContain(`The e-invoice ${row!.uuid} was cancelled.`)
  })

  test('has its code where the setting says', async () => {
    const top = await openSchool({ qr_position: 'top' })
    const places = async (at: School) => {
      const { bill } = await billed({ status: 'valid' }, at)
      const html = await sheet(bill.id, at)
      return html.indexOf(label) < html.indexOf('class="parties"')
    }
    expect(await places(top)).toBe(true)
    expect(await places(school)).toBe(false)
  })

  test('says that it is none only where e-invoices are owed', async () => {
    const none = 'This is not an e-invoice.'
    const { bill } = await billed(null)
    expect(await sheet(bill.id)).not.toContain(none)
    const obliged = await openSchool()
    const owed = await billed(null, obliged)
    const said = { id: newId(), turnover_band: 'to_25m', turnover_year: 2022 }
    await obliged.write((trx) => insert(trx, 'einvoice_obligation', said))
    expect(await sheet(owed.bill.id, obliged)).toContain(none)
    const reported = await billed({ status: 'valid' }, obliged)
    expect(await sheet(reported.bill.id, obliged)).not.toContain(none)
  })

  test('is another file before it is valid, while it is, and once it was cancelled', async () => {
    const names = await Promise.all(
      [null, { status: 'processing' }, { status: 'valid' }, { status: 'cancelled' }].map(async (given) => {
        const { bill } = await billed(given)
        const einvoice =
          (await school.read((db) => einvoicesOf(db, 'invoice', [bill.id]))).get(bill.id) ?? null
        const words = { terms: null, footer: null }
        return invoiceFingerprint({ id: 'one', version: 1 }, 'en', undefined, { qr: null, words, einvoice })
      }),
    )
    expect(names[0]).toBe(names[1])
    expect(new Set(names).size).toBe(3)
  })
})

test('a receipt has the code of each invoice that it pays, each under its number', async () => {
  const of = await school.family()
  const bills = [
    await school.bill([{ price_sen: 5_000 }], {}, of),
    await school.bill([{ price_sen: 7_000 }], {}, of),
  ]
  const { id, links } = await school.write(async (trx) => {
    const row = await payment(trx, {
      ...{
        branch_id: of.branch_id,
        amount_sen: 12_000,
        payer_parent_id: of.parent_id,
        paid_on: currentDay(),
      },
    })
    const made: string[] = []
    for (const bill of bills) {
      await allocation(trx, row.id, bill.id, bill.total_sen)
      const known = { invoice_id: bill.id, number: bill.number!, status: 'valid' }
      const { uuid, long_id } = await einvoiceDocument(trx, known)
      made.push(`${portal}/${uuid}/share/${long_id}`)
    }
    await receipt(trx, row.id)
    return { id: row.id, links: made }
  })
  const props = await school.read((db) =>
    receiptDocument(db, id, { ...look, audience: 'family', keys: school.keys }),
  )
  const html = await markup(<ReceiptDocument {...props} />)
  expect(codesIn(html)).toEqual(links)
  for (const { number } of bills) expect(html).toContain(`E-invoice of ${number}`)
  const einvoices = await school.read((db) => einvoicesOfPayment(db, id))
  const named = (some: typeof einvoices) =>
    receiptRequest(id, 'en', undefined, { einvoices: some }).fingerprint
  expect(named(einvoices)).not.toBe(named([]))
})
