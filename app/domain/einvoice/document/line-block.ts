import { hundredths, sum } from './amounts.ts'
import type { DocumentLine } from './document.ts'
import { taxTotal } from './tax-block.ts'
import { leaf, optional, type UblElement } from './ubl.ts'

type Money = (sen: number) => UblElement[]

/** `InvoiceLine`, numbered from 1. */
export function lineBlock(line: DocumentLine, no: number, money: Money): UblElement {
  const { quantityHundredths, unit, discount, taxes } = line
  return {
    ID: leaf(String(no)),
    InvoicedQuantity: leaf(hundredths(quantityHundredths), unit ? { unitCode: unit } : {}),
    LineExtensionAmount: money(line.amountSen),
    ...(discount && discount.sen !== 0 && { AllowanceCharge: [allowance(discount, money)] }),
    TaxTotal: [taxTotal(sum(taxes.map(({ taxSen }) => taxSen)), taxes, money)],
    Item: [
      {
        Description: leaf(line.description),
        CommodityClassification: line.classifications.map((code) => ({
          ItemClassificationCode: leaf(code, { listID: 'CLASS' }),
        })),
      },
    ],
    Price: [{ PriceAmount: money(line.priceSen) }],
    ItemPriceExtension: [{ Amount: money(line.subTotalSen) }],
  }
}

/** A discount: `ChargeIndicator` true would be a charge on top. */
function allowance({ sen, reason }: NonNullable<DocumentLine['discount']>, money: Money): UblElement {
  return {
    ChargeIndicator: leaf(false),
    ...optional('AllowanceChargeReason', reason),
    Amount: money(sen),
  }
}
