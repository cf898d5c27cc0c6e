import { MessageError } from './error.ts'
import { gsmLength, mostSegments, smsSegments } from './segments.ts'

/** Of one part of a long message; what stays below it is always a single one. */
const longest = 153

/** Whether a text is sent as a single SMS. */
export const fitsOneSms = (text: string): boolean => (gsmLength(text) ?? longest + 1) <= longest

/** Characters of the longest WhatsApp message of an announcement. */
const longestWhatsApp = 1_024

/** With or without its scheme. Generous on purpose: a text of ours never needs a dot inside a word. */
const link = /:\/\/|\bwww\b|[\p{L}\d-]\.\p{L}{2,}|\bwa\.me\b/iu
/** Seven or more digits, however they are grouped: somebody could be asked to call them. */
const callBack = /(?:\p{Nd}[\s().+-]{0,3}){7,}/u
/** What the rules for announcements refuse in any text: a scheme, or the number of a mobile phone in one piece. */
const surely = /:\/\/|(?<![\p{L}\d-])(?:\+?60|0)1\d{8,9}(?![\d-])/iu

/** `single`: codes and reminders; `long`: announcements and what else families are written to about. */
export type TextSize = 'single' | 'long'

/**
 * Refuses (MessageError "text") what may not stand in an SMS in Malaysia since 1 September 2024 (MCMC), a link or a number to
 * call, and what is too long: for `single` more than one message or letters outside GSM-7, for `long` more than three
 * segments. What people write (`long`) was judged by `judgeSms` before, with which this last look never
 * disagrees: it only finds what that refuses as well. A `long` WhatsApp message may have links and 1,024 characters.
 */
export function checkText(text: string, channel: 'sms' | 'whatsapp', size: TextSize = 'single'): void {
  if (text.trim() === '' || isRefused(text, channel, size)) throw new MessageError('text')
}

function isRefused(text: string, channel: 'sms' | 'whatsapp', size: TextSize): boolean {
  const plain = text.normalize('NFKC')
  if (size === 'single')
    return link.test(plain) || callBack.test(plain) || (channel === 'sms' && !fitsOneSms(text))
  if (channel === 'whatsapp') return [...text].length > longestWhatsApp
  return surely.test(plain) || smsSegments(text).segments > mostSegments
}

/**
 * An SMS goes out behind `RM0 [nametag] `, by which receivers know that it costs them nothing and who writes. A nametag
 * holds letters, digits and spaces.
 */
export function prefixed(channel: 'sms' | 'whatsapp', nametag: string, text: string): string {
  const name = nametag
    .replace(/[^\p{L}\d ]/gu, '')
    .trim()
    .slice(0, 20)
  return `${channel === 'sms' ? 'RM0 ' : ''}[${name}] ${text}`
}
