import { z } from 'zod'
import { lines, reason, version } from '#app/domain/core/fields.ts'
import { childFields, consistentChild } from '#app/domain/people/students/student.ts'

export const studentChangeStatuses = ['requested', 'approved', 'rejected', 'withdrawn'] as const
export type StudentChangeStatus = (typeof studentChangeStatuses)[number]

type Child = z.output<z.ZodObject<typeof childFields>>
export type ChangeField = keyof Child

/** In the order of the form. */
const changeFields = [
  ...(['name', 'born_on', 'nationality', 'gender', 'identity_type', 'identity_no', 'birth_cert_no'] as const),
  ...(['phone', 'email', 'highest_education', 'previous_school', 'transport_type', 'daycare'] as const),
  ...(['number_of_siblings', 'position_in_family'] as const),
] satisfies ChangeField[]

/** Numbers that pages show masked. */
const numberFields = ['identity_no', 'birth_cert_no'] as const
type NumberField = (typeof numberFields)[number]

export const isNumberField = (field: string): field is NumberField =>
  (numberFields as readonly string[]).includes(field)

type OtherField = Exclude<(typeof changeFields)[number], NumberField>

/** The fields of a student or form that a family may have changed, without numbers, which are masked on pages and empty on forms. */
export const otherFieldsOf = <T extends Record<OtherField, unknown>>(of: T): Pick<T, OtherField> =>
  Object.fromEntries(
    changeFields.filter((field) => !isNumberField(field)).map((field) => [field, of[field as OtherField]]),
  ) as Pick<T, OtherField>

type Value = string | number | null
/** Values of the changed fields; null is an empty one. */
export type Values = Partial<Record<ChangeField, Value>>

/** `before`: the values at the time of the request, numbers masked. `wanted`: the requested values, numbers in full. */
export interface Changes {
  before: Values
  wanted: Values
}

/** One field of a request compared with the current value; numbers masked. */
export interface Compared {
  field: ChangeField
  before: Value
  now: Value
  wanted: Value
  /** The current value has changed since the request. */
  moved: boolean
}

/** The requested values compared with the current ones; `wanted` with masked numbers. */
export function compare({ before, wanted }: Changes, now: Values): Compared[] {
  return changeFields
    .filter((field) => field in wanted)
    .map((field) => {
      const [was, is] = [before[field] ?? null, now[field] ?? null]
      return { field, before: was, now: is, wanted: wanted[field] ?? null, moved: was !== is }
    })
}

/** The fields of a form that differ from the stored values; a number left empty stays. */
export function changesOf(typed: Child, now: Values, numbers: Values): Changes {
  const changed = changeFields.filter((field) => {
    const value = typed[field] ?? null
    if (isNumberField(field)) return value !== null && value !== (numbers[field] ?? null)
    return value !== (now[field] ?? null)
  })
  return {
    before: Object.fromEntries(changed.map((field) => [field, now[field] ?? null])),
    wanted: Object.fromEntries(changed.map((field) => [field, typed[field] ?? null])),
  }
}

const details = {
  ...childFields,
  /** A note for the office. */
  reason: lines(300).optional(),
  form_key: z.uuid().optional(),
}

/** A child's details as a parent requests them. An empty number stays as it is. */
export const studentChangeForm = z.object(details).superRefine(consistentChild)
export type StudentChangeInput = z.output<typeof studentChangeForm>

/** All fields of the form. */
export const studentChangeFields = z.object(details)

/** `version`: the student's, as it was compared. */
export const approveChangeForm = z.object({
  version,
  /** Why this is not the student on file with the same name and birthday. */
  twin_reason: reason.optional(),
})
export type ApproveChangeInput = z.output<typeof approveChangeForm>
