import type { TFunction } from 'i18next'
import type { FeatureCode } from '#app/domain/core/features/feature.ts'
import { formatRinggit } from '#app/domain/core/money.ts'

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

/** For its page, and for the notice beside a form that somebody else has overtaken. */
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
