import { isMobile } from './phone.ts'

/**
 * A link that opens WhatsApp with a message written; the sender still has to press send. Without a Malaysian mobile
 * number WhatsApp asks whom to send it to.
 */
export function whatsAppLink(phone: string | null, text: string): string {
  const digits = phone && isMobile(phone) ? phone.slice(1) : ''
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`
}
