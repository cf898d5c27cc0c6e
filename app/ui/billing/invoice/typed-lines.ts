import { netOf, parseQuantity, plainQuantity, totals } from '#app/domain/core/invoicing/totals.ts'
import { parseRinggit, plainRinggit } from '#app/domain/core/money.ts'

/** A line as it was typed. */
export interface TypedLine {
  quantity?: string | undefined
  price?: string | undefined
  discount?: string | undefined
  fee_type_id?: string | undefined
}

export interface TypedTotals {
  /** In sen for each line; undefined where one cannot be parsed. */
  amounts: (number | undefined)[]
  /** Undefined while any line cannot be parsed, because a partial total would be wrong. */
  totals: { sub_total_sen: number; tax_total_sen: number; total_sen: number } | undefined
}

/** The totals of a form that is being filled in. An empty price or discount counts as 0. */
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

interface Item {
  description: string
  fee_type_id: string | null
  subject_fee_id: string | null
  period_starts_on: string | null
  period_ends_on: string | null
  quantity_hundredths: number
  price_sen: number
  discount_sen: number
  discount_reason: string | null
}

/**
 * Lines of another invoice copied for a new one, without fee and period, because that period is billed already.
 */
export const copiedItems = (items: readonly Item[]) =>
  typedItems(items).map(({ subject_fee_id: _, period_starts_on: __, period_ends_on: ___, ...line }) => line)

/** Stored lines as form values. */
export function typedItems(items: readonly Item[]) {
  return items.map((item) => ({
    description: item.description,
    fee_type_id: item.fee_type_id,
    subject_fee_id: item.subject_fee_id,
    period_starts_on: item.period_starts_on,
    period_ends_on: item.period_ends_on,
    quantity: plainQuantity(item.quantity_hundredths),
    price: plainRinggit(item.price_sen),
    discount: item.discount_sen > 0 ? plainRinggit(item.discount_sen) : undefined,
    discount_reason: item.discount_reason,
  }))
}
