import { normalPhone } from '#app/domain/core/contact/phone.ts'
import { withoutInvisible } from '#app/domain/core/invisible.ts'

/** Where the portal allows that there is none: of a consolidated document. */
export const notApplicable = 'NA'

/** Eight to twenty digits, and a plus in front of the country's code. */
const numbers = /^\+?\d{8,20}$/
const oneDigit = /^\+?(\d)\1*$/

export const isPhone = (phone: string): boolean => numbers.test(phone) && !oneDigit.test(phone)

/** `012-345 6789` as `+60123456789`, another country's with its code; undefined of what the portal would not take. */
export function portalPhone(typed: string): string | undefined {
  const malaysian = normalPhone(typed)
  if (malaysian) return malaysian
  const digits = withoutInvisible(typed)
    .normalize('NFKC')
    .replace(/[\s().\p{Pd}]/gu, '')
  return isPhone(digits) ? digits : undefined
}
