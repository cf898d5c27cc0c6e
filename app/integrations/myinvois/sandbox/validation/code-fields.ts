import { type CodeList, isCode, LIST_NAMES } from '../document/codes.ts'
import { type Found, found } from '../document/faults.ts'
import { all, type DocumentRead, type PartyRead } from '../document/read.ts'

const LISTED: readonly [path: string, list: CodeList][] = [
  ['InvoiceTypeCode', 'type'],
  ['DocumentCurrencyCode', 'currency'],
  ['TaxCurrencyCode', 'currency'],
  ['TaxExchangeRate.SourceCurrencyCode', 'currency'],
  ['TaxExchangeRate.TargetCurrencyCode', 'currency'],
  ['PaymentMeans.PaymentMeansCode', 'payment'],
  ['TaxTotal.TaxSubtotal.TaxCategory.ID', 'tax'],
  ['AccountingSupplierParty.Party.IndustryClassificationCode', 'msic'],
  ['AccountingSupplierParty.Party.PostalAddress.Country.IdentificationCode', 'country'],
  ['AccountingCustomerParty.Party.PostalAddress.Country.IdentificationCode', 'country'],
  ['InvoiceLine.TaxTotal.TaxSubtotal.TaxCategory.ID', 'tax'],
  ['InvoiceLine.Item.OriginCountry.IdentificationCode', 'country'],
]

/** `$.Invoice[*].TaxTotal[*]._` as this validator writes paths. */
const starred = (path: string, end = '._') =>
  `$.Invoice[*]${path
    .split('.')
    .map((name) => `.${name}[*]`)
    .join('')}${end}`

const unknown = (code: string, list: CodeList, path: string, end?: string): Found =>
  found('CV302', LIST_NAMES[list], starred(path, end), code, LIST_NAMES[list])

/** Every code stands in its list, and states fit their countries. */
export function codeFaults(document: DocumentRead): Found[] {
  const { invoice, lines } = document
  const wrong = LISTED.flatMap(([path, list]) =>
    all(invoice, path).flatMap(({ _ }) => (isCode(list, String(_)) ? [] : [unknown(String(_), list, path)])),
  )
  const classes = 'InvoiceLine.Item.CommodityClassification.ItemClassificationCode'
  for (const { listID, _ } of all(invoice, classes))
    if (listID === 'CLASS' && !isCode('classification', String(_)))
      wrong.push(unknown(String(_), 'classification', classes))
  for (const line of lines)
    for (const { unitCode } of all(line, 'InvoicedQuantity'))
      if (unitCode !== undefined && !isCode('unit', String(unitCode)))
        wrong.push(unknown(String(unitCode), 'unit', 'InvoiceLine.InvoicedQuantity', '.unitCode'))
  wrong.push(...stateFaults(document, document.supplier, 'AccountingSupplierParty', 'SUPPLIER'))
  wrong.push(...stateFaults(document, document.buyer, 'AccountingCustomerParty', 'BUYER'))
  return distinct(wrong)
}

function stateFaults(
  { isConsolidated, issuer }: DocumentRead,
  party: PartyRead,
  side: string,
  word: string,
): Found[] {
  const { state, country } = party
  const path = `${side}.Party.PostalAddress.CountrySubentityCode`
  if (country !== 'MYS')
    return isCode('state', state) && state !== '17' ? [found('CV316', 'State', starred(path), word)] : []
  if (!isCode('state', state)) return [unknown(state, 'state', path)]
  const isUnknown = isConsolidated && party !== issuer
  return state === '17' && !isUnknown ? [found('CV317', 'State', starred(path), word)] : []
}

/** A code that is wrong on fifty lines is said once. */
function distinct(wrong: readonly Found[]): Found[] {
  return [...new Map(wrong.map((one) => [`${one.code} ${one.path} ${one.about}`, one])).values()]
}
