import { z } from 'zod'
import { withoutInvisible } from '#app/domain/core/invisible.ts'

/** Malaysian numbers in E.164: mobiles, which receive text messages, and all numbers (mobile, Klang Valley, elsewhere). */
const mobiles = /^\+601\d{8,9}$/
const numbers = /^\+60(1\d{8,9}|3\d{8}|[4-9]\d{7})$/

/**
 * `012-345 6789`, `60 12 345 6789`, `+60 (0)12-345 6789` and `0060123456789` as `+60123456789`; does not check that it is
 * a number.
 */
function e164(typed: string): string {
  const digits = withoutInvisible(typed)
    .normalize('NFKC')
    .replace(/[\s().\p{Pd}]/gu, '')
  // Behind the country's code the 0 of the area is dropped, though many write it.
  return digits.replace(/^(?:00|\+)?600?/, '+60').replace(/^0(?=[1-9])/, '+60')
}

/** From how people write it; undefined when it is no Malaysian number. */
export function normalPhone(typed: string): string | undefined {
  const phone = e164(typed)
  return numbers.test(phone) ? phone : undefined
}

/** In E.164; only these get text messages. */
export function isMobile(phone: string): boolean {
  return mobiles.test(phone)
}

/** Accepts any usual spelling; the output is E.164. */
export const malaysianPhone = z
  .string()
  .overwrite(withoutInvisible)
  .max(30)
  .transform((typed, context) => {
    const phone = normalPhone(typed)
    if (phone) return phone
    context.addIssue({ code: 'custom', message: 'input.phone' })
    return z.NEVER
  })

/** Of API calls, which must send E.164. */
export const e164Phone = z.string().regex(numbers, 'input.phone')

/** A mobile number in any usual spelling, as E.164. Refuses input.mobile. */
export const mobile = z
  .string()
  .overwrite(withoutInvisible)
  .max(40)
  .transform(e164)
  .pipe(z.string().regex(mobiles, 'input.mobile'))

/** Area code and number of each kind: mobile, Klang Valley, Sabah and Sarawak, elsewhere. */
const kinds = /^\+60(?:(1\d)(\d{7,8})|(3)(\d{8})|(8\d)(\d{6})|([4-79])(\d{7}))$/

/** `+60123456789` as people in Malaysia write it: `012-345 6789`; any other number is unchanged. */
export function formatPhone(phone: string): string {
  const [area, number = ''] = kinds.exec(phone)?.slice(1).filter(Boolean) ?? []
  if (!area) return phone
  const last = number.length === 6 ? 3 : 4
  return `0${area}-${number.slice(0, -last)} ${number.slice(-last)}`
}

/** The same with non-breaking spaces. */
export function unbrokenPhone(phone: string): string {
  return formatPhone(phone).replaceAll(' ', '\u00a0')
}

/** The digits to search for, of a part of a number in any spelling: `012-345 67` finds `+601234567…`. */
export function phoneDigits(typed: string): string | undefined {
  const text = withoutInvisible(typed).normalize('NFKC')
  if (!/^\+?[\d\s().\p{Pd}]+$/u.test(text)) return undefined
  const digits = text.replace(/\D/g, '').replace(/^(?:(?:00)?600?|0)/, '')
  return digits.length >= 4 ? digits : undefined
}
