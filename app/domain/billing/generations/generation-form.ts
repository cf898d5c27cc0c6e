import { z } from 'zod'
import { monthName } from '#app/domain/accounting/months/month.ts'
import { reason, version } from '#app/domain/core/fields.ts'

/** Which month, of whom, and whether what earlier months have left is billed with it. */
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
