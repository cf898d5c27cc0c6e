const mobile = /^\+601[0-9]{8,9}$/

/** True for a Malaysian mobile number in E.164, which gets text messages. */
export function isMobile(phone: string): boolean {
  return mobile.test(phone)
}

/**
 * A link that opens WhatsApp with a message written; the sender still has to press send. Without a Malaysian mobile
 * number WhatsApp asks whom to send it to.
 */
export function whatsAppLink(phone: string | null, text: string): string {
  const digits = phone && isMobile(phone) ? phone.slice(1) : ''
  return `https://wa.me/${digits}?text=${encodeURIComponent(text)}`
}
