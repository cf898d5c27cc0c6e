/** Normalises to capital letters and digits. */
const joined = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')

const length = 8
const half = length / 2

/** Family codes, and codes by each of their halves. */
export interface Codes {
  /** By code: the id of the parent who pays. */
  exact: ReadonlyMap<string, string>
  heads: ReadonlyMap<string, readonly string[]>
  tails: ReadonlyMap<string, readonly string[]>
}

export function indexCodes(families: readonly { id: string; family_code: string }[]): Codes {
  const codes = families.map(({ family_code }) => family_code)
  return {
    exact: new Map(families.map(({ id, family_code }) => [family_code, id])),
    heads: Map.groupBy(codes, (code) => code.slice(0, half)),
    tails: Map.groupBy(codes, (code) => code.slice(half)),
  }
}

/**
 * Family codes that occur anywhere in a text. A typing error cannot turn one into another family's code, since the last
 * character is a check character.
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

interface NearCode {
  code: string
  /** The text found instead. */
  typed: string
}

/**
 * Codes that occur with one wrong, missing, additional or swapped character. One such error leaves one half of the code
 * intact, unless it swaps the two middle characters.
 */
export function nearCodesIn(text: string, { exact, heads, tails }: Codes): NearCode[] {
  const letters = joined(text)
  const found = new Map<string, string>()
  const note = (code: string, typed: string) => {
    // Texts of a code's length are the likeliest.
    if (oneSlip(code, typed) && found.get(code)?.length !== length) found.set(code, typed)
  }
  for (let from = 0; from + half <= letters.length; from++) {
    const piece = letters.slice(from, from + half)
    for (const code of heads.get(piece) ?? [])
      for (const size of sizes) note(code, letters.slice(from, from + size))
    for (const code of tails.get(piece) ?? [])
      for (const size of sizes) note(code, letters.slice(Math.max(0, from + half - size), from + half))
    const typed = letters.slice(from, from + length)
    const swapped =
      typed.slice(0, half - 1) + typed.charAt(half) + typed.charAt(half - 1) + typed.slice(half + 1)
    if (exact.has(swapped)) note(swapped, typed)
  }
  return [...found].map(([code, typed]) => ({ code, typed }))
}

const sizes = [length, length + 1, length - 1]

/** Whether the texts differ by one wrong, missing or additional character, or two adjacent ones swapped. */
function oneSlip(code: string, typed: string): boolean {
  let first = 0
  while (first < code.length && code[first] === typed[first]) first++
  if (typed.length === code.length + 1) return typed.slice(first + 1) === code.slice(first)
  if (typed.length === code.length - 1) return typed.slice(first) === code.slice(first + 1)
  if (typed.length !== code.length || first === code.length) return false
  if (typed.slice(first + 1) === code.slice(first + 1)) return true
  const isSwapped = typed[first] === code[first + 1] && typed[first + 1] === code[first]
  return isSwapped && typed.slice(first + 2) === code.slice(first + 2)
}

/** The digits of an invoice number, to match it with or without prefix and separators. */
export const digitsOf = (number: string) => number.replace(/\D/g, '')

/** All numbers in a text; parts separated by a space or a sign are also joined. */
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
