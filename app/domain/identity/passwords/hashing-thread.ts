import { type Argon2Parameters, argon2Sync } from 'node:crypto'

/** Only values that can be passed between threads. */
export type Hashing = Omit<Argon2Parameters, 'message' | 'nonce'> & { message: Uint8Array; nonce: Uint8Array }

const nothing = new Int32Array(new SharedArrayBuffer(4))
let restsUntil = 0

/** Rests as long as it worked, so that a flood leaves half of this core to the pages. */
export function hash(asked: Hashing): Uint8Array {
  const begun = performance.now()
  if (restsUntil > begun) Atomics.wait(nothing, 0, 0, restsUntil - begun)
  const started = performance.now()
  const tag = argon2Sync('argon2id', asked)
  const ended = performance.now()
  restsUntil = ended + (ended - started)
  return tag
}
