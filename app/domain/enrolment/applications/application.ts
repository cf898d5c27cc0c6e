import { z } from 'zod'
import { plainDate, reason, version } from '#app/domain/core/fields.ts'
import type { Words } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { consistentParent, parentFields } from '#app/domain/people/parents/parent.ts'
import { childFields, consistentChild, healthFields } from '#app/domain/people/students/student.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { Consent } from './consent.ts'

const applicationStatuses = ['pending', 'approved', 'rejected'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** Statuses in lists, where `withdrawn` by the family is distinct from `rejected`. */
export const shownStatuses = ['pending', 'approved', 'rejected', 'withdrawn'] as const

/** Who submitted it: a visitor, a signed-in parent, the office for a family, an import. */
export const applicationChannels = ['public', 'parent', 'staff', 'import'] as const
export type ApplicationChannel = (typeof applicationChannels)[number]

const applicationForms = ['default', 'simplified'] as const
type ApplicationFormKind = (typeof applicationForms)[number]

const documentKinds = ['birth_certificate', 'photo', 'parent_identity', 'immunisation', 'question'] as const
export type ApplicationDocumentKind = (typeof documentKinds)[number]

/** How many of each one application may have. */
export const most = { parents: 2, students: 10, subjects: 20 } as const

/** The stored reason of an application that the family withdrew. */
export const withdrawnReason = 'withdrawn'

/** Days between reminders to approvers, and days after which a rejected application is anonymised. */
export const reminderDays = 30
export const retentionDays = 180

/** A class that a child is to join. */
export interface WishedSubject {
  subject_id: string
  /** The requested first day; null: when the class begins, or on approval. */
  starts_on: string | null
}

/** A new child, or by `student_id` a student of the signed-in parent. */
export type AppliedStudent = { subjects: WishedSubject[] } & (
  | ({ student_id: null } & StudentAnswers)
  | { student_id: string }
)

interface AppliedDocument {
  kind: ApplicationDocumentKind
  /** One of the organisation's own questions, by language. */
  question: Words | null
  /** The child's place, from 1; null: about the family. */
  student_place: number | null
  file_id: string
}

/** An answer to one of the organisation's own questions, with the question as it was asked; a choice by language. */
export interface OwnAnswer {
  label: Words
  /** The child's place, from 1; null: about the family. */
  student_place: number | null
  answer: string | Words
}

/** A submitted application; the actor holds IP address and browser. */
export interface NewApplication {
  channel: ApplicationChannel
  form: ApplicationFormKind
  locale: Locale
  /** The account of a signed-in parent. */
  user_id: string | null
  parent_id: string | null
  phone_verified: boolean
  /** What the family agreed to. */
  consents: readonly Consent[]
  /** Answers to the organisation's own questions. */
  answers: OwnAnswer[]
  parents: ParentAnswers[]
  students: AppliedStudent[]
  documents: AppliedDocument[]
  /** One-off fees and first month, as shown to the family. */
  estimate_sen: number | null
}

/** The result of a submission, one line per child. */
export interface Submitted {
  id: string
  number: string
  public_code: string
  statuses: { name: string; subjects: { subject_id: string; name: string; is_waiting: boolean }[] }[]
}

/** Names of the organisation's switches for applications, in the order of the page. */
export const applicationSettingNames = [
  'auto_approve',
  'fee_first',
  'issue_on_approval',
  'class_admin_approves',
  'notify_staff',
] as const

/** The answers about a parent. */
export const parentAnswers = z.object(parentFields).superRefine(consistentParent)
export type ParentAnswers = z.output<typeof parentAnswers>

/** The answers about a new child. The organisation's form decides which numbers are required. */
const studentAnswerFields = { ...childFields, ...healthFields }
export const studentAnswers = z.object(studentAnswerFields).superRefine(consistentChild)
export type StudentAnswers = z.output<typeof studentAnswers>

/** The office's corrections; an empty number keeps the stored one. */
export const editParentForm = z.object({ ...parentFields, version }).superRefine(consistentParent)
export const editStudentForm = z.object({ ...childFields, version }).superRefine(consistentChild)

/** Approves all open children, or one child with choices for its classes. */
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

/** The reason is mailed to the family. */
export const rejectForm = z.object({ reason, version, form_key: z.uuid().optional() })

/** Says that a child is the one on file; the other form, that it is a different one, needs a reason. */
export const sameForm = z.object({ student_id: z.uuid(), version })

export const otherForm = z.object({
  // Shown at the top of a page with other fields, so the message has to name the field.
  twin_reason: z.string({ error: 'invoice.reason' }).pipe(reason),
  version,
})

/** An application at the version shown, and one of its children; by default all that are open. */
export interface LinesToDecide {
  id: string
  version: number
  place?: number
}
