import { randomInt } from 'node:crypto'

/** Crockford's letters and digits: no I, L, O or U, since people read them out on the phone. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The order number of one attempt: `LN-7K4Q-2M9X-PB3T`. 60 random bits, so that none is ever given twice in the whole
 * exchange and none can be guessed from another; within FPX's `[A-Z0-9-]{1,20}`.
 */
export function newOrderNo(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return `LN-${group()}-${group()}-${group()}`
}
