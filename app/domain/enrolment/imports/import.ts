import type { Permission } from '#app/domain/core/access/access.ts'

/** What can be brought from Excel, each as one row of the file says it. */
export const importKinds = ['students', 'enrolments', 'staff', 'trainers', 'subjects', 'balances'] as const
export type ImportKindName = (typeof importKinds)[number]

/** Whoever brings rows of a kind may do by hand what each row does. */
export const needsOf: Record<ImportKindName, readonly Permission[]> = {
  students: ['student.create', 'parent.create'],
  enrolments: ['enrolment.create'],
  staff: ['staff.create', 'role.give'],
  trainers: ['trainer.create'],
  subjects: ['subject.create', 'subject_fee.create'],
  balances: ['invoice.create', 'invoice.issue'],
}

/**
 * uploaded → mapped (being checked) → checked → running → done or done_with_errors → undoing → undone; checked → mapped
 * when a row is mended; failed when nothing more can be done with it.
 */
export const importStatuses = [
  'uploaded',
  'mapped',
  'checked',
  'running',
  'done',
  'done_with_errors',
  'failed',
  'undoing',
  'undone',
] as const
export type ImportStatus = (typeof importStatuses)[number]

/** A job is at it, and nobody else changes anything. */
export const busyStatuses: readonly ImportStatus[] = ['mapped', 'running', 'undoing']

/** Those that can still be given other columns. */
export const mappable: readonly ImportStatus[] = ['uploaded', 'checked', 'failed']

/** Those of which something may have been written that can be taken back. */
export const undoable: readonly ImportStatus[] = ['done', 'done_with_errors', 'failed']

export const rowStatuses = ['pending', 'ready', 'wrong', 'left_out', 'written', 'failed'] as const
export type RowStatus = (typeof rowStatuses)[number]

/** How dates are written where a cell is a text: year first, or day first. */
export const dateOrders = ['ymd', 'dmy'] as const
export type DateOrder = (typeof dateOrders)[number]

/** What is wrong with a row: at which field, and a code of `refusal.json` with its values as forms write it. */
export interface Problem {
  field: string | null
  code: string
}

/** So long after it was written an import can be taken back. */
export const undoDays = 7

/** So long after the upload the rows themselves are kept; what became of each is kept longer. */
export const keepDays = 30

/** Rows that are written in one transaction. */
export const chunkRows = 25
