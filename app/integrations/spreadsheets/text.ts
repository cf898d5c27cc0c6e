import { SheetUnusable } from './cell.ts'

/**
 * The text of a stranger's file: UTF-8 or UTF-16, each with or without its mark, and of older files Windows-1252, where
 * it can be nothing else. Refuses (SheetUnusable) bytes that might be letters of several alphabets (encoding), since a
 * name in wrong letters is worse than none, and control characters (not_a_sheet).
 */
export function textOf(bytes: Buffer): string {
  const text = decodeText(bytes)
  const end = text.lastIndexOf(endOfFile)
  const whole = end >= 0 && text.slice(end + 1).trim() === '' ? text.slice(0, end) : text
  if (/[^\P{Cc}\t\n\v\f\r\u007f-\u009f]/u.test(whole)) throw new SheetUnusable('not_a_sheet')
  return whole
}

/** Ctrl-Z, with which some programs end a text. */
const endOfFile = String.fromCharCode(26)

/**
 * As {@link textOf}, control characters included.
 * @param declared the encoding that the file itself names, as XML does
 */
export function decodeText(bytes: Buffer, declared?: string): string {
  const wide = utf16Of(bytes)
  const named = wide ? undefined : legacyNamed(declared)
  const text =
    (wide && decodeAs(wide, bytes)) ??
    // A file may name an encoding out of habit and be UTF-8 all the same; double-byte ones are named on purpose.
    (named === 'windows-1252' ? decodeAs('utf-8', bytes) : undefined) ??
    (named && decodeAs(named, bytes)) ??
    decodeAs('utf-8', bytes) ??
    latinOf(bytes)
  if (text === undefined) throw new SheetUnusable('encoding')
  return text
}

/** By its mark, or by the zero that it has beside each plain letter; undefined for anything else. */
export function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 4_096)
  const zeros = [0, 0] as [number, number]
  start.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]!++
  })
  const [first, second] = zeros
  const many = start.length / 6
  if (first === 0 && second > many) return 'utf-16le'
  return second === 0 && first > many ? 'utf-16be' : undefined
}

/** The WHATWG name of an encoding that is neither UTF-8 nor UTF-16. */
function legacyNamed(label = ''): string | undefined {
  try {
    const { encoding } = new TextDecoder(label)
    return /^utf-/.test(encoding) ? undefined : encoding
  } catch {
    return undefined
  }
}

function decodeAs(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const letter = 'À-ÔÖØ-öø-ÿ'
/** A letter with an accent among plain ones, perhaps before a sign: `José’s`. */
const accented = new RegExp(`^[${letter}][’”…\u00a0]?$`)
const signs = /^(?:[’‘“”•–—…\u00a0]{1,2}|[€™£©®°·½¼])$/
/** Signs that stand within a word or between numbers. */
const joining = /^[’°·\u00a0]+$/

/**
 * Windows-1252 where all that is not plain is an accented letter in a Latin word or a common sign. GBK, Big5 and the
 * encodings of old Macs and DOS are bytes that Windows-1252 has letters for, too; they stand in pairs, or where no such
 * letter would.
 */
function latinOf(bytes: Buffer): string | undefined {
  const text = new TextDecoder('windows-1252').decode(bytes)
  for (const { 0: run, index } of text.matchAll(/[\u0080-\uffff]+/g)) {
    const before = text.charAt(index - 1)
    const after = text.charAt(index + run.length)
    const isWord = /[a-z]/i.test(before) || /[a-z]/i.test(after)
    const isInside = /[a-z]/i.test(before) && /[a-z]/i.test(after)
    const isSign = signs.test(run) && (joining.test(run) || !isInside)
    const isLetter = accented.test(run) && isWord && !(/[a-z]/.test(before) && /^\p{Lu}/u.test(run))
    if (!isSign && !isLetter) return undefined
  }
  return text
}
