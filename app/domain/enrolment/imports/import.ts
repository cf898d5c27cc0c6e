import { z } from 'zod'
import type { Permission } from '#app/domain/core/access/access.ts'
import { chosenFile, version } from '#app/domain/core/fields.ts'
import { dateOrders } from '#app/domain/core/spreadsheets/cells.ts'
import { sheetLimits } from '#app/integrations/spreadsheets/cell.ts'

/** Kinds of imports, by what a row of the file describes. */
export const importKinds = ['students', 'enrolments', 'staff', 'trainers', 'subjects', 'balances'] as const
export type ImportKindName = (typeof importKinds)[number]

/** An import needs the permissions that doing the same by hand needs. */
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
 * when a row is corrected; failed is final.
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

/** Statuses in which a job works on the import and nobody else may change it. */
export const busyStatuses: readonly ImportStatus[] = ['mapped', 'running', 'undoing']

/** Statuses in which columns may be mapped. */
export const mappable: readonly ImportStatus[] = ['uploaded', 'checked', 'failed']

/** Statuses in which something may have been written that can be undone. */
export const undoable: readonly ImportStatus[] = ['done', 'done_with_errors', 'failed']

export const rowStatuses = ['pending', 'ready', 'wrong', 'left_out', 'written', 'failed'] as const
export type RowStatus = (typeof rowStatuses)[number]

/** A problem of a row: the field, and a code of the group `refusal` with its values. */
export interface Problem {
  field: string | null
  code: string
}

/** What a person should know about a file beside its rows. */
export interface ImportNotes {
  /** The sheet of the workbook, where it has several. */
  sheet?: string | undefined
  /** Number of the row with the headings, where there is something above it. */
  heading?: number | undefined
  /** Whether the file has dates that can be read in several orders, so that somebody has chosen one. */
  ambiguous_dates?: boolean | undefined
  /** Numbers of hidden rows, which are imported as well. */
  hidden_rows?: readonly number[] | undefined
  /** Hidden columns, from 0; they may be chosen as any other. */
  hidden_columns?: readonly number[] | undefined
  /** Other sheets of the workbook, each with an import of its own. */
  others?: readonly { id: string; sheet: string; rows: number }[] | undefined
  /** Sheets that are not imported. */
  left_out?: readonly { sheet: string; reason: 'hidden' | 'headings' | 'too_many' }[] | undefined
}

/** Days within which an import can be undone. */
export const undoDays = 7

/** Days after the upload for which cells are stored; outcomes are stored longer. */
export const retentionDays = 30

/** Rows that are written in one transaction. */
export const chunkRows = 25

export const uploadForm = z.object({
  kind: z.enum(importKinds),
  /** Asked with the columns, once the file shows whether it matters. */
  date_order: z.enum(dateOrders).default('dmy'),
  branch_id: z.uuid(),
  file: chosenFile.refine(({ size }) => size <= sheetLimits.bytes, 'file.too_big'),
  form_key: z.uuid().optional(),
})
export type UploadInput = z.output<typeof uploadForm>

const fieldKey = z.string().regex(/^[a-z_0-9]{1,60}$/, 'input.choice')

/** The mapping of columns, and values that apply to all rows, by field. */
export const mapForm = z.object({
  columns: z.array(fieldKey.optional()).max(sheetLimits.columns),
  fixed: z
    .array(z.object({ field: fieldKey, value: z.string().max(40).optional() }))
    .max(10)
    .optional(),
  date_order: z.enum(dateOrders).optional(),
  version,
})
export type MapInput = z.output<typeof mapForm>

/** Columns of the file, and one for each field without a column. */
const mostCells = sheetLimits.columns + 60

/** Cells of a row as text, by column. */
export const editRowForm = z.object({
  cells: z
    .array(
      z.object({
        column: z
          .number()
          .int()
          .min(0)
          .max(mostCells - 1),
        text: z.string().max(sheetLimits.letters).optional(),
      }),
    )
    .max(mostCells),
  version,
})
export type EditRowInput = z.output<typeof editRowForm>

/** Skips a row, or includes it again. */
export const skipForm = z.object({ out: z.enum(['yes', 'no']), version })
