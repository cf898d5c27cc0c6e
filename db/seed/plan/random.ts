/** Chance that comes out the same each time: the demo of one day is the demo of everyone on that day. */
export interface Random {
  /** At least `from`, at most `to`. */
  int(from: number, to: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the keys; the numbers are its shares. */
  weighted<K extends string>(shares: Record<K, number>): K
  /** Another order of the same things. */
  shuffled<T>(list: readonly T[]): T[]
  /** A UUID version 7 whose time is `at`, so that ids sort as the rows came into being. */
  id(at: Date): string
  /** Decimal digits. */
  digits(count: number): string
}

export function randomOf(seed: string): Random {
  const next = generator(hash(seed))
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  let made = 0
  return {
    int,
    chance: (share) => next() < share,
    pick: (list) => list[int(0, list.length - 1)]!,
    weighted(shares) {
      const entries = Object.entries(shares) as [keyof typeof shares, number][]
      let left = next() * entries.reduce((sum, [, share]) => sum + share, 0)
      for (const [key, share] of entries) {
        left -= share
        if (left < 0) return key
      }
      return entries.at(-1)![0]
    },
    shuffled(list) {
      const result = [...list]
      for (let last = result.length - 1; last > 0; last--) {
        const other = int(0, last)
        ;[result[last], result[other]] = [result[other]!, result[last]!]
      }
      return result
    },
    id(at) {
      made = (made + 1) % 0x1000
      const time = at.getTime().toString(16).padStart(12, '0')
      const word = () => int(0, 0xffff).toString(16).padStart(4, '0')
      const counter = `7${made.toString(16).padStart(3, '0')}`
      const variant = (0x8000 | int(0, 0x3fff)).toString(16)
      return `${time.slice(0, 8)}-${time.slice(8)}-${counter}-${variant}-${word()}${word()}${word()}`
    },
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(''),
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193)
  return value >>> 0
}

/** Mulberry32 by Tommy Ettinger: one 32-bit word of state, good enough for invented people. */
function generator(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
