import { lineAmount, percentOf } from '#app/domain/core/money.ts'
import { consolidated, isClassification } from '../codes/classifications.ts'
import { isTaxType } from '../codes/tax-types.ts'
import { isUnit } from '../codes/units.ts'
import type { Fault } from '../words.ts'
import type { DocumentLine, LineTax } from './document.ts'
import { faultsOf, localFault, tooLong } from './local-faults.ts'
import { filledText, plainText } from './text.ts'

/** The portal takes few signs in the reason of an exemption. */
const reasons = /^[\p{L}\p{N} .,()/:-]{1,300}$/u

/** What the portal would refuse of one line, and amounts that do not add up. */
export function checkLine(line: DocumentLine, index: number, isConsolidated: boolean): Fault[] {
  const at = (name: string) => `InvoiceLine[${index}].${name}`
  const { quantityHundredths, unit, classifications } = line
  const description = plainText(line.description)
  const classification = at('Item.CommodityClassification.ItemClassificationCode')
  const unknown = classifications.find((code) => !isClassification(code))
  const isPooled = classifications.every((code) => code === consolidated)
  return faultsOf([
    description === '' && localFault('line.description', at('Item.Description')),
    tooLong('line.description_length', at('Item.Description'), description, 300),
    classifications.length === 0 && localFault('line.classification', classification),
    (unknown !== undefined || new Set(classifications).size < classifications.length) &&
      localFault('line.classification_unknown', classification, unknown),
    (isConsolidated ? !isPooled : classifications.includes(consolidated)) &&
      localFault('line.classification_consolidated', classification),
    !(Number.isSafeInteger(quantityHundredths) && quantityHundredths > 0) &&
      localFault('line.quantity', at('InvoicedQuantity')),
    unit !== undefined && !isUnit(unit) && localFault('line.unit', at('InvoicedQuantity'), unit),
    isConsolidated && line.amountSen < 0 && localFault('line.negative', at('LineExtensionAmount')),
    ...checkAmounts(line, at),
    ...checkTaxes(line, at),
  ])
}

type At = (name: string) => string
type Found = (Fault | false | undefined)[]

/** Price times quantity may differ by the sen that its rounding moved. */
function checkAmounts(line: DocumentLine, at: At): Found {
  const { quantityHundredths, priceSen, subTotalSen, discount, amountSen } = line
  if (![quantityHundredths, priceSen, subTotalSen, amountSen].every(Number.isSafeInteger)) return []
  const off = discount?.sen ?? 0
  return [
    Math.abs(lineAmount(quantityHundredths, priceSen) - subTotalSen) > 1 &&
      localFault('line.amount', at('ItemPriceExtension.Amount')),
    subTotalSen - off !== amountSen && localFault('line.amount', at('LineExtensionAmount')),
    off < 0 && localFault('line.discount', at('AllowanceCharge.Amount')),
    tooLong('line.discount', at('AllowanceCharge.AllowanceChargeReason'), filledText(discount?.reason), 300),
  ]
}

/**
 * Each line says what tax it bears, "not applicable" included. Several are on parts of the line, as on a line of many receipts,
 * or each on all of it.
 */
function checkTaxes({ taxes, amountSen, classifications }: DocumentLine, at: At): Found {
  const path = at('TaxTotal.TaxSubtotal')
  if (taxes.length === 0) return [localFault('line.tax', path)]
  const parts = taxes.reduce((sum, { taxableSen }) => sum + taxableSen, 0)
  const isWhole = taxes.every(({ taxableSen }) => taxableSen === amountSen)
  return [
    !isWhole && parts !== amountSen && localFault('line.taxable', `${path}.TaxableAmount`),
    ...taxes.flatMap((tax) => checkTax(tax, classifications.includes(consolidated), path)),
  ]
}

/** On a line of many receipts the tax of each was rounded, so that only a single one can be worked out again. */
function checkTax(
  { type, rateBp, taxableSen, taxSen, exemption }: LineTax,
  isPooled: boolean,
  path: string,
): Found {
  if (!isTaxType(type)) return [localFault('line.tax_type', `${path}.TaxCategory.ID`, type)]
  const isRate = Number.isSafeInteger(rateBp) && rateBp >= 0 && rateBp <= 10_000
  const isMoney = Number.isSafeInteger(taxableSen) && Number.isSafeInteger(taxSen)
  const isDue = type !== '06' && type !== 'E'
  const right =
    isRate &&
    isMoney &&
    (type === '06' ? taxSen === 0 : !isDue || isPooled || near(taxSen, taxableSen, rateBp))
  return [
    !right && localFault('line.tax_amount', `${path}.TaxAmount`),
    type === 'E' &&
      !reasons.test(filledText(exemption) ?? '') &&
      localFault('line.exemption', `${path}.TaxCategory.TaxExemptionReason`),
  ]
}

const near = (taxSen: number, taxableSen: number, rateBp: number): boolean =>
  Math.abs(percentOf(taxableSen, rateBp) - taxSen) <= 1
