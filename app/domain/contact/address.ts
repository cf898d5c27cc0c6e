import { z } from 'zod'
import { text } from '#app/domain/fields.ts'
import { states } from './malaysia.ts'

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
/** In the order in which an address is written. */
export const addressNames = [
  'address_line1',
  'address_line2',
  'address_line3',
  'city',
  'state',
  'postcode',
] as const satisfies (keyof typeof addressFields)[]

type Address = { [K in keyof typeof addressFields]?: string | undefined }

const needed = ['address_line1', 'city', 'state', 'postcode'] as const

/** An address is told whole or not at all: what is missing of one that was begun. */
export function missingOfAddress(address: Address): (typeof needed)[number][] {
  const begun = addressNames.some((key) => address[key])
  return begun ? needed.filter((key) => !address[key]) : []
}

export function addressValues(address: Address) {
  const { address_line1, address_line2, address_line3, city, state, postcode } = address
  return {
    address_line1: address_line1 ?? null,
    address_line2: address_line2 ?? null,
    address_line3: address_line3 ?? null,
    city: city ?? null,
    state: state ?? null,
    postcode: postcode ?? null,
  }
}

export function addressLine(address: { [K in keyof Address]?: string | null }): string {
  const { address_line1, address_line2, address_line3, city, state, postcode } = address
  const town = [postcode, city].filter(Boolean).join(' ')
  return [address_line1, address_line2, address_line3, town, state].filter(Boolean).join(', ')
}
