import { withoutInvisible } from '#app/domain/core/invisible.ts'

/**
 * Letters of other alphabets that look like one of ours, and the one that they look like: the part of Unicode's
 * confusables.txt (UTS #39, version 16) that a phone can type. What NFKC already turns into ours (full width, mathematical
 * letters, circled ones) is not among them.
 */
const lookAlikes: Record<string, string> = Object.fromEntries(
  [
    // Cyrillic
    ['а', 'a'],
    ['в', 'b'],
    ['ԁ', 'd'],
    ['с', 'c'],
    ['е', 'e'],
    ['ё', 'e'],
    ['є', 'e'],
    ['ғ', 'f'],
    ['ԍ', 'g'],
    ['н', 'h'],
    ['һ', 'h'],
    ['і', 'i'],
    ['ї', 'i'],
    ['ӏ', 'l'],
    ['ј', 'j'],
    ['к', 'k'],
    ['м', 'm'],
    ['п', 'n'],
    ['о', 'o'],
    ['р', 'p'],
    ['ԛ', 'q'],
    ['г', 'r'],
    ['ѕ', 's'],
    ['т', 't'],
    ['ц', 'u'],
    ['ѵ', 'v'],
    ['ԝ', 'w'],
    ['ш', 'w'],
    ['х', 'x'],
    ['у', 'y'],
    ['ү', 'y'],
    ['з', '3'],
    ['б', '6'],
    // Greek
    ['α', 'a'],
    ['β', 'b'],
    ['ε', 'e'],
    ['η', 'n'],
    ['ι', 'i'],
    ['κ', 'k'],
    ['μ', 'u'],
    ['ν', 'v'],
    ['ο', 'o'],
    ['ρ', 'p'],
    ['σ', 'o'],
    ['τ', 't'],
    ['υ', 'u'],
    ['χ', 'x'],
    ['γ', 'y'],
    ['ζ', 'z'],
    ['ω', 'w'],
    ['ϲ', 'c'],
    ['ϳ', 'j'],
    // Armenian
    ['ց', 'g'],
    ['հ', 'h'],
    ['ո', 'n'],
    ['օ', 'o'],
    ['ս', 'u'],
    ['ա', 'w'],
    ['զ', 'q'],
    ['յ', 'j'],
    // Latin letters of other spellings and of phonetics
    ['ı', 'i'],
    ['ɑ', 'a'],
    ['ɡ', 'g'],
    ['ɩ', 'i'],
    ['ɪ', 'i'],
    ['ł', 'l'],
    ['ø', 'o'],
    ['ɵ', 'o'],
    ['đ', 'd'],
    ['ħ', 'h'],
    ['ŧ', 't'],
    ['ƅ', 'b'],
    ['ƽ', '5'],
    ['ꞵ', 'b'],
    ['ᴀ', 'a'],
    ['ʙ', 'b'],
    ['ᴄ', 'c'],
    ['ᴅ', 'd'],
    ['ᴇ', 'e'],
    ['ꜰ', 'f'],
    ['ɢ', 'g'],
    ['ʜ', 'h'],
    ['ᴊ', 'j'],
    ['ᴋ', 'k'],
    ['ʟ', 'l'],
    ['ᴍ', 'm'],
    ['ɴ', 'n'],
    ['ᴏ', 'o'],
    ['ᴘ', 'p'],
    ['ʀ', 'r'],
    ['ꜱ', 's'],
    ['ᴛ', 't'],
    ['ᴜ', 'u'],
    ['ᴠ', 'v'],
    ['ᴡ', 'w'],
    ['ʏ', 'y'],
    ['ᴢ', 'z'],
    ['\u01C0', 'l'],
    ['\u2223', 'l'],
    // Signs
    ['。', '.'],
    ['｡', '.'],
    ['․', '.'],
    ['۔', '.'],
    ['·', '.'],
    ['•', '.'],
    ['‧', '.'],
    ['∙', '.'],
    ['⋅', '.'],
    ['●', '.'],
    ['⁄', '/'],
    ['∕', '/'],
    ['⧸', '/'],
    ['∶', ':'],
    ['ː', ':'],
    ['꞉', ':'],
    ['٫', '.'],
    ['’', "'"],
    ['‘', "'"],
  ].map(([letter, like]) => [letter!, like!]),
)

/** Cherokee and Coptic capitals and the like do not turn into small letters that resemble ours, so they are left out. */
const boxed: readonly [from: number, to: number, first: string][] = [
  [0x1f110, 0x1f129, 'a'],
  [0x1f130, 0x1f149, 'a'],
  [0x1f150, 0x1f169, 'a'],
  [0x1f170, 0x1f189, 'a'],
  [0x1f1e6, 0x1f1ff, 'a'],
  [0x249c, 0x24b5, 'a'],
  [0x2474, 0x247c, '1'],
  [0x2488, 0x2490, '1'],
  [0x2776, 0x277e, '1'],
  [0x2780, 0x2788, '1'],
  [0x278a, 0x2792, '1'],
]

/**
 * A text as somebody reads it who ignores the tricks: lower case, without invisible letters and accents, digits of every
 * script as 0 to 9, letters that look like ours as ours.
 */
export function openedText(text: string): string {
  const unboxed = [...withoutInvisible(text)].map(unbox).join('')
  return [
    ...unboxed
      .normalize('NFKD')
      .replace(/[\p{M}\u2800]/gu, '')
      .toLowerCase(),
  ]
    .map((letter) => lookAlikes[letter] ?? digitOf(letter) ?? letter)
    .join('')
}

function unbox(letter: string): string {
  const point = letter.codePointAt(0)!
  const box = boxed.find(([from, to]) => point >= from && point <= to)
  return box ? String.fromCodePoint(box[2].charCodeAt(0) + point - box[0]) : letter
}

/** Unicode has the digits of each script in ten places that follow each other, and their zero before a non-digit. */
function digitOf(letter: string): string | undefined {
  if (!/\p{Nd}/u.test(letter) || /\d/.test(letter)) return undefined
  const point = letter.codePointAt(0)!
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1
  return String(value)
}

/** A word that has Latin letters beside those of an alphabet in which some look like Latin ones. */
const mixed =
  /(?=[\p{L}\p{M}]*\p{Script=Latin})(?=[\p{L}\p{M}]*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Georgian}\p{Script=Lisu}])[\p{L}\p{M}]+/gu

/** Words that no language writes: two alphabets in one. */
export const mixedWords = (text: string): string[] =>
  [...withoutInvisible(text).normalize('NFKC').matchAll(mixed)].map(([word]) => word)
