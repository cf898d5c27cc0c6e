import { gsmLength, room, smsSegments } from '#app/integrations/sms/segments.ts'

/** How many more letters the last segment takes; for GSM-7 in septets. */
export function roomLeft(text: string): number {
  const { encoding, length, segments } = smsSegments(text)
  const { single, part } = room[encoding]
  return Math.max(0, segments <= 1 ? single - length : segments * part - length)
}

/** Typed by phones and word processors where GSM-7 has a plain letter. */
const plainLetters: Record<string, string> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201A': "'",
  '\u201B': "'",
  '\u2032': "'",
  '`': "'",
  '\u00B4': "'",
  '\u02BC': "'",
  '\u201C': '"',
  '\u201D': '"',
  '\u201E': '"',
  '\u2033': '"',
  '\u00AB': '"',
  '\u00BB': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2026': '...',
  '\u2022': '-',
  '\u00B7': '-',
  '\u00A0': ' ',
  '\u2009': ' ',
  '\u202F': ' ',
  '\t': ' ',
  '\u00D7': 'x',
  '\u00BD': '1/2',
  '\u00BC': '1/4',
  '\u00BE': '3/4',
  '\u00B0': ' ',
  '\u00AE': '(R)',
  '\u00A9': '(C)',
  '\u2122': '(TM)',
}

/** Letters outside GSM-7, each once, with what says the same for less; null where nothing does, as for an emoji. */
export function costlyLetters(text: string): { letter: string; instead: string | null }[] {
  const found = new Set([...text].filter((letter) => gsmLength(letter) === undefined))
  return [...found].map((letter) => ({ letter, instead: insteadOf(letter) }))
}

/** The same text with letters of GSM-7 wherever one says the same. */
export const withPlainLetters = (text: string): string =>
  [...text]
    .map((letter) => (gsmLength(letter) === undefined ? (insteadOf(letter) ?? letter) : letter))
    .join('')

function insteadOf(letter: string): string | null {
  const plain = plainLetters[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain !== '' && plain !== letter && gsmLength(plain) !== undefined ? plain : null
}
