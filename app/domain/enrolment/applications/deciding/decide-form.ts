import { z } from 'zod'
import { plainDate, reason, version } from '#app/domain/core/fields.ts'

/** All of an application that can be approved; or one child, for whose classes something is chosen. */
export const approveForm = z.object({ version, form_key: z.uuid().optional() })

export const childForm = z.object({
  subjects: z.array(
    z.object({
      subject_id: z.uuid(),
      starts_on: plainDate.optional(),
      place: z.enum(['seat', 'waiting']),
    }),
  ),
  version,
  form_key: z.uuid().optional(),
})
export type ChosenClass = z.output<typeof childForm>['subjects'][number]

/** The reason is sent to the family. */
export const rejectForm = z.object({ reason, version, form_key: z.uuid().optional() })

/** Whether a child is the one on file; another one with the same name and birthday needs a reason. */
export const sameForm = z.object({ student_id: z.uuid(), version })
export const otherForm = z.object({
  // Said at the top of a page with other fields, where "fill in this field" would name none.
  twin_reason: z.string({ error: 'invoice.reason' }).pipe(reason),
  version,
})
