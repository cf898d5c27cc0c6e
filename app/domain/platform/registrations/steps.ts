import { z } from 'zod'
import { addressFields, states } from '#app/domain/core/contact/address.ts'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { text } from '#app/domain/core/fields.ts'
import { smtpFields } from '#app/domain/organisation/entities/entity-form.ts'
import { registrationFields as fields } from './registration.ts'

/** Pages of the registration, in this order. */
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

/** May be typed with spaces and hyphens. */
const accountNumber = z
  .string()
  .max(40)
  .transform((typed) => typed.replace(/[\s\p{Pd}]/gu, ''))
  .pipe(fields.account_number)

/** An address is fields line by line, as every other of the product. */
const organisation = z.object({
  organisation_name: fields.organisation_name,
  organisation_type: fields.organisation_type,
  company_name: fields.company_name,
  registration_number: fields.registration_number,
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

/** All optional; a mail server and a gateway must be given completely or not at all. */
const connections = z
  .object({
    custom_domain: fields.custom_domain,
    smtp_host: smtpFields.host.optional(),
    smtp_port: z.coerce.number().int().min(1).max(65_535).optional(),
    smtp_username: text({ max: 254 }).optional(),
    smtp_password: z.string().min(1).max(256).optional(),
    smtp_sender_name: smtpFields.sender_name.optional(),
    smtp_sender_email: smtpFields.sender_email.optional(),
    gateway_brand_id: fields.gateway_brand_id,
    gateway_secret: fields.gateway_secret,
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

/** The steps that are forms; documents and the review are not. */
export const stepForms = {
  package: z.object({ package_id: fields.package_id }),
  organisation,
  contact: z.object({
    contact_name: fields.contact_name,
    contact_phone: malaysianPhone,
    contact_email: fields.contact_email,
  }),
  subdomain: z.object({ subdomain: fields.subdomain }),
  bank: z.object({
    bank_code: fields.bank_code,
    account_name: fields.account_name,
    account_number: accountNumber,
  }),
  connections,
} as const
export type TypedStep = keyof typeof stepForms
export const typedSteps = Object.keys(stepForms) as TypedStep[]

interface SecretField {
  /** An empty field keeps the stored value as long as this other field is filled in. */
  keptWith?: string
  /** The form shows the value again after an error; a stored value is never shown. */
  echoes?: true
}

const secretFields: Partial<Record<TypedStep, Record<string, SecretField>>> = {
  bank: { account_number: { echoes: true } },
  connections: {
    smtp_password: { keptWith: 'smtp_host' },
    gateway_secret: { keptWith: 'gateway_brand_id' },
  },
}

/** Fields whose stored value is not sent back to the page. */
export const secretsOf = (step: TypedStep): Record<string, SecretField> => secretFields[step] ?? {}

/** The step after one, or before it. */
export const stepFrom = (step: Step, by: 1 | -1): Step | undefined => steps[steps.indexOf(step) + by]
