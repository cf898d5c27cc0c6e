import { useTranslation } from 'react-i18next'
import { Sum, type SumLine } from './Sum.tsx'

type Part = 'gross_sen' | 'fees_sen' | 'paid_sen' | 'held_sen' | 'reversed_sen' | 'difference_sen'

/** What came by FPX, and where it is: each part beneath the other, so that one can add it up. */
export function EquationSums({ row }: { row: Record<Part, number> }) {
  const { t } = useTranslation()
  const parts = (['fees', 'paid', 'held', 'reversed'] as const).map(
    (part): SumLine => ({ label: t(`admin.equation.${part}`), sen: -row[`${part}_sen`] }),
  )
  return (
    <Sum
      lines={[{ label: t('admin.equation.gross'), sen: row.gross_sen }, ...parts]}
      total={{ label: t('admin.equation.difference'), sen: row.difference_sen }}
    />
  )
}
