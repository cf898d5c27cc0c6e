/** The smallest sum that can be paid in cash where it is rounded: there are coins of 5 sen, and less is rounded away. */
export const leastCash = 3

/**
 * By how much cash is more than what is to be paid, in sen; less than nothing: less. Of the rounding mechanism of Bank
 * Negara Malaysia, for the total that is paid in cash and for nothing else: 1, 2, 6 and 7 sen go down, 3, 4, 8 and 9 up.
 */
export function cashRounding(sen: number): number {
  const above = sen % 5
  if (above === 0) return 0
  return above < leastCash ? -above : 5 - above
}
