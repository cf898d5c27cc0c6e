import { sum } from './amounts.ts'
import type { DocumentLine, EInvoice, LineTax } from './document.ts'

/** The sums of a document, in sen. */
export interface Totals {
  /** After discounts, before tax. */
  net: number
  tax: number
  /** Net and tax. */
  gross: number
  /** Paid before the invoice was issued; 0 when that is all of it, and on notes. */
  prepaid: number
  rounding: number
  payable: number
  /** Added up for each kind of tax, in the order in which the lines name them. */
  taxes: readonly Pick<LineTax, 'type' | 'taxableSen' | 'taxSen' | 'exemption'>[]
}

/** Credit, debit and refund notes, of one's own and self-billed. */
export const isNote = ({ type }: Pick<EInvoice, 'type'>): boolean => type[1] !== '1'

/** Issued by the buyer, of whom the supplier cannot. */
export const isSelfBilled = ({ type }: Pick<EInvoice, 'type'>): boolean => type[0] === '1'

/**
 * All tax is rounded on its line, and the sums are sums of lines. A deposit of the whole amount is left out: the portal refuses
 * a document of which nothing is payable.
 */
export function totalsOf(document: Pick<EInvoice, 'type' | 'lines' | 'prepaid' | 'roundingSen'>): Totals {
  const { lines, prepaid, roundingSen = 0 } = document
  const net = sum(lines.map(({ amountSen }) => amountSen))
  const taxes = taxesByKind(lines)
  const tax = sum(taxes.map(({ taxSen }) => taxSen))
  const gross = sum([net, tax])
  const deposit = prepaid && !isNote(document) && prepaid.sen < gross ? prepaid.sen : 0
  return {
    ...{ net, tax, gross, taxes, rounding: roundingSen, prepaid: deposit },
    payable: sum([gross, -deposit, roundingSen]),
  }
}

/** Exemptions are told apart by their reasons. */
function taxesByKind(lines: readonly DocumentLine[]): Totals['taxes'] {
  const kinds = Map.groupBy(
    lines.flatMap(({ taxes }) => taxes),
    ({ type, exemption = '' }) => (type === 'E' ? `E ${exemption}` : type),
  )
  return [...kinds.values()].map((taxes) => ({
    type: taxes[0]!.type,
    taxableSen: sum(taxes.map(({ taxableSen }) => taxableSen)),
    taxSen: sum(taxes.map(({ taxSen }) => taxSen)),
    exemption: taxes[0]!.exemption,
  }))
}
