import { z } from 'zod'
import { text } from '#app/domain/core/fields.ts'
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

/** An address as it is kept: what was left out is empty. */
export type WrittenAddress = { [K in keyof Address]?: string | null | undefined }

export function addressLine(address: WrittenAddress): string {
  const { address_line1, address_line2, address_line3, city, state, postcode } = address
  const town = [postcode, city].filter(Boolean).join(' ')
  return [address_line1, address_line2, address_line3, town, state].filter(Boolean).join(', ')
}
