import { isMobile } from './phone.ts'

/** A `tel:` link (RFC 3966), without spaces and hyphens. */
export const telOf = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

/**
 * A `mailto:` link (RFC 6068), encoded so that the address cannot add a subject or another recipient; with what is typed in
 * already, if anything.
 */
export function mailtoOf(email: string, written?: { subject: string; body: string }): string {
  const to = `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
  if (!written) return to
  return `${to}?subject=${encodeURIComponent(written.subject)}&body=${encodeURIComponent(written.body)}`
}

/** Opens WhatsApp with the message typed in; the person still presses send. Without a mobile number it asks for a recipient. */
export function whatsAppLink(phone: string | null, text: string): string {
  const digits = phone && isMobile(phone) ? phone.slice(1) : ''
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`
}
