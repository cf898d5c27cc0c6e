import { z } from 'zod'
import { type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { email, lines, plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { compact } from '#app/domain/core/invisible.ts'
import { identityNo, identityProblem } from '#app/domain/identity/accounts/identity.ts'
import { mostParents, relationships } from '#app/domain/people/parents/parent.ts'
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

/** Nationalities that can be chosen, by ISO 3166; `ZZ` is any other or none. */
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

/** The name of a country in a language, as people say it: without "SAR China" and former names. Undefined of `ZZ`. */
export function countryName(code: string, locale: Locale): string | undefined {
  if (code === 'ZZ') return undefined
  const name = new Intl.DisplayNames([languageTag(locale)], { type: 'region' }).of(code)
  return name?.replace(/ \(.+\)$| SAR .+$/, '')
}

/** Allowed status changes; a graduated or withdrawn student can be reactivated. */
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
 * How a reader sees health details: directly, on request with an audit entry, or not at all. Access is logged for readers who
 * may see them only as a clerk.
 */
export function healthDetail(roles: readonly SessionRole[]): 'known' | 'logged' | null {
  const sees = scopeOf(roles, 'health.view')
  if (!sees) return null
  const others = roles.filter((role) => role !== 'clerk')
  return scopeOf(others, 'health.view') === sees ? 'known' : 'logged'
}

/** Whether somebody sees the contact and background of a student: the office and the family do. */
export function seesContact(roles: readonly SessionRole[]): boolean {
  return scopeOf(roles, 'student.view') !== 'class'
}

/** Stored without blanks and dashes, in capitals. */
export const birthCertNo = z
  .string()
  .transform((typed) => compact(typed).toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{3,20}$/, 'student.birth_cert_no'))

const mostTags = 10
const tagLetters = 30
/** Typed in one line, separated by commas; without duplicates, in the order in which they were typed. */
const tags = z
  .string()
  .max(mostTags * (tagLetters + 2))
  .transform((typed) =>
    [...new Set(typed.split(',').map((tag) => tag.replace(/\s+/g, ' ').trim()))].filter(Boolean),
  )
  .pipe(
    z
      .array(
        z
          .string()
          .max(tagLetters, 'student.tags')
          .regex(/^\P{Cc}*$/u, 'student.tags'),
      )
      .max(mostTags, 'student.tags'),
  )

/** Fields of a student that the office and an application have in common. */
export const childFields = {
  name: text({ min: 2, max: 150 }),
  born_on: plainDate,
  gender: z.enum(genders),
  nationality: z.enum(nationalities),
  identity_type: z.enum(studentIdentityTypes),
  /** Empty keeps the stored number; so does `birth_cert_no`. */
  identity_no: identityNo.optional(),
  birth_cert_no: birthCertNo.optional(),
  phone: malaysianPhone.optional(),
  email: email.optional(),
  highest_education: z.enum(educations).optional(),
  previous_school: text({ max: 150 }).optional(),
  transport_type: z.enum(transports).optional(),
  daycare: z.enum(daycares),
  number_of_siblings: z.number().int().min(0).max(20).optional(),
  position_in_family: z.number().int().min(1).max(21).optional(),
}
type ChildFields = z.output<z.ZodObject<typeof childFields>>

export const healthFields = {
  health_conditions: lines(1000).optional(),
  allergies: lines(500).optional(),
}

const child = {
  ...childFields,
  identity_clear: z.boolean().optional(),
  /** Empty assigns the next number. */
  student_no: text({ max: 20 }).optional(),
  branch_id: z.uuid(),
  registered_on: plainDate,
  tags: tags.optional(),
  /** Why this is somebody else although name and day of birth are the same. */
  twin_reason: reason.optional(),
}

/** Rules about several fields of a student. */
export function consistentChild(input: ChildFields, context: z.RefinementCtx) {
  const wrong = (field: keyof ChildFields, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const { identity_type, identity_no, born_on } = input
  if (identity_no && identity_type === 'birth_cert') wrong('identity_no', 'student.identity_none')
  else if (identity_no && identity_type !== 'birth_cert') {
    const problem = identityProblem(identity_type, identity_no)
    if (problem) wrong('identity_no', problem)
  }
  if (born_on < '1920-01-01') wrong('born_on', 'student.born_on')
}

function consistent(input: ChildFields & { registered_on: string }, context: z.RefinementCtx) {
  consistentChild(input, context)
  if (input.registered_on < input.born_on)
    context.addIssue({ code: 'custom', path: ['registered_on'], message: 'student.registered_on' })
}

/** Edit. An emptied field is cleared, except the numbers, which forms never contain. */
export const studentForm = z.object({ ...child, version: version.optional() }).superRefine(consistent)
export type StudentInput = z.output<typeof studentForm>

export const newStudentForm = z
  .object({ ...child, relationship: z.enum(relationships), form_key: z.uuid().optional() })
  .superRefine(consistent)
export type NewStudentInput = z.output<typeof newStudentForm>

/** A new student with health details from an import. */
export const broughtStudentForm = z
  .object({ ...child, ...healthFields, relationship: z.enum(relationships) })
  .superRefine(consistent)
export type BroughtStudentInput = z.output<typeof broughtStudentForm>

/** The parents, the primary contact and the payer; the form allows one parent more than a student may have, since one may be removed. */
export const familyForm = z.object({
  parents: z
    .array(
      z.object({
        parent_id: z.uuid(),
        relationship: z.enum(relationships),
        remove: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(mostParents + 1),
  primary_id: z.uuid(),
  payer_id: z.uuid(),
  version,
})
export type FamilyInput = z.output<typeof familyForm>

export const studentStatusForm = z.object({
  status: z.enum(studentStatuses),
  on: plainDate,
  reason: text({ max: 300 }).optional(),
  version,
})
export type StudentStatusInput = z.output<typeof studentStatusForm>

export const healthForm = z.object({ ...healthFields, version })
export type HealthInput = z.output<typeof healthForm>
