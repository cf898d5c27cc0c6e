import type { Portal } from '../portal.ts'
import { inForce } from '../portal.ts'
import { type FaultCode, type Found, found } from './faults.ts'
import { numberFaults } from './numbers.ts'
import {
  all,
  amountAt,
  attributeAt,
  type DocumentRead,
  GENERAL_PUBLIC,
  type PartyRead,
  textAt,
} from './read.ts'

const TYPES = ['01', '02', '03', '04', '11', '12', '13', '14']
const HOUR = 3_600_000

/** The check of what must be filled in, and how, at once when a document comes in. Everything that is wrong is said. */
export function coreFaults(portal: Portal, document: DocumentRead, codeNumber: string): Found[] {
  return [
    ...header(portal, document, codeNumber),
    ...party(portal, document, 'supplier'),
    ...party(portal, document, 'buyer'),
    ...document.lines.flatMap((line, index) => lineFaults(line, index)),
    ...totals(portal, document),
    ...numberFaults(document.sent, inForce(portal, 'digitsOf26')),
  ]
}

function header(portal: Portal, document: DocumentRead, codeNumber: string): Found[] {
  const { number, type, version, currency, invoice } = document
  const { switches } = portal.store.meta
  const wrong: Found[] = []
  if (number === '' || number.length > 50) wrong.push(found('CF301', 'InternalId', 'Invoice.ID'))
  if (switches.otherCodeNumber === 'refused' && codeNumber !== number)
    wrong.push(found('CF305', 'InternalId', 'Invoice.ID', codeNumber))
  if (!TYPES.includes(type)) wrong.push(found('CF302', 'TypeName', 'Invoice.InvoiceTypeCode', type))
  if (!isVersionOpen(portal, version))
    wrong.push(found('CF303', 'TypeVersionName', 'Invoice.InvoiceTypeCode.listVersionID', version))
  wrong.push(...issueTime(portal, document))
  if (currency === '') wrong.push(found('CF378', 'CurrencyCode', 'Invoice.DocumentCurrencyCode'))
  const isNote = /^[01][234]$/.test(type)
  if (isNote && all(invoice, 'BillingReference.InvoiceDocumentReference').length === 0)
    wrong.push(found('CF433', 'OriginalDocument', 'Invoice.BillingReference.InvoiceDocumentReference'))
  return wrong
}

/** 1.2 and 1.3 are for the amnesty, while it lasts. */
function isVersionOpen({ now }: Portal, version: string): boolean {
  if (version === '1.0' || version === '1.1') return true
  const day = new Date(now()).toISOString().slice(0, 10)
  return (version === '1.2' || version === '1.3') && day >= '2026-07-07' && day <= '2027-12-31'
}

function issueTime({ now, store }: Portal, { issueDate, issueTime: time, version }: DocumentRead): Found[] {
  const path = 'Invoice.IssueDate AND Invoice.IssueTime'
  if (!/^\d{4}-\d\d-\d\d$/.test(issueDate) || !/^\d\d:\d\d:\d\dZ$/.test(time))
    return [found('CF304', 'DatetimeIssued', path)]
  const age = now() - Date.parse(`${issueDate}T${time}`)
  const isPast = version === '1.2' || version === '1.3'
  if (age >= 0 && (isPast || age <= store.meta.switches.submissionHours * HOUR)) return []
  return [found('CF321', 'DatetimeIssued', path, `${issueDate}T${time}`)]
}

const MAIL = /^[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/

/** The codes that the portal has for each of the two. */
const CODES = {
  supplier: {
    ...({ side: 'AccountingSupplierParty', word: 'SUPPLIER', name: 'Supplier' } as const),
    ...({
      bad: 'CF334',
      tin: 'CF351',
      id: 'CF401',
      mail: 'CF403',
      phone: 'CF410',
      noPhone: 'CF348',
    } as const),
    ...({ address: 'CF345', city: 'CF339', state: 'CF342', country: 'CF336' } as const),
  },
  buyer: {
    ...({ side: 'AccountingCustomerParty', word: 'BUYER', name: 'Customer' } as const),
    ...({
      bad: 'CF333',
      tin: 'CF352',
      id: 'CF414',
      mail: 'CF404',
      phone: 'CF415',
      noPhone: 'CF349',
    } as const),
    ...({ address: 'CF346', city: 'CF340', state: 'CF343', country: 'CF337' } as const),
  },
}

function party(portal: Portal, document: DocumentRead, which: 'supplier' | 'buyer'): Found[] {
  const one = document[which]
  const codes = CODES[which]
  const base = `Invoice.${codes.side}.Party`
  const wrong: Found[] = []
  const add = (code: FaultCode, property: string, path: string, ...about: (string | number)[]) =>
    wrong.push(found(code, `${codes.name}${property}`, `${base}.${path}`, ...about))
  const mayBeUnknown = document.isConsolidated && one.tin === GENERAL_PUBLIC

  if (one.name.trim() === '' || one.name.length > 300)
    add(codes.bad, 'Name', 'PartyLegalEntity.RegistrationName')
  if (!/^[A-Z]{1,2}\d{6,12}$/.test(one.tin)) add(codes.tin, 'Tin', 'PartyIdentification.ID', one.tin)
  identity(portal, one, codes.id, add)
  if (one.sst === null || !isSst(one.sst)) add('CF406', 'Sst', 'PartyIdentification.ID', one.sst ?? '')
  if ((one.ttx === null && which === 'supplier') || !/^(NA|[A-Za-z0-9-]{0,17})$/.test(one.ttx ?? ''))
    add('CF407', 'Ttx', 'PartyIdentification.ID', one.ttx ?? '')
  if (which === 'supplier') msic(one, add)

  if (one.email !== null && one.email !== '' && !(mayBeUnknown && one.email === 'NA'))
    if (one.email.length > 320 || !MAIL.test(one.email))
      add(codes.mail, 'Email', 'Contact.ElectronicMail', one.email)
  if (one.phone === '') add(codes.noPhone, 'ContactNumber', 'Contact.Telephone')
  else if (!(mayBeUnknown && one.phone === 'NA') && !/^\+?\d{8,20}$/.test(one.phone))
    add(codes.phone, 'ContactNumber', 'Contact.Telephone', one.phone)

  if ((one.lines[0] ?? '').trim() === '')
    add('CF408', 'Address', 'PostalAddress.AddressLine.Line', codes.word)
  for (const [index, { length }] of one.lines.entries())
    if (length > 150)
      add(codes.address, 'Address', 'PostalAddress.AddressLine.Line', codes.word, index + 1, length)
  if (one.city.trim() === '') add(codes.city, 'City', 'PostalAddress.CityName')
  else if (one.city.length > 50) add('CF354', 'City', 'PostalAddress.CityName', codes.word)
  if (one.state === '') add(codes.state, 'State', 'PostalAddress.CountrySubentityCode')
  if (one.country === '') add(codes.country, 'Country', 'PostalAddress.Country.IdentificationCode')
  const isPostcode = one.country === 'MYS' ? /^\d{5}$/ : /^.{1,50}$/
  if (one.postcode !== '' && !isPostcode.test(one.postcode) && !(mayBeUnknown && one.postcode === 'NA'))
    add('CF353', 'PostalCode', 'PostalAddress.PostalZone', codes.word)
  return wrong
}

type Add = (code: FaultCode, property: string, path: string, ...about: (string | number)[]) => void

function identity(portal: Portal, { ids }: PartyRead, code: FaultCode, add: Add): void {
  const path = 'PartyIdentification.ID'
  const [id] = ids
  if (!id || ids.length > 1) {
    add(code, 'Id', path, id ? 'more than one' : '')
    return
  }
  const { type, value } = id
  if (type === 'PASSPORT' && value.length > 12) {
    if (inForce(portal, 'passportOf12')) add('CF420', 'Id', path, value, value.length)
    return
  }
  const isRight = { NRIC: /^\d{12}$/, ARMY: /^[A-Za-z0-9]{1,12}$/, BRN: /^[A-Za-z0-9-]{1,20}$/ }[type]
  if (value !== 'NA' && !(isRight ?? /^[A-Za-z0-9]+$/).test(value)) add(code, 'Id', path, value)
}

function isSst(value: string): boolean {
  const numbers = value.split(';')
  return (
    value === 'NA' ||
    (value.length <= 35 && numbers.length <= 2 && numbers.every((one) => /^[A-Za-z0-9-]+$/.test(one)))
  )
}

function msic({ part }: PartyRead, add: Add): void {
  const activity = attributeAt(part, 'IndustryClassificationCode', 'name')
  if (textAt(part, 'IndustryClassificationCode') === '' || activity === '' || activity.length > 300)
    add('CF330', 'Msic', 'IndustryClassificationCode')
}

function lineFaults(line: DocumentRead['invoice'], index: number): Found[] {
  const wrong: Found[] = []
  const at = `Invoice.InvoiceLine[${index}]`
  const classes = all(line, 'Item.CommodityClassification.ItemClassificationCode').filter(
    ({ listID, _ }) => listID === 'CLASS' && _ !== '',
  )
  if (classes.length === 0)
    wrong.push(
      found('CF364', 'ClassificationCode', `${at}.Item.CommodityClassification.ItemClassificationCode`),
    )
  const { length } = textAt(line, 'Item.Description')
  if (length === 0 || length > 300)
    wrong.push(found('CF430', 'Description', `${at}.Item.Description`, length))
  for (const path of ['Price.PriceAmount', 'ItemPriceExtension.Amount', 'TaxTotal.TaxAmount'])
    if (amountAt(line, path) === null) wrong.push(found('CF431', 'LineAmount', `${at}.${path}`, path))
  for (const subtotal of all(line, 'TaxTotal.TaxSubtotal'))
    if (
      textAt(subtotal, 'TaxCategory.ID') === 'E' &&
      !isReason(textAt(subtotal, 'TaxCategory.TaxExemptionReason'))
    )
      wrong.push(found('CF432', 'TaxExemption', `${at}.TaxTotal.TaxSubtotal.TaxCategory.TaxExemptionReason`))
  return wrong
}

const isReason = (text: string) => text.length >= 1 && text.length <= 300

function totals({ store }: Portal, { invoice }: DocumentRead): Found[] {
  const wrong: Found[] = []
  const paths = [
    ...['LegalMonetaryTotal.TaxExclusiveAmount', 'LegalMonetaryTotal.TaxInclusiveAmount'],
    ...['LegalMonetaryTotal.PayableAmount', 'TaxTotal.TaxAmount'],
  ]
  for (const path of paths)
    if (amountAt(invoice, path) === null)
      wrong.push(found('CF431', path.split('.')[1] ?? path, `Invoice.${path}`, path))
  if (all(invoice, 'TaxTotal.TaxSubtotal').length === 0)
    wrong.push(found('CF431', 'TaxSubtotal', 'Invoice.TaxTotal.TaxSubtotal', 'TaxTotal.TaxSubtotal'))
  if (
    store.meta.switches.zeroPayable === 'refused' &&
    amountAt(invoice, 'LegalMonetaryTotal.PayableAmount') === 0
  )
    wrong.push(found('CF442', 'TotalPayableAmount', 'Invoice.LegalMonetaryTotal.PayableAmount'))
  return wrong
}
