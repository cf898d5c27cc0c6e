import { z } from 'zod'
import { text } from '#app/domain/core/fields.ts'

/** The states of Malaysia; the names are the same in both languages. */
export const states = [
  'Johor',
  'Kedah',
  'Kelantan',
  'Melaka',
  'Negeri Sembilan',
  'Pahang',
  'Perak',
  'Perlis',
  'Pulau Pinang',
  'Sabah',
  'Sarawak',
  'Selangor',
  'Terengganu',
  'W.P. Kuala Lumpur',
  'W.P. Labuan',
  'W.P. Putrajaya',
] as const

/** In the lengths that an e-invoice allows. */
export const addressFields = {
  address_line1: text({ max: 150 }).optional(),
  address_line2: text({ max: 150 }).optional(),
  address_line3: text({ max: 150 }).optional(),
  city: text({ max: 50 }).optional(),
  state: z.enum(states).optional(),
  postcode: z
    .string()
    .trim()
    .regex(/^\d{5}$/, 'input.postcode')
    .optional(),
}
/** In the order in which an address is written: number and street, postcode and town, state. */
export const addressNames = [
  'address_line1',
  'address_line2',
  'address_line3',
  'postcode',
  'city',
  'state',
] as const satisfies (keyof typeof addressFields)[]

type Address = { [K in keyof typeof addressFields]?: string | undefined }

const needed = ['address_line1', 'city', 'state', 'postcode'] as const

/** An address is given whole or not at all: the missing fields of a partial one. */
export function missingOfAddress(address: Address): (typeof needed)[number][] {
  const begun = addressNames.some((key) => address[key])
  return begun ? needed.filter((key) => !address[key]) : []
}

/** An address as it is stored, with null for empty fields. */
export type WrittenAddress = { [K in keyof Address]?: string | null | undefined }

export function addressLine(address: WrittenAddress): string {
  return addressLines(address).join(', ')
}

/** The same in its lines, as on a letter; empty and repeated ones are left out. */
export function addressLines(address: WrittenAddress): string[] {
  const { address_line1, address_line2, address_line3, city, state, postcode } = address
  const town = [postcode, city].filter(Boolean).join(' ')
  const lines = [address_line1, address_line2, address_line3, town, state]
  return [...new Set(lines.flatMap((line) => line || []))]
}
