/** Letters and digits alone, as a bank may have them: capitals, nothing between them. */
export const joined = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')

const length = 8

/** Families by their code, and by each code that misses one character. */
export interface Codes {
  /** By code: the id of the parent who pays. */
  exact: ReadonlyMap<string, string>
  gaps: ReadonlyMap<string, readonly string[]>
}

export function indexCodes(families: readonly { id: string; family_code: string }[]): Codes {
  const gaps = new Map<string, string[]>()
  for (const { family_code } of families)
    for (let place = 0; place < length; place++) {
      const gap = withGap(family_code, place)
      const codes = gaps.get(gap)
      if (codes) codes.push(family_code)
      else gaps.set(gap, [family_code])
    }
  return { exact: new Map(families.map(({ id, family_code }) => [family_code, id])), gaps }
}

const withGap = (code: string, place: number) => `${code.slice(0, place)}*${code.slice(place + 1)}`

/**
 * Codes of families that a text names, wherever they stand in it. A slip of a finger makes no other family's code of one:
 * its last character tells.
 */
export function codesIn(text: string, { exact }: Codes): string[] {
  const letters = joined(text)
  const found = new Set<string>()
  for (let from = 0; from + length <= letters.length; from++) {
    const code = letters.slice(from, from + length)
    if (exact.has(code)) found.add(code)
  }
  return [...found]
}

export interface NearCode {
  code: string
  /** What stands there instead. */
  typed: string
}

/** Codes that a text would name but for one character that is another, missing or too many, or two that are swapped. */
export function nearCodesIn(text: string, { exact, gaps }: Codes): NearCode[] {
  const letters = joined(text)
  const found = new Map<string, string>()
  const note = (code: string | undefined, typed: string) => {
    if (code !== undefined && !found.has(code)) found.set(code, typed)
  }
  const windows = (size: number) =>
    Array.from({ length: Math.max(0, letters.length - size + 1) }, (_, from) =>
      letters.slice(from, from + size),
    )
  // What has as many characters as a code is most likely one.
  for (const typed of windows(length))
    for (let place = 0; place < length; place++) {
      for (const code of gaps.get(withGap(typed, place)) ?? []) note(code, typed)
      const swapped =
        typed.slice(0, place) + typed.charAt(place + 1) + typed.charAt(place) + typed.slice(place + 2)
      if (place + 1 < length && exact.has(swapped)) note(swapped, typed)
    }
  for (const long of windows(length + 1))
    for (let place = 0; place <= length; place++) {
      const code = long.slice(0, place) + long.slice(place + 1)
      if (exact.has(code)) note(code, long)
    }
  for (const short of windows(length - 1))
    for (let place = 0; place < length; place++)
      for (const code of gaps.get(`${short.slice(0, place)}*${short.slice(place)}`) ?? []) note(code, short)
  return [...found].map(([code, typed]) => ({ code, typed }))
}

/** The digits of an invoice number, by which it is known with its prefix, without it, and with other signs between. */
export const digitsOf = (number: string) => number.replace(/\D/g, '')

/** Every number that stands in a text, parts of it that have a space or a sign between them taken together. */
export function numbersIn(text: string): string[] {
  const found = new Set<string>()
  for (const [run] of text.matchAll(/\d+(?:[\s\-/.]{1,3}\d+)*/g)) {
    const parts = run.split(/\D+/)
    for (let from = 0; from < parts.length && from < 12; from++)
      for (let to = from + 1; to <= Math.min(parts.length, from + 3); to++)
        found.add(parts.slice(from, to).join(''))
  }
  return [...found]
}
