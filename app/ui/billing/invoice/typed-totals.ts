import { parseQuantity } from '#app/domain/billing/invoices/invoice-form.ts'
import { netOf, totals } from '#app/domain/core/invoicing/totals.ts'
import { parseRinggit } from '#app/domain/core/money.ts'

/** A line as it was typed. */
export interface TypedLine {
  quantity?: string | undefined
  price?: string | undefined
  discount?: string | undefined
  fee_type_id?: string | undefined
}

export interface TypedTotals {
  /** In sen for each line; undefined where one cannot be read. */
  amounts: (number | undefined)[]
  /** Undefined while any line cannot be read: a total that leaves one out would be a lie. */
  totals: { sub_total_sen: number; tax_total_sen: number; total_sen: number } | undefined
}

/** What a form that is being filled in comes to. An empty price or discount is nothing. */
export function typedTotals(
  lines: readonly TypedLine[],
  feeTypes: readonly { id: string; taxable: boolean }[],
  rate: number,
): TypedTotals {
  const taxable = new Set(feeTypes.filter((type) => type.taxable).map(({ id }) => id))
  const read = lines.map((line) => {
    const quantity = parseQuantity(line.quantity ?? '')
    const price = senOf(line.price)
    const discount = senOf(line.discount)
    if (quantity === undefined || price === undefined || discount === undefined) return undefined
    const priced = { quantity, price, discount, taxable: taxable.has(line.fee_type_id ?? '') }
    return netOf(priced) < 0 ? undefined : priced
  })
  const readable = read.filter((line) => line !== undefined)
  return {
    amounts: read.map((line) => line && netOf(line)),
    totals: readable.length === lines.length ? totals(readable, rate) : undefined,
  }
}

function senOf(typed: string | undefined): number | undefined {
  if (!typed?.trim()) return 0
  const amount = parseRinggit(typed)
  return 'sen' in amount ? amount.sen : undefined
}
