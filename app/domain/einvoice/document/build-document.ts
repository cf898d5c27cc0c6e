import { hundredths, rate } from './amounts.ts'
import type { EInvoice, OriginalDocument } from './document.ts'
import { lineBlock } from './line-block.ts'
import { partyBlock } from './party-block.ts'
import { taxTotal } from './tax-block.ts'
import { isNote, totalsOf } from './totals.ts'
import { leaf, namespaces, optional, type UblDocument, type UblElement } from './ubl.ts'

/**
 * A document as the portal takes it, before its signature: elements in the order of UBL 2.1, money as JSON numbers, times in
 * UTC, what is empty left out. The same input gives the same text to the byte. Invents nothing and checks nothing:
 * `checkDocument` says what the portal would refuse. Throws a RangeError of amounts that are no whole sen or too large.
 */
export function buildDocument(document: EInvoice): UblDocument {
  const { currency, period, originals = [], paymentMode, prepaid } = document
  const totals = totalsOf(document)
  const money = (sen: number): UblElement[] => [{ _: hundredths(sen), currencyID: currency }]
  const stamp = utc(document.issuedAt)
  const references = [
    ...(isNote(document) ? originals.map(corrected) : []),
    ...(document.billReference ? [{ AdditionalDocumentReference: [idOf(document.billReference)] }] : []),
  ]
  const invoice: UblElement = {
    ID: leaf(document.number),
    IssueDate: leaf(stamp.slice(0, 10)),
    IssueTime: leaf(stamp.slice(11)),
    InvoiceTypeCode: leaf(document.type, { listVersionID: document.version }),
    DocumentCurrencyCode: leaf(currency),
    TaxCurrencyCode: leaf(currency),
    ...(period && {
      InvoicePeriod: [
        {
          StartDate: leaf(period.from),
          EndDate: leaf(period.to),
          ...optional('Description', period.frequency),
        },
      ],
    }),
    ...(references.length > 0 && { BillingReference: references }),
    AccountingSupplierParty: [{ Party: [partyBlock(document.supplier, 'supplier')] }],
    AccountingCustomerParty: [{ Party: [partyBlock(document.buyer, 'buyer')] }],
    ...(paymentMode && { PaymentMeans: [{ PaymentMeansCode: leaf(paymentMode) }] }),
    ...(prepaid &&
      totals.prepaid > 0 && {
        PrepaidPayment: [
          {
            ...optional('ID', prepaid.reference),
            PaidAmount: money(totals.prepaid),
            PaidDate: leaf(prepaid.on),
          },
        ],
      }),
    ...(currency !== ringgit && { TaxExchangeRate: [exchange(currency, document.exchangeRate ?? '')] }),
    TaxTotal: [taxTotal(totals.tax, totals.taxes, money)],
    LegalMonetaryTotal: [
      {
        LineExtensionAmount: money(totals.net),
        TaxExclusiveAmount: money(totals.net),
        TaxInclusiveAmount: money(totals.gross),
        ...(totals.rounding !== 0 && { PayableRoundingAmount: money(totals.rounding) }),
        PayableAmount: money(totals.payable),
      },
    ],
    InvoiceLine: document.lines.map((line, index) => lineBlock(line, index + 1, money)),
  }
  return { ...namespaces, Invoice: [invoice] }
}

/** The text whose bytes are hashed, signed and sent; nobody may write it anew on the way. */
export function documentText(document: UblDocument): string {
  return JSON.stringify(document)
}

export const ringgit = 'MYR'

/** `2026-11-30T16:30:00Z`: whole seconds in UTC, the only zone that the portal takes. */
export function utc(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`
}

const idOf = (id: string): UblElement => ({ ID: leaf(id) })

/** NA instead of the portal's own number says that the original was never reported. */
function corrected({ number, uuid }: OriginalDocument): UblElement {
  return { InvoiceDocumentReference: [{ ...idOf(number), UUID: leaf(uuid ?? 'NA') }] }
}

function exchange(currency: string, text: string): UblElement {
  return {
    SourceCurrencyCode: leaf(currency),
    TargetCurrencyCode: leaf(ringgit),
    CalculationRate: leaf(rate(text)),
  }
}
