import type { z } from 'zod'
import type { childFields } from '#app/domain/people/students/student-form.ts'

/** What a family asks to have changed of what is kept of their child. */

export const studentChangeStatuses = ['requested', 'approved', 'rejected', 'withdrawn'] as const
export type StudentChangeStatus = (typeof studentChangeStatuses)[number]

type Child = z.output<z.ZodObject<typeof childFields>>
export type ChangeField = keyof Child

/** In the order of the form. */
export const changeFields = [
  ...(['name', 'born_on', 'nationality', 'gender', 'identity_type', 'identity_no', 'birth_cert_no'] as const),
  ...(['phone', 'email', 'highest_education', 'previous_school', 'transport_type', 'daycare'] as const),
  ...(['number_of_siblings', 'position_in_family'] as const),
] satisfies ChangeField[]

/** Numbers, of which a page shows but a few letters. */
export const numberFields = ['identity_no', 'birth_cert_no'] as const
type NumberField = (typeof numberFields)[number]

export const isNumberField = (field: string): field is NumberField =>
  (numberFields as readonly string[]).includes(field)

type OtherField = Exclude<(typeof changeFields)[number], NumberField>

/** Of a student or a form what a family may have changed, but for numbers, which are masked on one and typed anew on the other. */
export const otherFieldsOf = <T extends Record<OtherField, unknown>>(of: T): Pick<T, OtherField> =>
  Object.fromEntries(
    changeFields.filter((field) => !isNumberField(field)).map((field) => [field, of[field as OtherField]]),
  ) as Pick<T, OtherField>

type Value = string | number | null
/** Of the fields that are to change; null is nothing. */
export type Values = Partial<Record<ChangeField, Value>>

/** `before`: as it was on file when it was asked for, numbers masked. `wanted`: as it is to be, numbers whole. */
export interface Changes {
  before: Values
  wanted: Values
}

/** One field of a request beside what is on file; numbers masked. */
export interface Compared {
  field: ChangeField
  before: Value
  now: Value
  wanted: Value
  /** On file is something else than when it was asked for. */
  moved: boolean
}

/** What is to change, beside what is on file now; `wanted` as a page may show it. */
export function compare({ before, wanted }: Changes, now: Values): Compared[] {
  return changeFields
    .filter((field) => field in wanted)
    .map((field) => {
      const [was, is] = [before[field] ?? null, now[field] ?? null]
      return { field, before: was, now: is, wanted: wanted[field] ?? null, moved: was !== is }
    })
}

/** What of a form says something else than what is on file; a number that was left empty stays. */
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
