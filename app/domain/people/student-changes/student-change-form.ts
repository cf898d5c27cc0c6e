import { z } from 'zod'
import { lines, reason, version } from '#app/domain/core/fields.ts'
import { childFields, consistentChild } from '#app/domain/people/students/student-form.ts'

const details = {
  ...childFields,
  /** What the office should know, such as which paper is brought. */
  reason: lines(300).optional(),
  form_key: z.uuid().optional(),
}

/** A child as a parent says it should be on file. An empty number stays as it is. */
export const studentChangeForm = z.object(details).superRefine(consistentChild)
export type StudentChangeInput = z.output<typeof studentChangeForm>

/** The names that the form may have. */
export const studentChangeFields = z.object(details)

/** `version`: the student's, as it was compared. */
export const approveChangeForm = z.object({
  version,
  /** Another has this name and day of birth, and yet it is somebody else. */
  twin_reason: reason.optional(),
})
export type ApproveChangeInput = z.output<typeof approveChangeForm>
