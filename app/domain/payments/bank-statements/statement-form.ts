import { z } from 'zod'
import { chosenFile, plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { mostPaidAtOnce } from '#app/domain/payments/payments/payment-form.ts'
import { sheetLimits } from '#app/integrations/spreadsheets/cell.ts'
import { statementLimits } from '#app/integrations/statements/statement.ts'
import { lineFields } from './bank-statement.ts'

export const uploadForm = z.object({
  /** Without one it is of the whole organisation. */
  branch_id: z.uuid().optional(),
  file: chosenFile.refine(({ size }) => size <= statementLimits.bytes, 'file.too_big'),
  form_key: z.uuid().optional(),
})
export type UploadInput = z.output<typeof uploadForm>

/** What each column is, and whose file it is; both are kept for the next one with these headings. */
export const mapForm = z.object({
  name: text({ max: 60 }),
  columns: z.array(z.enum(lineFields).optional()).max(sheetLimits.columns),
  version,
})
export type MapInput = z.output<typeof mapForm>

/** Whose money a line is: a family, how much of it, and, where it is said, what each invoice gets. */
export const assignForm = z.object({
  parent_id: z.uuid(),
  amount: ringgit({ min: 1 }),
  paid_on: plainDate,
  lines: z
    .array(z.object({ invoice_id: z.uuid(), amount: ringgit().optional() }))
    .max(mostPaidAtOnce)
    .default([]),
  /** An online payment of an invoice is open, and whoever decides has seen it. */
  despite_attempt: z.literal('on').optional(),
  version,
  form_key: z.uuid().optional(),
})
export type AssignInput = z.output<typeof assignForm>

/** Money that is no fee, and why. */
export const ignoreForm = z.object({ reason, version })
