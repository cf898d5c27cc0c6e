import { z } from 'zod'
import { roles } from '#app/domain/core/access/access.ts'
import { smtpFields } from '#app/domain/organisation/entities/entity-form.ts'
import { locales } from '#app/i18n/locales.ts'

export const sen = z.int().min(0)
export const day = z.iso.date()
export const instant = z.iso.datetime()
export const locale = z.enum(locales)
export const id = z.uuid()
export const address = z.object({
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  line3: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postcode: z.string().nullable(),
  country: z.string(),
})
/** The address of a picture. */
export const picture = z.string().nullable()

export const user = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  avatar: picture,
  roles: z.array(z.enum(roles)),
  locale,
  lastLoginAt: instant.nullable(),
})

export function addressOf(row: {
  address_line1: string | null
  address_line2: string | null
  address_line3: string | null
  city: string | null
  state: string | null
  postcode: string | null
  country: string
}): z.input<typeof address> {
  const { address_line1: line1, address_line2: line2, address_line3: line3 } = row
  const { city, state, postcode, country } = row
  return { line1, line2, line3, city, state, postcode, country }
}

export const smtp = z.strictObject({
  host: smtpFields.host,
  port: smtpFields.port,
  username: smtpFields.username,
  password: smtpFields.password,
  senderName: smtpFields.sender_name,
  senderEmail: smtpFields.sender_email,
})
