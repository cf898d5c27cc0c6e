import { isPlainDate, todayIn } from '#app/domain/core/dates.ts'
import { isCurrency } from '../codes/currencies.ts'
import { isPaymentMode } from '../codes/payment-modes.ts'
import { documentVersions, type Fault } from '../words.ts'
import { isRate, largestSen } from './amounts.ts'
import { ringgit } from './build-document.ts'
import { checkLine } from './check-line.ts'
import { checkParty } from './check-party.ts'
import type { EInvoice } from './document.ts'
import { isGeneralPublic } from './general-public.ts'
import { faultsOf, localFault, tooLong } from './local-faults.ts'
import { plainText } from './text.ts'
import { isNote, isSelfBilled, type Totals, totalsOf } from './totals.ts'

/** How often is billed, in the portal's words. */
export const frequencies = [
  'Daily',
  'Weekly',
  'Biweekly',
  'Monthly',
  'Bimonthly',
  'Quarterly',
  'Half-yearly',
  'Yearly',
  'Others',
  'Not Applicable',
] as const

/** The portal's own number of a document. */
const uuids = /^[0-9A-Z]{26}$/

/**
 * Everything that we know the portal would refuse, found before anything is sent: each with a code of `localFaultCodes`. Whether
 * the time is too old or in the future is asked when it is stamped, whether an original is still valid when it is chosen.
 */
export function checkDocument(document: EInvoice): Fault[] {
  const { supplier, buyer, lines } = document
  const selfBilled = isSelfBilled(document)
  const isConsolidated = isGeneralPublic(selfBilled ? supplier : buyer)
  const isTime = !Number.isNaN(document.issuedAt.getTime())
  const on = isTime ? todayIn(document.issuedAt) : ''
  const head = [
    ...checkNumbers(document),
    !isTime && localFault('document.issued_at', 'IssueDate'),
    !documentVersions.includes(document.version) && localFault('document.version', 'InvoiceTypeCode'),
    ...checkCurrency(document),
    ...checkPeriod(document),
    document.paymentMode !== undefined &&
      !isPaymentMode(document.paymentMode) &&
      localFault('document.payment_mode', 'PaymentMeans.PaymentMeansCode', document.paymentMode),
    ...checkOriginals(document),
    lines.length === 0 && localFault('document.lines', 'InvoiceLine'),
  ]
  return [
    ...faultsOf(head),
    ...checkParty(supplier, { role: 'supplier', selfBilled, on }),
    ...checkParty(buyer, { role: 'buyer', selfBilled, on }),
    ...lines.flatMap((line, index) => checkLine(line, index, isConsolidated)),
    ...checkTotals(document, on),
  ]
}

type Found = (Fault | false | undefined)[]

/** Of a self-billed document the number is the supplier's own, where there is one. */
function checkNumbers({ number, billReference }: EInvoice): Found {
  const plain = plainText(number)
  return [
    plain === '' && localFault('document.number', 'ID'),
    tooLong('document.number_length', 'ID', plain, 50),
    tooLong(
      'document.bill_reference_length',
      'BillingReference.AdditionalDocumentReference.ID',
      billReference,
      150,
    ),
  ]
}

function checkCurrency({ currency, exchangeRate }: EInvoice): Found {
  return [
    !isCurrency(currency) && localFault('document.currency', 'DocumentCurrencyCode', currency),
    currency !== ringgit &&
      !isRate(exchangeRate ?? '') &&
      localFault('document.exchange_rate', 'TaxExchangeRate.CalculationRate', exchangeRate),
  ]
}

function checkPeriod({ period }: EInvoice): Found {
  if (!period) return []
  const { from, to, frequency } = period
  const isPeriod = isPlainDate(from) && isPlainDate(to) && from <= to
  return [
    !isPeriod && localFault('document.period', 'InvoicePeriod'),
    !frequencies.some((one) => one === frequency) &&
      localFault('document.frequency', 'InvoicePeriod.Description', frequency),
  ]
}

/** A note names what it corrects; of one that was never reported, the number alone. */
function checkOriginals({ type, originals = [] }: EInvoice): Found {
  const path = 'BillingReference.InvoiceDocumentReference'
  if (!isNote({ type })) return [originals.length > 0 && localFault('document.originals_unexpected', path)]
  return [
    originals.length === 0 && localFault('document.originals', path),
    ...originals.map(({ number }) => {
      const length = plainText(number).length
      return (length === 0 || length > 50) && localFault('document.original_number', `${path}.ID`)
    }),
    ...originals.map(
      ({ uuid }) =>
        uuid !== null && !uuids.test(uuid) && localFault('document.original_uuid', `${path}.UUID`),
    ),
  ]
}

function checkTotals(document: EInvoice, on: string): Fault[] {
  const totals = readTotals(document)
  if (!totals) return [localFault('document.amount_length', 'LegalMonetaryTotal')]
  const { prepaid } = document
  const isDeposit = prepaid && !isNote(document)
  return faultsOf([
    totals.gross + totals.rounding <= 0 && localFault('document.payable', 'LegalMonetaryTotal.PayableAmount'),
    Math.abs(totals.rounding) > 2 &&
      localFault('document.rounding', 'LegalMonetaryTotal.PayableRoundingAmount'),
    isDeposit &&
      !(prepaid.sen > 0 && prepaid.sen <= totals.gross && isPlainDate(prepaid.on) && prepaid.on <= on) &&
      localFault('document.prepaid', 'PrepaidPayment'),
    isDeposit && tooLong('document.prepaid', 'PrepaidPayment.ID', prepaid.reference, 150),
  ])
}

/** Undefined of amounts that are no whole sen, or too large to be exact. */
function readTotals(document: EInvoice): Totals | undefined {
  const amounts = document.lines.flatMap(({ priceSen, subTotalSen, amountSen, discount, taxes }) => [
    ...[priceSen, subTotalSen, amountSen, discount?.sen ?? 0],
    ...taxes.flatMap(({ taxableSen, taxSen }) => [taxableSen, taxSen]),
  ])
  const isExact = (sen: number) => Number.isSafeInteger(sen) && Math.abs(sen) <= largestSen
  if (!amounts.every(isExact)) return undefined
  try {
    const totals = totalsOf(document)
    return [totals.net, totals.gross, totals.payable].every(isExact) ? totals : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
