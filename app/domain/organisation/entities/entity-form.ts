import { z } from 'zod'
import { states } from '#app/domain/core/contact/address.ts'
import { e164Phone, malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { email, text, version } from '#app/domain/core/fields.ts'
import { translatedFields } from '#app/domain/core/translated.ts'
import { locales } from '#app/i18n/locales.ts'
import { subdomainProblem } from './subdomain.ts'

export const entityStatuses = ['active', 'inactive'] as const
export const subscriptionStatuses = ['trial', 'active', 'grace', 'limited', 'ended'] as const

/** In the lengths that e-invoices take. */
export const addressFields = {
  line1: text({ max: 150 }),
  line2: text({ max: 150 }).nullish(),
  line3: text({ max: 150 }).nullish(),
  city: text({ max: 50 }),
  state: z.enum(states),
  postcode: z.string().regex(/^\d{5}$/, 'input.postcode'),
}
export type Address = z.output<z.ZodObject<typeof addressFields>>

export function addressColumns({ line1, line2, line3, city, state, postcode }: Address) {
  return {
    address_line1: line1,
    address_line2: line2 ?? null,
    address_line3: line3 ?? null,
    city,
    state,
    postcode,
  }
}

export const organisationTypes = [
  'school',
  'tuition',
  'kindergarten',
  'nursery',
  'tahfiz',
  'ngo',
  'club',
  'other',
] as const

/** A subdomain that may be had, in lower case. `lifted`: an operator gives away a reserved word. */
export function subdomain({ lifted = false }: { lifted?: boolean } = {}) {
  return z
    .string()
    .trim()
    .toLowerCase()
    .superRefine((value, context) => {
      const problem = subdomainProblem(value, { lifted })
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
}

/** The short name before each SMS: capitals, digits and spaces. */
export const nametag = z
  .string()
  .trim()
  .toUpperCase()
  .min(2)
  .max(11)
  .regex(/^[A-Z0-9]+( [A-Z0-9]+)*$/, 'entity.nametag')

/** Six hexadecimal digits in small letters. */
const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'input.type')

/** By which PayNet knows who is paid. */
export const fpxSellerId = z
  .string()
  .trim()
  .regex(/^SE\d{8}$/, 'input.type')

/** What is needed to create an organisation. The rest is completed later, before its first invoice. */
export function newEntityForm({ lifted }: { lifted: boolean }) {
  return z.object({
    subdomain: subdomain({ lifted }),
    name: text({ min: 2, max: 150 }),
    organisation_type: z.enum(organisationTypes),
    contact_email: email,
    contact_name: text({ min: 2, max: 150 }).optional(),
    contact_phone: e164Phone.optional(),
    company_name: text({ min: 2, max: 150 }).optional(),
    registration_number: text({ min: 5, max: 20 }).optional(),
    nametag: nametag.optional(),
    default_locale: z.enum(locales).default('en'),
    theme_colour: colour.optional(),
    fpx_seller_id: fpxSellerId.optional(),
    password: z.string().min(10).max(128).optional(),
  })
}
export type NewEntityInput = z.output<ReturnType<typeof newEntityForm>>

/** A nametag from a name: as many of its words as fit into 11 characters, else the beginning of the first. */
export function nametagOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9 ]/g, '')
    .split(' ')
    .filter((word) => word !== '')
  const fitting = words.reduce(
    (tag, word) => (`${tag} ${word}`.trim().length <= 11 ? `${tag} ${word}`.trim() : tag),
    '',
  )
  return (fitting || words.join('')).slice(0, 11).padEnd(2, 'X')
}

const name = text({ min: 2, max: 150 })

/** Given by a registrar: letters, digits and separators. */
export const registrationNumber = z
  .string()
  .trim()
  .toUpperCase()
  .min(5)
  .max(20)
  .regex(/^[A-Z0-9][A-Z0-9 ./()-]*$/, 'input.code')

/** When the office is open, in the organisation's own words. */
const openingHours = text({ max: 200 })

/** Separate fields, since a change may concern one only. */
export const profileFields = {
  name,
  company_name: name,
  registration_number: registrationNumber,
  licence_no: text({ max: 50 }).nullable(),
  nametag,
  contact_name: name,
  contact_phone: e164Phone,
  contact_email: email,
  opening_hours: openingHours.nullable(),
  opening_hours_en: openingHours.nullable(),
  opening_hours_my: openingHours.nullable(),
  theme_colour: colour.nullable(),
  default_locale: z.enum(locales),
  tax_registered: z.boolean(),
  sst_number: text({ max: 35 }).nullable(),
  academic_year_start_month: z.number().int().min(1).max(12),
}
type Profile = z.output<z.ZodObject<typeof profileFields>>
export type ProfileInput = { [Field in keyof Profile]?: Profile[Field] | undefined }

/** Of a mail server; an IP address is not allowed, since it does not say whose server it is. */
export const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$|^localhost$/, 'input.type')

/** The password is written and never read. */
export const smtpFields = {
  host: hostName,
  port: z.number().int().min(1).max(65_535),
  username: text({ max: 254 }).nullish(),
  password: z.string().min(1).max(256).nullish(),
  sender_name: text({ max: 100 }),
  sender_email: email,
}
export type SmtpInput = z.output<z.ZodObject<typeof smtpFields>>

/** How an organisation is reached, as its own people type it. */
export const contactForm = z.object({
  contact_phone: malaysianPhone,
  contact_email: email,
  opening_hours: openingHours.optional(),
  ...translatedFields('opening_hours', openingHours),
  version,
})

/** In which month the year of an organisation begins. */
export const yearForm = z.object({
  academic_year_start_month: z.coerce.number().int().min(1).max(12),
  version,
})
