import { tier } from './tiers.ts'

/**
 * In `npm run soak` every count is whole. The other runs take a share of the long ones, so chosen that every route, rule
 * and kind of mistake has its turn. Files that ask here are those that `npm run soak` runs.
 */
export const soaking = tier === 'soak'

/** Every `n`th of many things in `npm test`, beginning at a place of its own for each key; all of them in soak. */
export function share<T>(things: readonly T[], count: number, key: string): readonly T[] {
  if (soaking || things.length <= count) return things
  const first = turnOf(key)
  const step = things.length / count
  return Array.from({ length: count }, (_, n) => things[(first + Math.floor(n * step)) % things.length]!)
}

/** A number that is always the same for a text and another for the next: whose turn it is. */
export function turnOf(text: string): number {
  let turn = 0
  for (const letter of text) turn = (Math.imul(turn, 31) + letter.charCodeAt(0)) >>> 0
  return turn
}
