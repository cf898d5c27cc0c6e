import { MessageError } from './error.ts'

/** Of one part of a long message; what stays below it is always a single one. */
const longest = 153

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

/** Whether a text is sent as a single SMS. */
export const fitsOneSms = (text: string): boolean => (gsmLength(text) ?? longest + 1) <= longest

/** Parts of the longest SMS of an announcement. */
const mostParts = 3

/**
 * How many messages a phone bills a text as: 160 letters of GSM-7, or 153 each where there are several; 70 and 67 UTF-16
 * units where a letter is not in GSM-7.
 */
export function smsParts(text: string): number {
  const gsm = gsmLength(text)
  const [length, single, several] = gsm === undefined ? [text.length, 70, 67] : [gsm, 160, longest]
  return length <= single ? 1 : Math.ceil(length / several)
}

/** Characters of the longest WhatsApp message of an announcement. */
const longestWhatsApp = 1_024

/** With or without its scheme. Generous on purpose: a text of ours never needs a dot inside a word. */
const link = /:\/\/|\bwww\b|[\p{L}\d-]\.\p{L}{2,}|\bwa\.me\b/iu
/** Seven or more digits, however they are grouped: somebody could be asked to call them. */
const callBack = /(?:\p{Nd}[\s().+-]{0,3}){7,}/u

/** `single`: codes and reminders; `long`: announcements and what else families are written to about. */
export type TextSize = 'single' | 'long'

/**
 * Refuses (MessageError "text") what may not stand in an SMS in Malaysia since 1 September 2024 (MCMC), a link or a number to
 * call, and what is too long: for `single` more than one message or letters outside GSM-7, for `long` more than three messages.
 * A `long` WhatsApp message may have links and 1,024 characters.
 */
export function checkText(text: string, channel: 'sms' | 'whatsapp', size: TextSize = 'single'): void {
  const plain = text.normalize('NFKC')
  const isFree = channel === 'whatsapp' && size === 'long'
  if (text.trim() === '' || (!isFree && (link.test(plain) || callBack.test(plain))))
    throw new MessageError('text')
  if (isFree && text.length > longestWhatsApp) throw new MessageError('text')
  if (channel === 'sms' && !(size === 'long' ? smsParts(text) <= mostParts : fitsOneSms(text)))
    throw new MessageError('text')
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
