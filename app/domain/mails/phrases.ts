import type { TFunction } from 'i18next'
import { parseMailbox } from '#app/integrations/mail/settings.ts'
import { lineOf } from './line.ts'

/** "Dear …," to a name that somebody typed. */
export function greetingOf(name: string | null, t: TFunction): string {
  const line = lineOf(name ?? '')
  return line === '' ? t('mail.greeting_nobody') : t('mail.greeting', { name: line })
}

/** Who writes: the name, and how to reach them. */
export function senderOf(organisation: { name: string; contact_phone: string; contact_email: string }) {
  const name = lineOf(organisation.name, 80)
  const contact = [organisation.contact_phone, organisation.contact_email].map((text) => lineOf(text))
  return { name, lines: [name, contact.filter(Boolean).join(' · ')] }
}

/** Who writes when it is the platform itself. */
export function platformSender(environment: { mailFrom: string }) {
  const name = lineOf(parseMailbox(environment.mailFrom).name ?? 'Lunas', 80)
  return { name, lines: [name] }
}
