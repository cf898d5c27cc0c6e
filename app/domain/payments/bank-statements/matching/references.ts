/** Letters and digits alone, as a bank may have them: capitals, nothing between them. */
export const joined = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')

const length = 8
const half = length / 2

/** Families by their code, and codes by each half of them. */
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

/**
 * Codes that a text would name but for one character that is another, missing or too many, or two that are swapped. One
 * such slip leaves a half of the code as it is, unless it swaps the two in its middle.
 */
export function nearCodesIn(text: string, { exact, heads, tails }: Codes): NearCode[] {
  const letters = joined(text)
  const found = new Map<string, string>()
  const note = (code: string, typed: string) => {
    // What has as many characters as a code is most likely one.
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

/** One character is another, missing or too many, or two beside each other are swapped. */
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
