import { z } from 'zod'
import { e164Phone } from '#app/domain/core/contact/phone.ts'
import { email, text } from '#app/domain/core/fields.ts'
import { locales } from '#app/i18n/locales.ts'
import { subdomainProblem } from './subdomain.ts'

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
export const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'input.type')

/** By which PayNet knows who is paid. */
export const fpxSellerId = z
  .string()
  .trim()
  .regex(/^SE\d{8}$/, 'input.type')

/** What an organisation must tell to come into being. What it left out it adds later, before its first invoice. */
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
