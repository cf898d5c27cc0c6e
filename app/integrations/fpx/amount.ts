/**
 * FPX amounts are text with a dot and exactly two decimals and no thousands separator: `1.00`.
 * They are built from and read into integer sen by text alone, so no float ever comes near them.
 */

const AMOUNT = /^(\d{1,10})\.(\d{2})$/

/** `35000` → `'350.00'`. Refuses (RangeError) what is not a whole number of sen from 1 to 999,999,999,999. */
export function formatAmount(amount_sen: number): string {
  if (!Number.isSafeInteger(amount_sen) || amount_sen < 1 || amount_sen > 999_999_999_999)
    throw new RangeError(`not an amount in sen: ${amount_sen}`)
  const digits = String(amount_sen).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `'350.00'` → `35000`; null for any other form (`350`, `350.0`, `1,000.00`, ` 1.00`). */
export function parseAmount(text: string): number | null {
  const match = AMOUNT.exec(text)
  return match ? Number(`${match[1]}${match[2]}`) : null
}
