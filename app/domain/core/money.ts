import { z } from 'zod'
import { withoutInvisible } from './invisible.ts'

/** In hundredths of a percent. */
export const SERVICE_TAX_RATE = 600

/** RM999,999,999.99, well inside what sums can hold exactly. */
const LARGEST_SEN = 99_999_999_999

type AmountError =
  | 'input.amount'
  | 'input.amount_decimals'
  | 'input.amount_negative'
  | 'input.amount_too_large'

/** `123450` → `RM1,234.50`, `-50` → `-RM0.50` */
export function formatRinggit(sen: number): string {
  const digits = plainRinggit(Math.abs(sen))
  // Most amounts of a list have nothing to group.
  const grouped = Math.abs(sen) < 100_000 ? digits : digits.replace(/\B(?=(\d{3})+\.)/g, ',')
  return `${sen < 0 ? '-' : ''}RM${grouped}`
}

/** As an input or a CSV cell holds it: `123450` → `1234.50`. Refuses anything but whole sen. */
export function plainRinggit(sen: number): string {
  if (!Number.isSafeInteger(sen)) throw new RangeError(`not an amount in sen: ${sen}`)
  const digits = String(Math.abs(sen)).padStart(3, '0')
  return `${sen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * In sen. `RM`, spaces and commas in the right places pass; anything else that is not an amount is refused, never
 * guessed at: `1,50` may mean one ringgit fifty or a slip of the finger.
 */
export function parseRinggit(text: string): { sen: number } | { error: AmountError } {
  const amount = withoutInvisible(text)
    .replace(/\s/g, '')
    .replace(/^(-?)RM/i, '$1')
  if (/^[-−]\d/.test(amount)) return { error: 'input.amount_negative' }
  const parts = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(amount)
  if (!parts) return { error: 'input.amount' }
  const [, whole = '', decimals = ''] = parts
  if (decimals.length > 2) return { error: 'input.amount_decimals' }
  const sen = Number(whole.replaceAll(',', '') + decimals.padEnd(2, '0'))
  return sen > LARGEST_SEN ? { error: 'input.amount_too_large' } : { sen }
}

/**
 * A form field in ringgit that becomes sen. `min` and `max` are sen, both allowed values; outside them the error is
 * `input.amount_below|{"min":"RM1.00"}` or `input.amount_above|{"max":"RM30,000.00"}`.
 */
export function ringgit({ min = 0, max = LARGEST_SEN }: { min?: number; max?: number } = {}) {
  return z.string().transform((text, context) => {
    const amount = parseRinggit(text)
    const error = 'error' in amount ? amount.error : outside(amount.sen, min, max)
    if ('sen' in amount && !error) return amount.sen
    context.addIssue({ code: 'custom', message: error })
    return z.NEVER
  })
}

/**
 * A form field in percent that becomes basis points (hundredths of a percent). `min` and `max` are basis points, both
 * allowed values; the errors are those of `ringgit`, in percent.
 */
export function percent({ min = 0, max = 10_000 }: { min?: number; max?: number } = {}) {
  return z.string().transform((text, context) => {
    const parsed = parsePercent(text)
    const error = 'error' in parsed ? parsed.error : outside(parsed.basisPoints, min, max, formatPercent)
    if ('basisPoints' in parsed && !error) return parsed.basisPoints
    context.addIssue({ code: 'custom', message: error })
    return z.NEVER
  })
}

function outside(value: number, min: number, max: number, said = formatRinggit): string | undefined {
  if (value < min) return `input.amount_below|${JSON.stringify({ min: said(min) })}`
  if (value > max) return `input.amount_above|${JSON.stringify({ max: said(max) })}`
  return undefined
}

/** A row as its form shows it: these amounts and percentages as an input holds them, `1250` as `12.50`; none is empty. */
export function typedAmounts<R, K extends keyof R>(
  row: R,
  fields: readonly (K & (R[K] extends number | null ? unknown : never))[],
): Omit<R, K> & Record<K, string> {
  const typed = fields.map((field) => {
    const value = row[field] as number | null
    return [field, value === null ? '' : plainRinggit(value)] as const
  })
  return { ...row, ...(Object.fromEntries(typed) as Record<K, string>) }
}

/** Rounded half up to the sen; `basisPoints` are hundredths of a percent (1000 is 10%). */
export function percentOf(sen: number, basisPoints: number): number {
  return portion(sen, basisPoints, 10_000)
}

/** Line by line on the net amount, rounded half up to the sen. `rate` in hundredths of a percent. */
export function serviceTax(sen: number, rate: number = SERVICE_TAX_RATE): number {
  return percentOf(sen, rate)
}

/** Before discount: `quantity` in hundredths (150 is 1.5) times a price in sen. */
export function lineAmount(quantity: number, price_sen: number): number {
  return portion(price_sen, quantity, 100)
}

/** In sen, never more than the line itself. */
export function discountOf(sen: number, discount: { basisPoints: number } | { sen: number }): number {
  const off = 'sen' in discount ? discount.sen : percentOf(sen, discount.basisPoints)
  return Math.min(off, sen)
}

/** 1250 → `12.5%`, 600 → `6%`. */
export function formatPercent(basisPoints: number): string {
  const [whole, decimals] = plainRinggit(basisPoints).split('.') as [string, string]
  const shown = decimals.replace(/0+$/, '')
  return `${whole}${shown && `.${shown}`}%`
}

/** Refuses anything but 0 to 100 with at most two decimals. */
export function parsePercent(text: string): { basisPoints: number } | { error: 'input.percent' } {
  const parts = /^(\d{1,3})(?:\.(\d{1,2}))?%?$/.exec(withoutInvisible(text).replace(/\s/g, ''))
  const basisPoints = parts ? Number(`${parts[1]}${(parts[2] ?? '').padEnd(2, '0')}`) : Number.NaN
  return basisPoints <= 10_000 ? { basisPoints } : { error: 'input.percent' }
}

/**
 * `sen × numerator ÷ denominator`, rounded half away from zero, so that a credit note mirrors its invoice to the sen.
 * Worked out in whole numbers of any size: the product of two amounts would lose its last digits. Refuses (RangeError) what
 * is no whole number, and a result too large to be exact.
 */
export function portion(sen: number, numerator: number, denominator: number): number {
  if (!Number.isSafeInteger(sen) || !Number.isSafeInteger(numerator)) {
    throw new RangeError(`not whole units: ${sen} × ${numerator}`)
  }
  const size = BigInt(Math.abs(sen)) * BigInt(Math.abs(numerator))
  const whole = BigInt(denominator)
  const result = Number((2n * size + whole) / (2n * whole)) * Math.sign(sen) * Math.sign(numerator)
  if (!Number.isSafeInteger(result)) throw new RangeError(`amount too large: ${sen} × ${numerator}`)
  return result || 0
}
