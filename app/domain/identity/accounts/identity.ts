import { z } from 'zod'

export const identityTypes = ['nric', 'passport', 'army'] as const
export type IdentityType = (typeof identityTypes)[number]

/** Kept as capitals and digits, without spaces and dashes. */
export const identityNo = z
  .string()
  .max(30)
  .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
  .pipe(
    z
      .string()
      .max(20)
      .regex(/^[A-Z0-9]*$/, 'identity.letters'),
  )

/** What is wrong with the number: a code of `refusal.json`, or nothing. */
export function identityProblem(type: IdentityType, number: string): string | undefined {
  if (type === 'nric') return isNric(number) ? undefined : 'identity.nric'
  return /^[A-Z0-9]{5,15}$/.test(number) ? undefined : 'identity.number'
}

/** Twelve digits that begin with a day that was: `yymmdd`. */
function isNric(number: string): boolean {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)\d{6}$/.exec(number) ?? []
  if (!year) return false
  return ['19', '20'].some((century) => isDay(Number(century + year), Number(month), Number(day)))
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** For example `900101-**-**78` or `*******45`. */
export function maskedIdentity(type: string | null, number: string): string {
  if (type === 'nric' && number.length === 12) return `${number.slice(0, 6)}-**-**${number.slice(-2)}`
  return '*'.repeat(Math.max(0, number.length - 2)) + number.slice(-2)
}

/** As it stands on the card: `900101-14-5678`. */
export function writtenIdentity(type: string | null, number: string): string {
  if (type !== 'nric' || number.length !== 12) return number
  return `${number.slice(0, 6)}-${number.slice(6, 8)}-${number.slice(8)}`
}
