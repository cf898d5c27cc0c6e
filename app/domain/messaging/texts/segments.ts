import { gsmLength } from '#app/integrations/sms/text.ts'

/** How an SMS is charged. `length` in septets (GSM-7, letters of the extension table count two) or UTF-16 units. */
export interface SmsSize {
  encoding: 'gsm7' | 'unicode'
  length: number
  segments: number
}

/** The most segments an SMS may have. */
export const mostSegments = 3

/** What a message alone, and each part of a longer one, can hold: parts begin with six bytes that say which part they are. */
const room = { gsm7: { single: 160, part: 153 }, unicode: { single: 70, part: 67 } } as const

/** The size of a whole SMS, prefix included. An empty text has no segment. */
export function smsSegments(text: string): SmsSize {
  const letters = [...text]
  const gsm = letters.map(gsmLength)
  const encoding = gsm.includes(undefined) ? 'unicode' : 'gsm7'
  const widths = encoding === 'gsm7' ? (gsm as number[]) : letters.map((letter) => letter.length)
  const length = widths.reduce((sum, width) => sum + width, 0)
  const { single, part } = room[encoding]
  return { encoding, length, segments: length <= single ? Math.min(length, 1) : partsOf(widths, part) }
}

/** Escaped pairs and surrogate pairs stay together, so a part may end one short. */
function partsOf(widths: readonly number[], part: number): number {
  let parts = 1
  let used = 0
  for (const width of widths) {
    if (used + width > part) {
      parts += 1
      used = 0
    }
    used += width
  }
  return parts
}

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
