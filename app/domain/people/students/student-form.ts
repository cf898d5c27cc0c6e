import { z } from 'zod'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { email, lines, plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { identityNo, identityProblem } from '#app/domain/identity/accounts/identity.ts'
import { mostParents, relationships } from '#app/domain/people/parents/parent.ts'
import {
  daycares,
  educations,
  genders,
  nationalities,
  studentIdentityTypes,
  studentStatuses,
  transports,
} from './student.ts'

/** As it is kept: without blanks and dashes, in capitals. */
export const birthCertNo = z
  .string()
  .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{3,20}$/, 'student.birth_cert_no'))

const mostTags = 10
const tagLetters = 30
/** Typed in one line, with commas between; each once, in the order in which they were typed. */
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

/** What is asked of a student by the office and of a family that applies. */
export const childFields = {
  name: text({ min: 2, max: 150 }),
  born_on: plainDate,
  gender: z.enum(genders),
  nationality: z.enum(nationalities),
  identity_type: z.enum(studentIdentityTypes),
  /** Empty keeps the number that is on file; so does the next. */
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
  /** Empty has the product count. */
  student_no: text({ max: 20 }).optional(),
  branch_id: z.uuid(),
  registered_on: plainDate,
  tags: tags.optional(),
  /** Another has this name and day of birth, and yet it is somebody else. */
  twin_reason: reason.optional(),
}

/** What several fields of a student say together. */
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

/** Edit. An emptied field is written as empty, but for the numbers, which no page gives back. */
export const studentForm = z.object({ ...child, version: version.optional() }).superRefine(consistent)
export type StudentInput = z.output<typeof studentForm>

export const newStudentForm = z
  .object({ ...child, relationship: z.enum(relationships), form_key: z.uuid().optional() })
  .superRefine(consistent)
export type NewStudentInput = z.output<typeof newStudentForm>

/** A new student with what an earlier system knew of their health. */
export const broughtStudentForm = z
  .object({ ...child, ...healthFields, relationship: z.enum(relationships) })
  .superRefine(consistent)
export type BroughtStudentInput = z.output<typeof broughtStudentForm>

/** Who the parents are, and which of them is asked first and which pays; one more than a student may have can be typed. */
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
