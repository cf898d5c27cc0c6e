import { z } from 'zod'
import { e164Phone } from '#app/domain/core/contact/phone.ts'
import { email, text } from '#app/domain/core/fields.ts'
import { locales } from '#app/i18n/locales.ts'
import { colour, nametag } from './entity-form.ts'

const name = text({ min: 2, max: 150 })

/** Given by a registrar: letters, digits and what stands between them. */
export const registrationNumber = z
  .string()
  .trim()
  .toUpperCase()
  .min(5)
  .max(20)
  .regex(/^[A-Z0-9][A-Z0-9 ./()-]*$/, 'input.code')

/** When the office is open, in the organisation's own words. */
export const openingHours = text({ max: 200 })

/** Each field by itself, since a change may be of one only. */
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
  theme_colour: colour.nullable(),
  default_locale: z.enum(locales),
  tax_registered: z.boolean(),
  sst_number: text({ max: 35 }).nullable(),
  academic_year_start_month: z.number().int().min(1).max(12),
}
type Profile = z.output<z.ZodObject<typeof profileFields>>
export type ProfileInput = { [Field in keyof Profile]?: Profile[Field] | undefined }

/** Of a mail server: a name, since an address tells nobody whose it is. */
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

export function maskedAccount(account_number: string): string {
  return `•••• ${account_number.slice(-4)}`
}
