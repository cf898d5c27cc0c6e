import type { TFunction } from 'i18next'
import { z } from 'zod'
import { type FeatureCode, featureCodes } from '#app/domain/core/features/feature.ts'
import { code, lines, text, version } from '#app/domain/core/fields.ts'
import { formatRinggit, ringgit } from '#app/domain/core/money.ts'

/** Columns that are an amount, in sen. */
export const feeNames = [
  'registration_fee_sen',
  'yearly_fee_sen',
  'transaction_fee_sen',
  'transaction_fee_b2b1_sen',
] as const

const limitNames = ['student_limit', 'branch_limit', 'staff_limit', 'storage_mb'] as const

type Row = Record<(typeof feeNames)[number], number> &
  Record<(typeof limitNames)[number], number | null> & {
    code: string
    name: string
    included_credit: number
    trial_days: number
    is_public: boolean
    features: readonly FeatureCode[]
  }

/** Facts for the package's page, and for the notice of a version conflict. */
export const packageFacts = (row: Row, t: TFunction) => [
  { label: t('package.code'), value: row.code },
  { label: t('package.offer'), value: t(`package.offers.${row.is_public ? 'public' : 'hidden'}`) },
  ...feeNames.map((name) => ({ label: t(`package.${name}`), value: formatRinggit(row[name]) })),
  ...limitNames.map((name) => ({
    label: t(`package.${name}`),
    value: row[name] === null ? t('package.no_limit') : String(row[name]),
  })),
  { label: t('package.included_credit'), value: String(row.included_credit) },
  { label: t('package.trial_days'), value: String(row.trial_days) },
  {
    label: t('package.features'),
    value: row.features.map((code) => t(`feature.name.${code}`)).join(', '),
    wide: true as const,
  },
]

/** Empty: unlimited. */
const limit = z.number().int().min(1).max(1_000_000).optional()
/** RM100,000.00 */
const fee = ringgit({ max: 10_000_000 })

/** New and edit. Fees in sen; those of a transaction are for one payment by FPX. */
export const packageForm = z.object({
  code,
  name: text({ min: 2, max: 80 }),
  description: lines(500).optional(),
  registration_fee_sen: fee,
  yearly_fee_sen: fee,
  transaction_fee_sen: fee,
  transaction_fee_b2b1_sen: fee,
  included_credit: z.number().int().min(0).max(1_000_000),
  student_limit: limit,
  branch_limit: limit,
  staff_limit: limit,
  storage_mb: limit,
  trial_days: z.number().int().min(0).max(365),
  features: z.array(z.enum(featureCodes)).max(featureCodes.length).optional(),
  is_public: z.boolean().optional(),
  sort_order: z.number().int().min(0).max(999),
  version: version.optional(),
})
export type PackageInput = z.output<typeof packageForm>
