import { z } from 'zod'
import { e164Phone } from '#app/domain/core/contact/phone.ts'
import { email, plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { bankAccountFields } from '#app/domain/organisation/entities/bank-account.ts'
import {
  addressFields,
  organisationTypes,
  registrationNumber,
  smtpFields,
  subdomain,
} from '#app/domain/organisation/entities/entity-form.ts'
import { locales } from '#app/i18n/locales.ts'

/** States as the operator sees them; `making`: approved, and the organisation is being provisioned. */
export const registrationStates = ['pending', 'making', 'failed', 'approved', 'rejected'] as const
export type RegistrationState = (typeof registrationStates)[number]

/** Version of the terms that an organisation agrees to when it registers. */
export const termsVersion = '2026-01'

const name = text({ min: 2, max: 150 })

/** The organisation's own domain; its DNS is checked later. */
const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}$/, 'domain.invalid')

/** Fields of a registration. */
export const registrationFields = {
  package_id: z.uuid(),
  subdomain: subdomain(),
  organisation_name: name,
  company_name: name,
  registration_number: registrationNumber,
  organisation_type: z.enum(organisationTypes),
  contact_name: name,
  contact_phone: e164Phone,
  contact_email: email,
  address: z.strictObject(addressFields),
  ...bankAccountFields,
  locale: z.enum(locales).optional(),
  smtp: z.object(smtpFields).optional(),
  custom_domain: domainName.optional(),
  gateway_brand_id: text({ max: 60 }).optional(),
  gateway_secret: z.string().min(1).max(256).optional(),
  agreed_terms_version: z.literal(termsVersion, 'entity.terms_version'),
}

export type RegistrationInput = z.output<z.ZodObject<typeof registrationFields>>

/** `waive`: cancels the fee. */
export const approveForm = z.object({ version, waive: z.boolean().optional() })

/** `refund_reference`: of the transfer that sent a paid fee back. */
export const rejectForm = z.object({
  reject_reason: reason,
  refund_reference: text({ max: 50 }).optional(),
  version,
})

/** A fee that arrived by bank transfer. */
export const feePaidForm = z.object({ paid_on: plainDate, reference: text({ max: 50 }), version })
