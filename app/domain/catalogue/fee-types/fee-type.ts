import { z } from 'zod'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { code, text, version } from '#app/domain/core/fields.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit, ringgit } from '#app/domain/core/money.ts'
import { translatedFields, translationFacts } from '#app/domain/core/translated.ts'

/** What is charged: a line of an invoice names one, and so does each fee of a class. */
interface Part {
  code: string
  name: string
  default_amount_sen: number
  status: string
}

interface Described {
  fee_category: string
  default_amount_sen: number
  taxable: boolean
  refundable: boolean
  gl_code: string | null
}

/** Of the fee types of one category, on its page. */
export const feeTypeColumns = columnsOf<Part>()(
  { key: 'code', label: 'fee_type.code', kind: 'number' },
  { key: 'name', label: 'fee_type.name', room: 'who' },
  { key: 'default_amount_sen', label: 'fee_type.default_amount_sen', kind: 'money', room: 'much' },
  { key: 'status', label: 'fee_type.status', kind: 'status' },
)

/** What a fee type is, besides its code and name. */
export const feeTypeFacts = (row: Described, t: Words): PlainFact[] => [
  ...translationFacts(row, 'fee_type', ['name'], t),
  { label: t('fee_type.fee_category_id'), value: row.fee_category },
  { label: t('fee_type.default_amount_sen'), value: formatRinggit(row.default_amount_sen) },
  { label: t('fee_type.taxable'), value: t(row.taxable ? 'common.yes' : 'common.no') },
  { label: t('fee_type.refundable'), value: t(row.refundable ? 'common.yes' : 'common.no') },
  { label: t('fee_type.gl_code'), value: row.gl_code },
]

/** New and edit. An emptied field is written as empty. */
export const feeTypeForm = z.object({
  code,
  name: text({ min: 2, max: 100 }),
  ...translatedFields('name', text({ min: 2, max: 100 })),
  fee_category_id: z.uuid(),
  default_amount_sen: ringgit({ max: 10_000_000 }),
  taxable: z.boolean().optional(),
  refundable: z.boolean().optional(),
  gl_code: text({ max: 20 }).optional(),
  version: version.optional(),
  form_key: z.uuid().optional(),
})
