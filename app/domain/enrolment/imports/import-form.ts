import { z } from 'zod'
import { chosenFile, version } from '#app/domain/core/fields.ts'
import { sheetLimits } from '#app/integrations/spreadsheets/cell.ts'
import { dateOrders, importKinds } from './import.ts'

export const uploadForm = z.object({
  kind: z.enum(importKinds),
  date_order: z.enum(dateOrders),
  branch_id: z.uuid(),
  file: chosenFile.refine(({ size }) => size <= sheetLimits.bytes, 'file.too_big'),
  form_key: z.uuid().optional(),
})
export type UploadInput = z.output<typeof uploadForm>

const fieldKey = z.string().regex(/^[a-z_0-9]{1,60}$/, 'input.choice')

/** Which field each column is; what one says for all rows, by field. */
export const mapForm = z.object({
  columns: z.array(fieldKey.optional()).max(sheetLimits.columns),
  fixed: z
    .array(z.object({ field: fieldKey, value: z.string().max(40).optional() }))
    .max(10)
    .optional(),
  version,
})
export type MapInput = z.output<typeof mapForm>

/** Of a row: the columns of its file, and one for each field that has none. */
const mostCells = sheetLimits.columns + 60

/** The cells of a row as texts, by column. */
export const mendForm = z.object({
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
export type MendInput = z.output<typeof mendForm>

/** A row that is left out, or taken in again. */
export const leaveForm = z.object({ out: z.enum(['yes', 'no']), version })
