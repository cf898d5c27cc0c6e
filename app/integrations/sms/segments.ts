// The one count of what an SMS is: what is charged, what the office sees, and into what a gateway splits it.

/** GSM 03.38: the basic letters count one, those of the extension two. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('^{}\\[~]|€')

/** Undefined for a text with a letter that GSM-7 does not have. */
export function gsmLength(text: string): number | undefined {
  let length = 0
  for (const letter of text) {
    if (basic.has(letter)) length += 1
    else if (extended.has(letter)) length += 2
    else return undefined
  }
  return length
}

/** How an SMS is charged. `length` in septets (GSM-7, letters of the extension table count two) or UTF-16 units. */
export interface SmsSize {
  encoding: 'gsm7' | 'unicode'
  length: number
  segments: number
}

/** The most segments an SMS may have. */
export const mostSegments = 3

/** What a message alone, and each part of a longer one, can hold: parts begin with six bytes that say which part they are. */
export const room = { gsm7: { single: 160, part: 153 }, unicode: { single: 70, part: 67 } } as const

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
