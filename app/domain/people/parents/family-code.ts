/** 0, O, 1 and I are left out: they are misread. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const bodyLength = 7

/**
 * A family's reference for bank transfers: 7 random characters and a check character, so that a slip of one character
 * or two swapped ones is noticed (Luhn's method for 32 characters: https://en.wikipedia.org/wiki/Luhn_mod_N_algorithm).
 * @param randomInt a whole number from 0 to below its argument
 */
export function newFamilyCode(randomInt: (below: number) => number): string {
  const body = Array.from({ length: bodyLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return body + alphabet[(alphabet.length - (sumOf(body, 2) % alphabet.length)) % alphabet.length]
}

/** Case does not count. */
export function isFamilyCode(text: string): boolean {
  const code = text.toUpperCase()
  const known = [...code].every((character) => alphabet.includes(character))
  return code.length === bodyLength + 1 && known && sumOf(code, 1) % alphabet.length === 0
}

/** From the right, every second character counts double; `last` is the factor of the last one. */
function sumOf(text: string, last: 1 | 2): number {
  return [...text].reverse().reduce((sum, character, index) => {
    const value = alphabet.indexOf(character) * ((index % 2 === 0) === (last === 2) ? 2 : 1)
    return sum + Math.floor(value / alphabet.length) + (value % alphabet.length)
  }, 0)
}
