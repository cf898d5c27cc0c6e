import type { TFunction } from 'i18next'
import { sql } from 'kysely'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import { definePlatformLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { recipientOf } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { platformSeller } from '#app/domain/platform/platform-invoices/online-payment.ts'
import { paths } from '#app/paths.ts'
import { registrationLetterData, submittedRegistration } from './find-registrations.ts'

interface RegistrationLetterData {
  reference: string
  organisation_name: string
  contact_name: string
  reserved_until: Date
  package_name: string
  invoice_number: string | null
  total_sen: number | null
  due_on: string | null
  /** Of the invoice. */
  public_code: string | null
  /** Of the organisation's pages. */
  address: string
  /** Whether invoices are paid online. */
  online: boolean
}

/** The contact of a registration. */
interface Reader {
  contact_email: string
  contact_name: string
  locale: string
}

/** Confirms a registration; sent once, however often the job runs. */
export const registrationLetter = definePlatformLetter<
  'registration.received',
  RegistrationLetterData,
  RegistrationLetterData & Reader
>({
  list: 'registration',
  async load(trx, { registration_id }, { environment }) {
    const data = await registrationLetterData(trx, registration_id)
    if (!data || data.mailed_at) return undefined
    const online = (await platformSeller(trx)) !== null
    return { ...data, address: originOf(data, environment), online }
  },
  to: (_trx, _payload, { contact_email, contact_name, locale }) =>
    recipientOf({ email: contact_email, name: contact_name, locale }),

  compose(data, { t, locale, origin }) {
    const { reference, invoice_number: number, total_sen, due_on, address, online } = data
    const organisation = lineOf(data.organisation_name, 80)
    const pay = online && data.public_code && origin + paths.billing.pay(data.public_code)
    const until = formatDate(todayIn(data.reserved_until), locale)
    const due =
      number !== null && total_sen !== null && due_on !== null
        ? [{ number, amount: formatRinggit(total_sen), due_on: formatDate(due_on, locale) }]
        : []
    return {
      subject: t('subscription.registered.subject', { reference, organisation }),
      greeting: greetingOf(data.contact_name, t),
      paragraphs: [
        t('subscription.registered.received', { organisation }),
        t('subscription.registered.reserved', { address, until }),
        ...due.map((values) => t(`subscription.registered.to_pay${pay ? '_online' : ''}`, values)),
      ],
      figure: { label: t('subscription.registered.reference'), value: reference },
      facts: [
        { label: t('subscription.registered.organisation'), value: organisation },
        { label: t('subscription.registered.package'), value: lineOf(data.package_name, 80) },
        { label: t('subscription.registered.address'), value: address },
      ],
      ...(pay && due.length > 0 ? { action: { label: t('billing.pay'), url: pay } } : {}),
      sender: ['Lunas'],
      note: t('subscription.registered.note', { organisation }),
    }
  },
  afterSending: (trx, { registration_id }) =>
    trx
      .updateTable('platform.entity_registration')
      .set({ mailed_at: sql<Date>`now()` })
      .where('id', '=', registration_id)
      .execute(),
})

interface Rejected {
  reference: string
  organisation_name: string
  contact_name: string
  reject_reason: string | null
  refund_reference: string | null
}

/** The registration was rejected, with the operator's reason or because it was not paid in time, and the refund's reference. */
export const rejectionLetter = definePlatformLetter<'registration.rejected', Rejected, Rejected & Reader>({
  list: 'registration',
  async load(trx, { registration_id }) {
    const data = await submittedRegistration(trx, registration_id)
    return data.status === 'rejected' ? data : undefined
  },
  to: (_trx, _payload, { contact_email, contact_name, locale }) =>
    recipientOf({ email: contact_email, name: contact_name, locale }),

  compose(data, { t }) {
    const { reference, refund_reference } = data
    const organisation = lineOf(data.organisation_name, 80)
    return {
      subject: t('subscription.registered.subject', { reference, organisation }),
      greeting: greetingOf(data.contact_name, t),
      paragraphs: [
        t('subscription.rejected.text', { organisation }),
        t('subscription.rejected.reason', {
          reason: lineOf(data.reject_reason ?? t('registration.lapsed'), 300),
        }),
        ...(refund_reference ? [t('subscription.rejected.refund', { reference: refund_reference })] : []),
        t('subscription.rejected.again'),
      ],
      facts: [],
      sender: ['Lunas'],
      note: t('subscription.registered.note', { organisation }),
    }
  },
})

type Said = Record<string, unknown>

interface Changed {
  reference: string
  organisation_name: string
  contact_name: string
  before: Said
  after: Said
  reason: string
  /** The new invoice, if the package was changed. */
  invoice_number: string | null
}

/** An operator changed a pending registration: each field with its value before and after. */
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
