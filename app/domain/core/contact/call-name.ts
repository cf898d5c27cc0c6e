import { patronymics } from '#app/domain/core/mask.ts'

/**
 * What a person is called: the part of a Malay or Indian name before the father's (`Nur Alya binti Azman` → `Nur Alya`,
 * `Kavitha a/p Raman` → `Kavitha`), any other name whole (`Tan Wei Ming`). Masked names stay masked: `Siti bt. A***` →
 * `Siti`, `Tan W*** M***` as it is.
 */
export function callName(name: string): string {
  const words = name.split(/\s+/u).filter(Boolean)
  const at = words.findIndex((word, index) => index > 0 && patronymics.has(word.toLowerCase()))
  return (at < 0 ? words : words.slice(0, at)).join(' ')
}
