import { type Held, scopeOf } from '#app/domain/core/access/access.ts'
import { genders } from '#app/domain/people/staff/staff.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'

export { genders }
export const studentStatuses = ['active', 'inactive', 'graduated', 'withdrawn'] as const
export type StudentStatus = (typeof studentStatuses)[number]
export const studentIdentityTypes = ['nric', 'passport', 'birth_cert'] as const
export const educations = [
  ...['none', 'preschool', 'primary', 'lower_secondary'],
  ...['spm', 'stpm_diploma', 'degree', 'other'],
] as const
export const transports = ['parent', 'school_van', 'bus', 'walk', 'own', 'other'] as const
export const daycares = ['none', 'half_day', 'full_day'] as const

/** Where pupils here come from, by ISO 3166; `ZZ` is any other or none. */
export const nationalities = [
  ...[
    'MY',
    'AU',
    'BD',
    'BN',
    'CN',
    'EG',
    'GB',
    'HK',
    'ID',
    'IN',
    'IQ',
    'IR',
    'JP',
    'KH',
    'KR',
    'LA',
    'LK',
    'MM',
  ],
  ...['NG', 'NP', 'PH', 'PK', 'PS', 'SA', 'SD', 'SG', 'SO', 'SY', 'TH', 'TW', 'US', 'VN', 'YE', 'ZZ'],
] as const

/** The name of a country in a language; undefined of `ZZ`. */
export function countryName(code: string, locale: Locale): string | undefined {
  if (code === 'ZZ') return undefined
  return new Intl.DisplayNames([languageTag(locale)], { type: 'region' }).of(code)
}

/** Which status may become which; from graduated and withdrawn one joins again. */
export const nextStatuses: Record<StudentStatus, readonly StudentStatus[]> = {
  active: ['inactive', 'graduated', 'withdrawn'],
  inactive: ['active', 'graduated', 'withdrawn'],
  graduated: ['active'],
  withdrawn: ['active'],
}

/** How many years old somebody is on a day; both `YYYY-MM-DD`. */
export function ageOn(born_on: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(born_on.slice(0, 4))
  return on.slice(5) < born_on.slice(5) ? years - 1 : years
}

/**
 * How somebody is told of the health of those whom they find: at once, only when they ask, which is written down, or not
 * at all. It is written down of who may see it as a clerk alone.
 */
export function healthDetail(held: readonly Held[]): 'known' | 'logged' | null {
  const sees = scopeOf(held, 'health.view')
  if (!sees) return null
  const others = held.filter((role) => role !== 'clerk')
  return scopeOf(others, 'health.view') === sees ? 'known' : 'logged'
}

/** Whether somebody is shown how to reach a student and where they lived and learned before: the office does, and the family. */
export function seesContact(held: readonly Held[]): boolean {
  return scopeOf(held, 'student.view') !== 'class'
}
