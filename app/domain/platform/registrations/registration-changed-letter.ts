import type { TFunction } from 'i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { definePlatformLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { recipientOf } from '#app/domain/core/letters/recipients.ts'
import { submittedRegistration } from './find-registrations.ts'

type Said = Record<string, unknown>

interface Changed {
  reference: string
  organisation_name: string
  contact_name: string
  before: Said
  after: Said
  reason: string
  /** What is to be paid now, if another package made it other. */
  invoice_number: string | null
}

/** What an operator changed of a registration that waits, each field with what it said before. */
export const changedRegistrationLetter = definePlatformLetter<
  'registration.changed',
  Changed,
  Changed & { locale: string }
>({
  list: 'registration',
  load: async (trx, { registration_id, before, after, reason }) => ({
    ...(await submittedRegistration(trx, registration_id)),
    ...{ before, after, reason },
  }),
  to: (_trx, { to }, { contact_name, locale }) => recipientOf({ email: to, name: contact_name, locale }),

  compose(data, { t }) {
    const { reference, before, after, invoice_number: number } = data
    const organisation = lineOf(data.organisation_name, 80)
    const words = (field: string, value: unknown) => lineOf(wordsOf(field, value, t), 80)
    return {
      subject: t('subscription.registered.subject', { reference, organisation }),
      greeting: greetingOf(data.contact_name, t),
      paragraphs: [
        t('subscription.changed.text', { organisation }),
        t('subscription.changed.reason', { reason: lineOf(data.reason, 300) }),
        ...('package' in after && number ? [t('subscription.changed.invoice', { number })] : []),
        t('subscription.changed.wrong'),
      ],
      facts: Object.entries(after).map(([field, value]) => ({
        label: t(`registration.${labelOf(field)}`),
        value: t('subscription.changed.from_to', {
          from: words(field, before[field]),
          to: words(field, value),
        }),
      })),
      sender: ['Lunas'],
      note: t('subscription.registered.note', { organisation }),
    }
  },
})

const labelOf = (field: string) => (field === 'organisation_type' ? 'type' : field)

function wordsOf(field: string, value: unknown, t: TFunction): string {
  if (value === null || value === undefined || value === '') return t('subscription.changed.nothing')
  if (field === 'organisation_type') return t(`registration.types.${String(value)}`)
  if (field === 'contact_phone') return formatPhone(String(value))
  return String(value)
}
