/**
 * Money and other decimals as JSON numbers. They are made from whole hundredths by way of text, so that no sum is ever one of
 * floating point, and `JSON.stringify` writes them in the shortest form, which the portal's own reader writes, too:
 * 231000 sen is `2310`, 231050 is `2310.5`.
 */
import { plainRinggit } from '#app/domain/core/money.ts'

/** RM9,999,999,999,999.99: with fifteen digits a JSON number is exact. The portal would take 26. */
export const largestSen = 999_999_999_999_999

/** Of sen, of hundredths of a percent, of hundredths of a piece. Refuses (RangeError) what would not be exact. */
export function hundredths(whole: number): number {
  if (Math.abs(whole) > largestSen) throw new RangeError(`too large to be exact: ${whole}`)
  return Number(plainRinggit(whole))
}

/** A rate of exchange: at most nine digits before the point and six behind, more than nothing. */
const rates = /^(?=.*[1-9])(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/

export const isRate = (text: string): boolean => rates.test(text)

/** `4.7200` as 4.72. Refuses (RangeError) what is no {@link isRate rate}. */
export function rate(text: string): number {
  if (!isRate(text)) throw new RangeError(`not a rate of exchange: ${text}`)
  return Number(text)
}

/** Whole numbers added up; refuses (RangeError) a sum that is not exact. */
export function sum(numbers: readonly number[]): number {
  const total = numbers.reduce((before, one) => before + one, 0)
  if (!Number.isSafeInteger(total)) throw new RangeError(`not a whole sum: ${total}`)
  return total
}
