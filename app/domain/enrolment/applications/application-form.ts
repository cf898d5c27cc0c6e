import { z } from 'zod'
import { version } from '#app/domain/core/fields.ts'
import { consistentParent, parentFields } from '#app/domain/people/parents/parent-form.ts'
import { childFields, consistentChild, healthFields } from '#app/domain/people/students/student-form.ts'

/** What a family says of a parent. */
export const parentAnswers = z.object(parentFields).superRefine(consistentParent)
export type ParentAnswers = z.output<typeof parentAnswers>

/** What a family says of a child who is new here. Which numbers must be given follows from the organisation's form. */
export const studentAnswerFields = { ...childFields, ...healthFields }
export const studentAnswers = z.object(studentAnswerFields).superRefine(consistentChild)
export type StudentAnswers = z.output<typeof studentAnswers>

/** The same as the office corrects them; an empty number keeps the one that was given. */
export const editParentForm = z.object({ ...parentFields, version }).superRefine(consistentParent)
export const editStudentForm = z.object({ ...childFields, version }).superRefine(consistentChild)
