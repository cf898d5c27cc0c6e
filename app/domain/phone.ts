import { z } from 'zod'

/** A Malaysian number in E.164: mobile, Klang Valley, elsewhere. */
const known = /^\+60(1\d{8,9}|3\d{8}|[4-9]\d{7})$/

/** A number as it is kept, from how people write it: `012-345 6789` and `60 12 345 6789` become `+60123456789`. */
export function normalPhone(typed: string): string | undefined {
  const digits = typed.normalize('NFKC').replace(/[\s().-]/g, '')
  const phone = digits.replace(/^(?:00|\+)?60/, '+60').replace(/^0(?=[1-9])/, '+60')
  return known.test(phone) ? phone : undefined
}

/** A Malaysian phone number, however it was written; comes out in E.164. */
export const malaysianPhone = z
  .string()
  .max(30)
  .transform((typed, context) => {
    const phone = normalPhone(typed)
    if (phone) return phone
    context.addIssue({ code: 'custom', message: 'input.phone' })
    return z.NEVER
  })
