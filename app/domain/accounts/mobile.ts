import { z } from 'zod'

/**
 * A Malaysian mobile number however people write it (`012-345 6789`, `60123456789`, `+60 12 345 6789`), as E.164; only
 * these get codes. Refuses input.mobile.
 */
export const mobile = z
  .string()
  .max(40)
  .transform(e164)
  .pipe(z.string().regex(/^\+601\d{8,9}$/, 'input.mobile'))

function e164(text: string): string {
  const digits = text.normalize('NFKC').replace(/[\s().\p{Pd}]/gu, '')
  return digits.replace(/^(?:\+|00)?60/, '0').replace(/^0/, '+60')
}

/** `+60123456789` as people here write it: `012-345 6789`. */
export function formatMobile(phone: string): string {
  const [, network, rest = ''] = /^\+60(1\d)(\d{7,8})$/.exec(phone) ?? []
  if (!network) return phone
  return `0${network}-${rest.slice(0, -4)} ${rest.slice(-4)}`
}
