/** Part of a parsed document. */
export type Part = Readonly<Record<string, unknown>>

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** All objects to which the names lead, through every item of the lists between: `InvoiceLine.Item`. */
export function all(from: Part, path: string): Part[] {
  let parts: Part[] = [from]
  for (const name of path.split('.'))
    parts = parts.flatMap((part) => {
      const value = part[name]
      return (Array.isArray(value) ? value : [value]).filter(isPart)
    })
  return parts
}

/** The text of the first leaf there, trimmed of nothing; empty when there is none. */
export function textAt(from: Part, path: string): string {
  const value = all(from, path)[0]?._
  return value === undefined || value === null ? '' : String(value)
}

export function attributeAt(from: Part, path: string, attribute: string): string {
  const value = all(from, path)[0]?.[attribute]
  return typeof value === 'string' ? value : ''
}

export function amountAt(from: Part, path: string): number | null {
  const value = all(from, path)[0]?._
  return typeof value === 'number' ? value : null
}

/** A trading partner as the document describes them. */
export interface PartyRead {
  part: Part
  name: string
  tin: string
  /** Each of NRIC, PASSPORT, BRN and ARMY that was given. */
  ids: readonly { type: string; value: string }[]
  sst: string | null
  ttx: string | null
  phone: string
  email: string | null
  lines: readonly string[]
  city: string
  postcode: string
  state: string
  country: string
}

const SCHEMES = ['NRIC', 'PASSPORT', 'BRN', 'ARMY']

function readParty(invoice: Part, side: string): PartyRead {
  const part = all(invoice, `${side}.Party`)[0] ?? {}
  const schemes = all(part, 'PartyIdentification.ID').map(({ schemeID, _ }) => ({
    type: String(schemeID ?? ''),
    value: String(_ ?? ''),
  }))
  const scheme = (name: string) => schemes.find(({ type }) => type === name)?.value ?? null
  return {
    part,
    name: textAt(part, 'PartyLegalEntity.RegistrationName'),
    tin: scheme('TIN') ?? '',
    ids: schemes.filter(({ type }) => SCHEMES.includes(type)),
    sst: scheme('SST'),
    ttx: scheme('TTX'),
    phone: textAt(part, 'Contact.Telephone'),
    email: all(part, 'Contact.ElectronicMail').length > 0 ? textAt(part, 'Contact.ElectronicMail') : null,
    lines: all(part, 'PostalAddress.AddressLine.Line').map(({ _ }) => String(_ ?? '')),
    city: textAt(part, 'PostalAddress.CityName'),
    postcode: textAt(part, 'PostalAddress.PostalZone'),
    state: textAt(part, 'PostalAddress.CountrySubentityCode'),
    country: textAt(part, 'PostalAddress.Country.IdentificationCode'),
  }
}

/** A document of right structure, with what nearly every check asks of it. */
export interface DocumentRead {
  whole: Part
  invoice: Part
  /** As the portal writes it anew from what it read: digests are taken of this. */
  text: string
  /** As it was sent. */
  sent: string
  number: string
  type: string
  version: string
  issueDate: string
  issueTime: string
  supplier: PartyRead
  buyer: PartyRead
  isSelfBilled: boolean
  issuer: PartyRead
  currency: string
  lines: readonly Part[]
  /** Buyer, or supplier of a self-billed one, is the general public without an identity. */
  isConsolidated: boolean
}

export const GENERAL_PUBLIC = 'EI00000000010'
export const FOREIGN_BUYER = 'EI00000000020'
export const FOREIGN_SUPPLIER = 'EI00000000030'
export const GOVERNMENT = 'EI00000000040'
export const isGeneral = (tin: string): boolean => /^EI0{9}[1-4]0$/.test(tin)

export function readDocument(whole: Part, sent: string): DocumentRead {
  const invoice = all(whole, 'Invoice')[0] ?? {}
  const type = textAt(invoice, 'InvoiceTypeCode')
  const isSelfBilled = type.startsWith('1')
  const supplier = readParty(invoice, 'AccountingSupplierParty')
  const buyer = readParty(invoice, 'AccountingCustomerParty')
  const [issuer, other] = isSelfBilled ? [buyer, supplier] : [supplier, buyer]
  return {
    whole,
    invoice,
    text: JSON.stringify(whole),
    sent,
    number: textAt(invoice, 'ID'),
    type,
    version: attributeAt(invoice, 'InvoiceTypeCode', 'listVersionID'),
    issueDate: textAt(invoice, 'IssueDate'),
    issueTime: textAt(invoice, 'IssueTime'),
    supplier,
    buyer,
    isSelfBilled,
    issuer,
    currency: textAt(invoice, 'DocumentCurrencyCode'),
    lines: all(invoice, 'InvoiceLine'),
    isConsolidated: other.tin === GENERAL_PUBLIC && other.ids.every(({ value }) => value === 'NA'),
  }
}
