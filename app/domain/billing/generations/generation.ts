import { z } from 'zod'
import { monthName } from '#app/domain/accounting/months/month.ts'
import { skipReasons } from '#app/domain/billing/plan/plan-input.ts'
import { reason, version } from '#app/domain/core/fields.ts'

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

/** The planned or actual result for a student. */
export const results = ['ready', 'created', 'skipped', 'failed', 'undone'] as const
export type Result = (typeof results)[number]

/** How a line differs from the one that was billed for the period before. */
export const differences = ['new', 'gone', 'fee', 'discount', 'quantity', 'same'] as const
export type Difference = (typeof differences)[number]

/** Why nothing is billed, by the plan or because of the run. */
export const reasons = [...skipReasons, 'gone', 'total_too_large', 'changed', 'error'] as const
export type Reason = (typeof reasons)[number]

/** What can change between preview and run. */
const changeKinds = [
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
  /** Sen, or a reason (a key of `generation.reasons`), or null where there was no line. */
  was: number | string | null
  is: number | string | null
  /** How many students it concerns. */
  students: number
}

/** Restricts a preview to some students; `catch_up`: also bills what earlier months have left unbilled. */
export interface GenerationFilters {
  branch_id?: string
  program_id?: string
  subject_id?: string
  fee_category_id?: string
  catch_up?: boolean
}
export const filterNames = ['branch_id', 'program_id', 'subject_id', 'fee_category_id'] as const

/** The settings that decide how lines become invoices. */
export interface GenerationSetting {
  group_by: 'student' | 'subject'
  issue_zero: boolean
}

/** Students of one step of a preview. */
export const previewStep = 1_000

/** Students billed in one transaction, which locks the number series while it inserts their invoices. */
export const chunkStudents = 2_000

/** Chunks that a run bills at the same time. */
export const concurrentChunks = 2

/** Hours for which a run can be undone. */
export const undoHours = 48

/** Hours without progress after which a run is resumed. */
export const stuckHours = 1

/** Manual runs that must have succeeded before automatic runs can be enabled. */
export const runsBeforeAuto = 2

/** Days after which a preview that nobody ran is removed. */
export const previewDays = 7

/** Days in the chart of the log. */
export const trendDays = 30

/** Which month to bill for whom, and whether to include what earlier months have left unbilled. */
export const newGenerationForm = z.object({
  month: monthName,
  due: z.enum(['month', 'catch_up']),
  branch_id: z.uuid().optional(),
  program_id: z.uuid().optional(),
  subject_id: z.uuid().optional(),
  fee_category_id: z.uuid().optional(),
  form_key: z.uuid().optional(),
})
export type NewGenerationInput = z.output<typeof newGenerationForm>

export const undoForm = z.object({ reason, version })
