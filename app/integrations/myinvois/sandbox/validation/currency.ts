import { type Found, found } from '../document/faults.ts'
import { all, amountAt, type DocumentRead, type Part, textAt } from '../document/read.ts'
import type { Portal } from '../portal.ts'

/** One currency for all amounts, one for all tax amounts, and a rate where it is not ringgit. */
export function currencyFaults({ store }: Portal, { invoice, currency }: DocumentRead): Found[] {
  const wrong: Found[] = []
  const taxCurrency = textAt(invoice, 'TaxCurrencyCode') || currency
  const amounts = amountsOf(invoice)
  if (amounts.some(({ name, unit }) => name === 'TaxAmount' && unit !== taxCurrency))
    wrong.push(found('DC501', 'TaxAmount', 'Invoice.TaxTotal.TaxAmount.currencyID'))
  if (amounts.some(({ name, unit }) => name !== 'TaxAmount' && unit !== currency))
    wrong.push(found('DC502', 'CurrencyCode', 'Invoice.DocumentCurrencyCode', currency))
  const rate = amountAt(invoice, 'TaxExchangeRate.CalculationRate')
  const source = textAt(invoice, 'TaxExchangeRate.SourceCurrencyCode')
  const target = textAt(invoice, 'TaxExchangeRate.TargetCurrencyCode')
  const path = 'Invoice.TaxExchangeRate.CalculationRate'
  if (currency === 'MYR') {
    if (rate && store.meta.switches.rateForRinggit === 'refused')
      wrong.push(found('DC513', 'CurrencyExchangeRate', path))
    return wrong
  }
  if (all(invoice, 'TaxExchangeRate').length === 0 || rate === null)
    wrong.push(found('DC511', 'CurrencyExchangeRate', path, currency))
  else if (rate <= 0 || source !== currency || target !== 'MYR')
    wrong.push(found('DC512', 'CurrencyExchangeRate', path, currency))
  return wrong
}

/** Every amount wherever it stands, by its name and currency. */
function amountsOf(part: Part, name = ''): { name: string; unit: string }[] {
  if (typeof part.currencyID === 'string') return [{ name, unit: part.currencyID }]
  return Object.entries(part).flatMap(([below, value]) =>
    Array.isArray(value)
      ? value.flatMap((one) => (one && typeof one === 'object' ? amountsOf(one, below) : []))
      : [],
  )
}
