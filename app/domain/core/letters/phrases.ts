import type { TFunction } from 'i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { parseMailbox } from '#app/integrations/mail/settings.ts'
import { lineOf } from './line.ts'

export function greetingOf(name: string | null, t: TFunction): string {
  const line = lineOf(name ?? '')
  return line === '' ? t('mail.greeting_nobody') : t('mail.greeting', { name: line })
}

export function senderOf(organisation: { name: string; contact_phone: string; contact_email: string }) {
  const name = lineOf(organisation.name, 80)
  const { contact_phone, contact_email } = organisation
  const contact = [formatPhone(contact_phone), contact_email].map((text) => lineOf(text))
  return { name, lines: [name, contact.filter(Boolean).join(' · ')] }
}

export function platformSender(environment: { mailFrom: string }) {
  const name = lineOf(parseMailbox(environment.mailFrom).name ?? 'Lunas', 80)
  return { name, lines: [name] }
}
