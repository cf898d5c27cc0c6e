import { z } from 'zod'
import { withoutInvisible } from '#app/domain/core/invisible.ts'
import { lineAmount, serviceTax } from '#app/domain/core/money.ts'

/** RM1,000,000.00. */
export const largestTotal = 100_000_000

/** Quantity in hundredths (150 is 1.5), price and discount in sen. */
export interface Priced {
  quantity: number
  price: number
  discount: number
  taxable: boolean
}

interface LineTotal {
  /** Below zero when the discount is too large. */
  amount_sen: number
  tax_sen: number
}

export interface Totals {
  lines: LineTotal[]
  sub_total_sen: number
  discount_total_sen: number
  /** 0 when nothing on the invoice is taxed. */
  tax_rate_bp: number
  tax_total_sen: number
  total_sen: number
}

/** Before tax, in sen: quantity times price, rounded half up to the sen, less the discount. */
export function netOf({ quantity, price, discount }: Omit<Priced, 'taxable'>): number {
  return lineAmount(quantity, price) - discount
}

/** Tax is rounded half up to the sen line by line, so that lines add up. `rate` in basis points (600 is 6 %). */
export function totals(priced: readonly Priced[], rate: number): Totals {
  const lines = priced.map((line) => {
    const amount_sen = netOf(line)
    return { amount_sen, tax_sen: line.taxable ? serviceTax(amount_sen, rate) : 0 }
  })
  const sub_total_sen = sum(lines.map(({ amount_sen }) => amount_sen))
  const tax_total_sen = sum(lines.map(({ tax_sen }) => tax_sen))
  return {
    lines,
    sub_total_sen,
    discount_total_sen: sum(priced.map(({ discount }) => discount)),
    tax_rate_bp: priced.some(({ taxable }) => taxable) ? rate : 0,
    tax_total_sen,
    total_sen: sub_total_sen + tax_total_sen,
  }
}

export interface TaxRules {
  tax_registered: boolean
  rate_bp: number
  scope: 'non_citizens' | 'all'
}

/** In basis points. Malaysia taxes private education for non-citizens since 1 July 2025; `scope` may tax everybody. */
export function taxRate({ tax_registered, rate_bp, scope }: TaxRules, nationality: string): number {
  return tax_registered && (scope === 'all' || nationality !== 'MY') ? rate_bp : 0
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

/** What was typed for a quantity, in hundredths: 0.01 to 9,999.99 with at most two decimals. Undefined: none of these. */
export function parseQuantity(typed: string): number | undefined {
  const parts = /^(\d{1,4}|\d,\d{3})(?:\.(\d{1,2}))?$/.exec(withoutInvisible(typed).trim())
  if (!parts) return undefined
  const hundredths = Number(parts[1]!.replace(',', '') + (parts[2] ?? '').padEnd(2, '0'))
  return hundredths > 0 ? hundredths : undefined
}

/** Hundredths as an input holds them: 150 → `1.5`, 100 → `1`. */
export function plainQuantity(hundredths: number): string {
  return (hundredths / 100).toFixed(2).replace(/\.?0+$/, '')
}

/** A quantity as a form sends it; becomes hundredths. */
export const quantity = z.string().transform((typed, context) => {
  const hundredths = parseQuantity(typed)
  if (hundredths !== undefined) return hundredths
  context.addIssue({ code: 'custom', message: 'invoice.quantity' })
  return z.NEVER
})
