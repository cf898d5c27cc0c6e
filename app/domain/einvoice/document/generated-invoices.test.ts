import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildDocument, documentText } from './build-document.ts'
import { checkDocument } from './check-document.ts'
import type { EInvoice } from './document.ts'
import { generated } from './generated.fixture.ts'
import { structureFaults } from './structure.ts'
import { valueAt } from './test-support.ts'
import type { UblElement } from './ubl.ts'

const added = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
/** Back in sen, from the text of a number. */
const senOf = (value: unknown) => Number(Number(value).toFixed(2).replace('.', ''))

test('20,000 invoices are texts that the portal reads as we wrote them', () => {
  fc.assert(
    fc.property(generated, (document) => {
      const text = documentText(buildDocument(document))
      // Written again by whoever hashes it, not a byte differs.
      if (JSON.stringify(JSON.parse(text)) !== text) throw new Error(`written otherwise: ${text}`)
      const odd = /"_":""|\{\}|\[\]|null|\\u|\\\/|\\n|\p{Cc}/u.exec(text)
      if (odd) throw new Error(`odd: ${odd[0]} in ${text}`)
      for (const [, number] of text.matchAll(/"_":(-?[\d.eE+-]+),"currencyID"/g)) {
        if (!/^-?(?:0|[1-9]\d{0,22})(?:\.\d{1,2})?$/.test(number!)) throw new Error(`no amount: ${number}`)
      }
      if (/"_":-?[\d.]+[eE]/.test(text)) throw new Error(`an exponent: ${text}`)
      return sumsOf(document, JSON.parse(text).Invoice[0])
    }),
    { numRuns: 20_000 },
  )
})

test('what is generated has the right structure, and nothing that we would refuse', () => {
  fc.assert(
    fc.property(generated, (document) => {
      const built = buildDocument({ ...document, version: '1.0' })
      expect(structureFaults(built)).toEqual([])
      const faults = checkDocument(document).filter(({ code }) => !expected(document, code))
      expect(faults).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})

/** A deposit may be more than the invoice, a line of one sen less ninety-nine percent nothing. */
function expected({ lines }: EInvoice, code: string | null): boolean {
  if (code === 'document.prepaid') return true
  return code === 'document.payable' && added(lines.map(({ amountSen }) => amountSen)) <= 2
}

/** Every sum of the document is the sum of the invoice's own sen. */
function sumsOf(document: EInvoice, invoice: UblElement): boolean {
  const { lines, roundingSen = 0 } = document
  const net = added(lines.map(({ amountSen }) => amountSen))
  const tax = added(lines.flatMap(({ taxes }) => taxes.map(({ taxSen }) => taxSen)))
  const deposit = senOf(valueAt(invoice, 'PrepaidPayment.PaidAmount') ?? 0)
  const [total] = invoice.TaxTotal as [UblElement]
  const subtotals = total.TaxSubtotal as UblElement[]
  const sums: [unknown, number][] = [
    [valueAt(invoice, 'LegalMonetaryTotal.LineExtensionAmount'), net],
    [valueAt(invoice, 'LegalMonetaryTotal.TaxExclusiveAmount'), net],
    [valueAt(invoice, 'LegalMonetaryTotal.TaxInclusiveAmount'), net + tax],
    [valueAt(invoice, 'LegalMonetaryTotal.PayableAmount'), net + tax - deposit + roundingSen],
    [valueAt(invoice, 'TaxTotal.TaxAmount'), tax],
  ]
  const parts: [number, number][] = [
    [added(subtotals.map((one) => senOf(valueAt(one, 'TaxAmount')))), tax],
    [added(subtotals.map((one) => senOf(valueAt(one, 'TaxableAmount')))), net],
    [
      added((invoice.InvoiceLine as UblElement[]).map((one) => senOf(valueAt(one, 'LineExtensionAmount')))),
      net,
    ],
  ]
  return (
    sums.every(([written, sen]) => senOf(written) === sen) && parts.every(([written, sen]) => written === sen)
  )
}
