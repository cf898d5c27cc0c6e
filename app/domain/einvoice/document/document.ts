import type { DocumentType, DocumentVersion, IdType } from '../words.ts'

/** A postal address with the portal's codes: two digits for a state (17: outside Malaysia), three letters for a country. */
export interface PartyAddress {
  /** One to three lines of at most 150 characters. */
  lines: readonly string[]
  city: string
  /** Five digits in Malaysia. */
  postcode?: string | undefined
  state: string
  country: string
}

/** Seller or buyer, complete: `resolveBuyer` and `resolveSupplier` make it from what is known of somebody. */
export interface Party {
  name: string
  tin: string
  id: { type: IdType; value: string }
  /** NA when not registered; two numbers are separated by a semicolon. */
  sst?: string | undefined
  /** Of the tourism tax; NA when not registered, as a school is. */
  ttx?: string | undefined
  /** Five digits, and what the business does; of sellers only. */
  msic?: { code: string; activity: string } | undefined
  address: PartyAddress
  /** `+60…`; NA where the portal allows it. */
  phone: string
  email?: string | undefined
}

/** 01 sales, 02 service, 03 tourism, 04 high value, 05 low value, 06 not applicable, E exempt. */
export type TaxType = '01' | '02' | '03' | '04' | '05' | '06' | 'E'

export interface LineTax {
  type: TaxType
  /** In hundredths of a percent. */
  rateBp: number
  taxableSen: number
  taxSen: number
  /** Why nothing is due; with type E. */
  exemption?: string | undefined
}

export interface DocumentLine {
  /** At most 300 characters. */
  description: string
  /** One or more of the portal's classification codes, in order. */
  classifications: readonly string[]
  quantityHundredths: number
  /** UN/ECE recommendation 20. */
  unit?: string | undefined
  priceSen: number
  /** Before the discount; price times quantity as the invoice rounded it. */
  subTotalSen: number
  discount?: { sen: number; reason: string } | undefined
  /** After the discount, before tax. */
  amountSen: number
  taxes: readonly LineTax[]
}

/** A document that this one corrects. */
export interface OriginalDocument {
  number: string
  /** Of the valid document; null when it was never reported, such as one from before e-invoicing. */
  uuid: string | null
}

/**
 * All that a document says. Money is in sen, days are `YYYY-MM-DD` in Malaysia, `issuedAt` is an instant that is written in
 * UTC. Whoever fills it in has decided everything: the builder invents nothing and looks nothing up.
 */
export interface EInvoice {
  type: DocumentType
  version: DocumentVersion
  /** At most 50 characters. */
  number: string
  issuedAt: Date
  /** ISO 4217; another than MYR needs the rate. */
  currency: string
  /** Ringgit for one unit of the currency, as a decimal in text, so that it stays exact. */
  exchangeRate?: string | undefined
  /** What is billed for. */
  period?: { from: string; to: string; frequency: string } | undefined
  originals?: readonly OriginalDocument[] | undefined
  /** The issuer's own further reference. */
  billReference?: string | undefined
  supplier: Party
  buyer: Party
  /** 01 cash, 02 cheque, 03 transfer, 04 credit card, 05 debit card, 06 wallet, 07 digital bank, 08 others. */
  paymentMode?: string | undefined
  /** A deposit that was paid before the invoice was issued; never its settlement. */
  prepaid?: { sen: number; on: string; reference: string } | undefined
  lines: readonly DocumentLine[]
  /** To the nearest five sen for cash; may be negative. */
  roundingSen?: number | undefined
}
