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

/** With or without its scheme. Generous on purpose: a text of ours never needs a dot inside a word. */
const link = /:\/\/|\bwww\b|[\p{L}\d-]\.\p{L}{2,}|\bwa\.me\b/iu
/** Seven or more digits, however they are grouped: somebody could be asked to call them. */
const callBack = /(?:\p{Nd}[\s().+-]{0,3}){7,}/u

/**
 * Refuses (MessageError "text") what may not stand in a message in Malaysia since 1 September 2024 (MCMC): a link or a
 * number to call; further, for SMS, what is longer than one message or has letters outside GSM-7.
 */
export function checkText(text: string, channel: 'sms' | 'whatsapp'): void {
  const plain = text.normalize('NFKC')
  if (text.trim() === '' || link.test(plain) || callBack.test(plain)) throw new MessageError('text')
  if (channel === 'sms' && !fitsOneSms(text)) throw new MessageError('text')
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
