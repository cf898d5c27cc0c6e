import { z } from 'zod'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { code, text, version } from '#app/domain/core/fields.ts'

/** Groups what is charged, for reports, for discounts and for the national e-invoice. */
export const feeKinds = [
  'tuition',
  'registration',
  'annual',
  'exam',
  'material',
  'uniform',
  'transport',
  'daycare',
  'meal',
  'activity',
  'deposit',
  'other',
] as const

/** MyInvois classification codes (LHDN, e-Invoice SDK code list) that a fee of such an organisation can have. */
export const einvoiceClassifications = [
  '002',
  '003',
  '006',
  '010',
  '022',
  '026',
  '027',
  '038',
  '043',
] as const

interface Described {
  kind: string
  einvoice_classification: string
  discountable: boolean
}

/** What a fee category is, besides its code and name. */
export const feeCategoryFacts = (row: Described, t: Words): PlainFact[] => [
  { label: t('fee_category.kind'), value: t(`fee_category.kinds.${row.kind}`) },
  {
    label: t('fee_category.einvoice_classification'),
    value: t(`fee_category.einvoice_classifications.${row.einvoice_classification}`),
  },
  { label: t('fee_category.discountable'), value: t(row.discountable ? 'common.yes' : 'common.no') },
]

/** New and edit. An emptied field is written as empty. */
export const feeCategoryForm = z.object({
  code,
  name: text({ min: 2, max: 100 }),
  kind: z.enum(feeKinds),
  einvoice_classification: z.enum(einvoiceClassifications),
  discountable: z.boolean().optional(),
  version: version.optional(),
  form_key: z.uuid().optional(),
})
