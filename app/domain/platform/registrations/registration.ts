import { z } from 'zod'
import { addressFields, states } from '#app/domain/core/contact/address.ts'
import { e164Phone, malaysianPhone } from '#app/domain/core/contact/phone.ts'
import type { FeatureCode } from '#app/domain/core/features/feature.ts'
import { email, plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { compact } from '#app/domain/core/invisible.ts'
import { bankAccountFields } from '#app/domain/organisation/entities/bank-account.ts'
import {
  addressFields as apiAddressFields,
  fpxSellerId,
  organisationTypes,
  registrationNumber,
  smtpFields,
  subdomain,
} from '#app/domain/organisation/entities/entity-form.ts'
import { subdomainProblem } from '#app/domain/organisation/entities/subdomain.ts'
import { locales } from '#app/i18n/locales.ts'

/** States as the operator sees them; `making`: approved, and the organisation is being provisioned. */
export const registrationStates = ['pending', 'making', 'failed', 'approved', 'rejected'] as const

export type RegistrationState = (typeof registrationStates)[number]

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
  address: z.strictObject(apiAddressFields),
  ...bankAccountFields,
  locale: z.enum(locales).optional(),
  smtp: z.object(smtpFields).optional(),
  custom_domain: domainName.optional(),
  gateway_brand_id: text({ max: 60 }).optional(),
  gateway_secret: z.string().min(1).max(256).optional(),
  /** The version in force when it registers; another one is refused. */
  agreed_terms_version: text({ max: 20 }),
}

export type RegistrationInput = z.output<z.ZodObject<typeof registrationFields>>

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
const accountNumber = z.string().max(40).transform(compact).pipe(registrationFields.account_number)

/** An address is fields line by line, as every other of the product. */
const organisation = z.object({
  organisation_name: registrationFields.organisation_name,
  organisation_type: registrationFields.organisation_type,
  company_name: registrationFields.company_name,
  registration_number: registrationFields.registration_number,
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
    custom_domain: registrationFields.custom_domain,
    smtp_host: smtpFields.host.optional(),
    smtp_port: z.coerce.number().int().min(1).max(65_535).optional(),
    smtp_username: text({ max: 254 }).optional(),
    smtp_password: z.string().min(1).max(256).optional(),
    smtp_sender_name: smtpFields.sender_name.optional(),
    smtp_sender_email: smtpFields.sender_email.optional(),
    gateway_brand_id: registrationFields.gateway_brand_id,
    gateway_secret: registrationFields.gateway_secret,
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

const gatewayNames = ['gateway_brand_id', 'gateway_secret'] as const

/** What can be connected, by the feature that it needs: an organisation is asked for nothing that its package lacks. */
const connectionFields = {
  custom_domain: ['custom_domain'],
  custom_smtp: smtpNames,
  chip: gatewayNames,
} as const satisfies Partial<Record<FeatureCode, readonly string[]>>
export type Connection = keyof typeof connectionFields

/** What a registration names without its package holding it, as a field of the API; undefined where there is none. */
export function beyondPackage(input: RegistrationInput, features: readonly FeatureCode[]) {
  const named: Record<Connection, keyof RegistrationInput | undefined> = {
    custom_domain: input.custom_domain ? 'custom_domain' : undefined,
    custom_smtp: input.smtp ? 'smtp' : undefined,
    chip: gatewayNames.find((name) => input[name]),
  }
  const held = connectionsIn(features)
  return (Object.keys(connectionFields) as Connection[])
    .filter((code) => !held.includes(code))
    .map((code) => named[code])
    .find((field) => field !== undefined)
}

/** The connections of a package, in the order of their page; none: the step is left out. */
export const connectionsIn = (features: readonly FeatureCode[]): Connection[] =>
  (Object.keys(connectionFields) as Connection[]).filter((code) => features.includes(code))

/** The steps of an organisation that chose a package with these connections. */
export const stepsWith = (connections: readonly Connection[]): Step[] =>
  steps.filter((step) => step !== 'connections' || connections.length > 0)

/** The draft without answers that the package rules out, as after another package was chosen. */
export function withinPackage<D extends Pick<Draft, 'answers'>>(
  draft: D,
  connections: readonly Connection[],
): D {
  const { connections: typed, ...others } = draft.answers
  const names: readonly string[] = connections.flatMap((code) => connectionFields[code])
  const held = typed && Object.fromEntries(Object.entries(typed).filter(([name]) => names.includes(name)))
  return { ...draft, answers: { ...others, ...(held ? { connections: held } : {}) } }
}

function missingOf(given: Record<string, unknown>, all: readonly string[], needed: readonly string[]) {
  const begun = all.some((name) => given[name] !== undefined)
  return begun ? needed.filter((name) => given[name] === undefined) : []
}

/** The steps that are forms; documents and the review are not. */
export const stepForms = {
  package: z.object({ package_id: registrationFields.package_id }),
  organisation,
  contact: z.object({
    contact_name: registrationFields.contact_name,
    contact_phone: malaysianPhone,
    contact_email: registrationFields.contact_email,
  }),
  subdomain: z.object({ subdomain: registrationFields.subdomain }),
  bank: z.object({
    bank_code: registrationFields.bank_code,
    account_name: registrationFields.account_name,
    account_number: accountNumber,
  }),
  connections,
} as const

export type TypedStep = keyof typeof stepForms

export const typedSteps = Object.keys(stepForms) as TypedStep[]

interface SecretField {
  /** An empty field keeps the stored value as long as this other field is filled in. */
  dependsOn?: string
  /** The form shows the value again after an error; a stored value is never shown. */
  echoes?: true
}

const secretFields: Partial<Record<TypedStep, Record<string, SecretField>>> = {
  bank: { account_number: { echoes: true } },
  connections: {
    smtp_password: { dependsOn: 'smtp_host' },
    gateway_secret: { dependsOn: 'gateway_brand_id' },
  },
}

/** Fields whose stored value is not sent back to the page. */
export const secretsOf = (step: TypedStep): Record<string, SecretField> => secretFields[step] ?? {}

/** The step after one of these steps, or before it; from a step that is left out, the next that is not. */
export const stepFrom = (asked: readonly Step[], step: Step, by: 1 | -1): Step | undefined =>
  by === 1
    ? asked.find((one) => steps.indexOf(one) > steps.indexOf(step))
    : asked.findLast((one) => steps.indexOf(one) < steps.indexOf(step))

/** Days after its last change for which an unsubmitted registration is stored. */
export const retentionDays = 30

/** Supporting documents of a registration. */
export const documentKinds = ['certificate', 'licence', 'bank_header', 'other'] as const

export const documentLimit = { fewest: 1, most: 5 } as const

const typed = z.record(z.string(), z.string())

/** Raw input by step, valid or not. */
export const draftAnswers = z.partialRecord(z.enum(typedSteps as [TypedStep, ...TypedStep[]]), typed)

export type DraftAnswers = z.output<typeof draftAnswers>

export interface Draft {
  id: string
  version: number
  answers: DraftAnswers
  registration_id: string | null
  expires_at: Date
}

export interface Problem {
  step: Step
  /** Names of fields; none, when nothing of the step was answered or it has no registrationFields. */
  fields: string[]
}

const filled = (answers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => value.trim() !== ''))

/** The parsed answers of a step; undefined while they are invalid. */
export function answered<S extends TypedStep>(answers: DraftAnswers, step: S) {
  const read = stepForms[step].safeParse(filled(answers[step]), { error: formErrorMap })
  return read.success ? (read.data as ReturnType<(typeof stepForms)[S]['parse']>) : undefined
}

/** Missing and invalid answers, in the order of the steps. */
export function problemsOf({ answers }: Pick<Draft, 'answers'>, documents: number): Problem[] {
  return steps.flatMap((step): Problem[] => {
    if (step === 'documents') return documents < documentLimit.fewest ? [{ step, fields: [] }] : []
    if (step === 'review') return []
    const read = stepForms[step].safeParse(filled(answers[step]), { error: formErrorMap })
    if (read.success) return []
    return [{ step, fields: [...new Set(read.error.issues.map(({ path }) => String(path[0])))] }]
  })
}

/** The draft as input of a registration, in the shape of the API; undefined while anything is missing or invalid. */
export function inputOf(
  { answers }: Pick<Draft, 'answers'>,
  agreed_terms_version: string,
): RegistrationInput | undefined {
  const offer = answered(answers, 'package')
  const organisation = answered(answers, 'organisation')
  const contact = answered(answers, 'contact')
  const subdomain = answered(answers, 'subdomain')
  const bank = answered(answers, 'bank')
  const connections = answered(answers, 'connections')
  if (!offer || !organisation || !contact || !subdomain || !bank || !connections) return undefined
  const { address_line1, address_line2, address_line3, city, state, postcode, ...who } = organisation
  const { smtp_host, smtp_port, smtp_username, smtp_password, ...more } = connections
  const { smtp_sender_name, smtp_sender_email, ...others } = more
  const smtp = smtp_host && {
    ...{ host: smtp_host, port: smtp_port, username: smtp_username, password: smtp_password },
    ...{ sender_name: smtp_sender_name, sender_email: smtp_sender_email },
  }
  const read = z.object(registrationFields).safeParse({
    ...{ ...offer, ...who, ...contact, ...subdomain, ...bank, ...others, agreed_terms_version },
    address: { line1: address_line1, line2: address_line2, line3: address_line3, city, state, postcode },
    ...(smtp && { smtp }),
  })
  return read.data
}

/** A code as people type it from paper: with spaces, hyphens and capitals. */
export const typedCode = z
  .string()
  .max(100)
  .transform((typed) => compact(typed).toLowerCase())

/** In groups, so that it can be read out. */
export const codeInGroups = (code: string) => code.match(/.{1,7}/g)!.join('-')

/**
 * Fields that an operator may change in a pending registration. `lift` allows a reserved word in the subdomain, such as
 * `tadika` for a kindergarten, but never the name of a bank or an authority. Bank and account name are absent for operators
 * without the right to change accounts; the account number cannot be changed at all.
 */
export const registrationEditForm = z
  .object({
    ...stepForms.organisation.shape,
    ...stepForms.contact.shape,
    subdomain: z.string().trim().toLowerCase(),
    lift: z.boolean().optional(),
    package_id: registrationFields.package_id,
    bank_code: registrationFields.bank_code.optional(),
    account_name: registrationFields.account_name.optional(),
    reason,
    version,
  })
  .superRefine(({ subdomain, lift = false }, context) => {
    const problem = subdomainProblem(subdomain, { lifted: lift })
    if (problem) context.addIssue({ code: 'custom', path: ['subdomain'], message: problem })
  })

export type RegistrationEdit = z.output<typeof registrationEditForm>

/** `waive`: cancels the fee. `fpx_seller_id`: as PayNet has registered the organisation, where that is known already. */
export const approveForm = z.object({
  version,
  waive: z.boolean().optional(),
  fpx_seller_id: fpxSellerId.optional(),
})

/** `refund_reference`: of the transfer that sent a paid fee back. */
export const rejectForm = z.object({
  reject_reason: reason,
  refund_reference: text({ max: 50 }).optional(),
  version,
})

/** A fee that arrived by bank transfer. */
export const feePaidForm = z.object({ paid_on: plainDate, reference: text({ max: 50 }), version })
