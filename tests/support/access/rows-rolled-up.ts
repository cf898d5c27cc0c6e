import { z } from 'zod'
import type { Row } from './row.ts'

/** Routes of the reports that read kept sums. */
export const rolledUpRows: Record<string, Row> = {
  'tenant/report-rolled-up/rebuild': { form: () => ({}), schema: z.object({}) },
}
