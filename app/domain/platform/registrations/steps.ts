import { z } from 'zod'
import { addressFields } from '#app/domain/core/contact/address.ts'
import { states } from '#app/domain/core/contact/malaysia.ts'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { text } from '#app/domain/core/fields.ts'
import { smtpFields } from '#app/domain/organisation/entities/profile.ts'
import { registrationFields as told } from './registration-form.ts'

/** What an organisation is asked that asks to be let in, a page for each, in this order. */
export const steps = [
  'package',
  'organisation',
  'contact',
  'subdomain',
  'bank',
  'documents',
  'connections',
  'review',
] as const
export type Step = (typeof steps)[number]

/** As people type them: with spaces and hyphens. */
const accountNumber = z
  .string()
  .max(40)
  .transform((typed) => typed.replace(/[\s\p{Pd}]/gu, ''))
  .pipe(told.account_number)

/** An address is told line by line, as every other of the product. */
const organisation = z.object({
  organisation_name: told.organisation_name,
  organisation_type: told.organisation_type,
  company_name: told.company_name,
  registration_number: told.registration_number,
  address_line1: text({ max: 150 }),
  address_line2: addressFields.address_line2,
  address_line3: addressFields.address_line3,
  city: text({ max: 50 }),
  state: z.enum(states),
  postcode: z
    .string()
    .trim()
    .regex(/^\d{5}$/, 'input.postcode'),
})

/** None is needed; of a mail server and of a gateway, all of it or nothing. */
const connections = z
  .object({
    custom_domain: told.custom_domain,
    smtp_host: smtpFields.host.optional(),
    smtp_port: z.coerce.number().int().min(1).max(65_535).optional(),
    smtp_username: text({ max: 254 }).optional(),
    smtp_password: z.string().min(1).max(256).optional(),
    smtp_sender_name: smtpFields.sender_name.optional(),
    smtp_sender_email: smtpFields.sender_email.optional(),
    gateway_brand_id: told.gateway_brand_id,
    gateway_secret: told.gateway_secret,
  })
  .superRefine((given, context) => {
    const missing = [
      ...missingOf(given, smtpNames, ['smtp_host', 'smtp_port', 'smtp_sender_name', 'smtp_sender_email']),
      ...missingOf(given, gatewayNames, gatewayNames),
    ]
    for (const name of missing)
      context.addIssue({ code: 'custom', path: [name], message: 'input.required', input: undefined })
  })

const smtpNames = [
  'smtp_host',
  'smtp_port',
  'smtp_username',
  'smtp_password',
  'smtp_sender_name',
  'smtp_sender_email',
]
const gatewayNames = ['gateway_brand_id', 'gateway_secret']

function missingOf(given: Record<string, unknown>, all: readonly string[], needed: readonly string[]) {
  const begun = all.some((name) => given[name] !== undefined)
  return begun ? needed.filter((name) => given[name] === undefined) : []
}

/** The steps that are fields; documents and the review are not. */
export const stepForms = {
  package: z.object({ package_id: told.package_id }),
  organisation,
  contact: z.object({
    contact_name: told.contact_name,
    contact_phone: malaysianPhone,
    contact_email: told.contact_email,
  }),
  subdomain: z.object({ subdomain: told.subdomain }),
  bank: z.object({
    bank_code: told.bank_code,
    account_name: told.account_name,
    account_number: accountNumber,
  }),
  connections,
} as const
export type TypedStep = keyof typeof stepForms
export const typedSteps = Object.keys(stepForms) as TypedStep[]

interface SecretField {
  /** An empty field keeps what is here as long as this one is filled in. */
  keptWith?: string
  /** What was typed just now stands in the form that comes back, as in any other; what is kept never does. */
  echoes?: true
}

const secretFields: Partial<Record<TypedStep, Record<string, SecretField>>> = {
  bank: { account_number: { echoes: true } },
  connections: {
    smtp_password: { keptWith: 'smtp_host' },
    gateway_secret: { keptWith: 'gateway_brand_id' },
  },
}

/** What does not go back to a page once it is kept. */
export const secretsOf = (step: TypedStep): Record<string, SecretField> => secretFields[step] ?? {}

/** The step after one, or before it. */
export const stepFrom = (step: Step, by: 1 | -1): Step | undefined => steps[steps.indexOf(step) + by]
