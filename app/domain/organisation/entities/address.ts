import { z } from 'zod'
import { states } from '#app/domain/core/contact/malaysia.ts'
import { text } from '#app/domain/core/fields.ts'

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
