import { isMobile } from './phone.ts'

/** The message is written, the sender still presses send. Without a mobile number WhatsApp asks whom it is for. */
export function whatsAppLink(phone: string | null, text: string): string {
  const digits = phone && isMobile(phone) ? phone.slice(1) : ''
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`
}
