import type { Words } from '#app/domain/enrolment/online-registration/form-setting.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { ParentAnswers, StudentAnswers } from './application-form.ts'

export const applicationStatuses = ['pending', 'approved', 'rejected'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** As lists show it: what the family took back stands apart from what was turned down. */
export const shownStatuses = ['pending', 'approved', 'rejected', 'withdrawn'] as const

/** Who handed it in: a visitor, a signed-in parent, the office for a family, a file. */
export const applicationChannels = ['public', 'parent', 'staff', 'import'] as const
export type ApplicationChannel = (typeof applicationChannels)[number]

export const applicationForms = ['default', 'simplified'] as const
export type ApplicationFormKind = (typeof applicationForms)[number]

export const documentKinds = [
  'birth_certificate',
  'photo',
  'parent_identity',
  'immunisation',
  'question',
] as const
export type ApplicationDocumentKind = (typeof documentKinds)[number]

/** How many of each one application may have. */
export const most = { parents: 2, students: 10, subjects: 20 } as const

/** What is kept as the reason of one that the family took back. */
export const withdrawnReason = 'withdrawn'

/** Days after which who decides is reminded, and again; and those after which a rejected one loses its names. */
export const reminderDays = 30
export const keptDays = 180

/** A class that a child is to join. */
export interface WishedSubject {
  subject_id: string
  /** The day that the family wishes for; null: when the class begins, or as soon as it is approved. */
  starts_on: string | null
}

/** A child who is new here, or by `student_id` a parent's own one who is on file. */
export type AppliedStudent = { subjects: WishedSubject[] } & (
  | ({ student_id: null } & StudentAnswers)
  | { student_id: string }
)

export interface AppliedDocument {
  kind: ApplicationDocumentKind
  /** One of the organisation's own questions, by language. */
  question: Words | null
  /** Which child it is of, from 1; null: of the family. */
  student_place: number | null
  file_id: string
}

/** What was answered to one of the organisation's own questions, as it was asked then; a choice by language. */
export interface OwnAnswer {
  label: Words
  /** Of which child it was asked, from 1; null: of the family. */
  student_place: number | null
  answer: string | Words
}

/** An application as it is handed in; where it came from is the actor's. */
export interface NewApplication {
  channel: ApplicationChannel
  form: ApplicationFormKind
  locale: Locale
  /** Of a signed-in parent. */
  user_id: string | null
  parent_id: string | null
  phone_verified: boolean
  consent_version: string
  /** To the organisation's own questions. */
  answers: OwnAnswer[]
  parents: ParentAnswers[]
  students: AppliedStudent[]
  documents: AppliedDocument[]
  /** Once and first month, as told to the family. */
  estimate_sen: number | null
}

/** What became of it, a line for each child. */
export interface Submitted {
  id: string
  number: string
  public_code: string
  statuses: { name: string; subjects: { subject_id: string; name: string; is_waiting: boolean }[] }[]
}

/** What an organisation decides about applications, each yes or no, in the order of the page. */
export const applicationSettingNames = [
  'auto_approve',
  'fee_first',
  'issue_on_approval',
  'class_admin_approves',
  'notify_staff',
] as const
