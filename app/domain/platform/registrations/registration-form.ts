import { z } from 'zod'
import { e164Phone } from '#app/domain/core/contact/phone.ts'
import { email, text } from '#app/domain/core/fields.ts'
import { addressFields } from '#app/domain/organisation/entities/address.ts'
import { organisationTypes, subdomain } from '#app/domain/organisation/entities/entity-form.ts'
import { registrationNumber, smtpFields } from '#app/domain/organisation/entities/profile.ts'
import { locales } from '#app/i18n/locales.ts'
import { BANK_NAMES } from '#app/integrations/fpx/banks/bank-names.ts'

/** The terms that an organisation agrees to when it asks to be let in. */
export const termsVersion = '2026-01'

const name = text({ min: 2, max: 150 })

/** Code of a bank at which money can arrive. */
const bankCode = z
  .string()
  .max(12)
  .refine((code) => bankNameOf(code) !== undefined, 'input.choice')

/** The bank of a code, as PayNet names it. */
export function bankNameOf(code: string): string | undefined {
  return BANK_NAMES.find((bank) => bank.code === code && !bank.test)?.name
}

/** Every bank at which money can arrive, by name. */
export function banksOf(): { code: string; name: string }[] {
  const real = BANK_NAMES.filter(({ test }) => !test)
  return [...new Map(real.map(({ code }) => [code, { code, name: bankNameOf(code)! }])).values()].sort(
    (one, other) => one.name.localeCompare(other.name),
  )
}

/** A domain of the organisation's own; whether it leads to us is looked at later. */
const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}$/, 'domain.invalid')

/** What an organisation says that asks to be let in. */
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
  bank_code: bankCode,
  account_name: name,
  account_number: z.string().regex(/^\d{5,20}$/, 'input.account_number'),
  locale: z.enum(locales).optional(),
  smtp: z.object(smtpFields).optional(),
  custom_domain: domainName.optional(),
  gateway_brand_id: text({ max: 60 }).optional(),
  gateway_secret: z.string().min(1).max(256).optional(),
  agreed_terms_version: z.literal(termsVersion, 'entity.terms_version'),
}

export type RegistrationInput = z.output<z.ZodObject<typeof registrationFields>>
