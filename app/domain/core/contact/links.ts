import { isMobile } from './phone.ts'

/** A `tel:` link (RFC 3966), without spaces and hyphens. */
export const telOf = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

/** A `mailto:` link (RFC 6068), encoded so that the address cannot add a subject or another recipient. */
export const mailtoOf = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

/** Opens WhatsApp with the message typed in; the person still presses send. Without a mobile number it asks for a recipient. */
export function whatsAppLink(phone: string | null, text: string): string {
  const digits = phone && isMobile(phone) ? phone.slice(1) : ''
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`
}
