import { skipReasons } from '#app/domain/billing/plan/plan-input.ts'

/**
 * previewing → previewed → running → completed, partial or failed; running → previewed when something had changed since
 * the preview. A preview that cannot be made has failed, too. What was billed may be undone; the status stays.
 */
export const generationStatuses = [
  'previewing',
  'previewed',
  'running',
  'completed',
  'partial',
  'failed',
] as const
export type GenerationStatus = (typeof generationStatuses)[number]

export const endStatuses = ['completed', 'partial', 'failed'] as const satisfies readonly GenerationStatus[]

/** What is to become of a student, and what became of them. */
export const results = ['ready', 'created', 'skipped', 'failed', 'undone'] as const
export type Result = (typeof results)[number]

/** How what is billed differs from what was billed for the period before, line by line. */
export const differences = ['new', 'gone', 'fee', 'discount', 'quantity', 'same'] as const
export type Difference = (typeof differences)[number]

/** Why nothing is billed: as the plan says, or because of the run. Some of them somebody has to mend. */
export const reasons = [...skipReasons, 'gone', 'total_too_large', 'changed', 'error'] as const
export type Reason = (typeof reasons)[number]

/** What had changed between preview and run. */
export const changeKinds = [
  'student',
  'fee',
  'own_fee',
  'discount',
  'tax',
  'payer',
  'branch',
  'description',
  'due',
  'setting',
  'other',
] as const
export type ChangeKind = (typeof changeKinds)[number]

export interface Change {
  kind: ChangeKind
  /** Of the fee, the discount or the student. */
  name: string
  /** Sen, or a reason in the words of `generation.reasons`, or nothing where there was no line. */
  was: number | string | null
  is: number | string | null
  /** How many students it concerns. */
  students: number
}

/** Which students a preview is about, where it is not about all; `catch_up`: also what earlier months have left. */
export interface GenerationFilters {
  branch_id?: string
  program_id?: string
  subject_id?: string
  fee_category_id?: string
  catch_up?: boolean
}
export const filterNames = ['branch_id', 'program_id', 'subject_id', 'fee_category_id'] as const

/** What of the settings an invoice depends on besides its lines. */
export interface GenerationSetting {
  group_by: 'student' | 'subject'
  issue_zero: boolean
}

/** Students of one step of a preview. */
export const previewStep = 1_000

/** Students that are billed in one transaction, in which the numbers of that step are held. */
export const chunkStudents = 2_000

/** Such chunks that a run has in work at a time. */
export const lanes = 2

/** So long after a run it can be undone. */
export const undoHours = 48

/** Hours after which a run that says nothing is taken up again. */
export const stuckHours = 1

/** Runs by hand before the day may begin one by itself. */
export const runsBeforeAuto = 2

/** Days after which a preview that nobody ran is removed. */
export const previewDays = 7

/** Days that the log draws. */
export const trendDays = 30
