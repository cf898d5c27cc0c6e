import { hundredths } from './amounts.ts'
import type { LineTax } from './document.ts'
import { leaf, optional, type UblElement } from './ubl.ts'

type Money = (sen: number) => UblElement[]
type Tax = Omit<LineTax, 'rateBp'> & { rateBp?: number }

const scheme = { schemeID: 'UN/ECE 5153', schemeAgencyID: '6' }

/** `TaxTotal` of a line, whose taxes have rates, and of a document, whose kinds of tax have none of their own. */
export function taxTotal(taxSen: number, taxes: readonly Tax[], money: Money): UblElement {
  return { TaxAmount: money(taxSen), TaxSubtotal: taxes.map((tax) => subtotal(tax, money)) }
}

function subtotal({ type, rateBp, taxableSen, taxSen, exemption }: Tax, money: Money): UblElement {
  return {
    TaxableAmount: money(taxableSen),
    TaxAmount: money(taxSen),
    ...(rateBp !== undefined && { Percent: leaf(hundredths(rateBp)) }),
    TaxCategory: [
      {
        ID: leaf(type),
        ...(type === 'E' && optional('TaxExemptionReason', exemption)),
        TaxScheme: [{ ID: leaf('OTH', scheme) }],
      },
    ],
  }
}
