import { useTranslation } from 'react-i18next'
import { formatPercent } from '#app/domain/core/money.ts'
import { Sums } from '#app/ui/core/page/Sums.tsx'
import type { TypedTotals } from './typed-totals.ts'

/** What the lines of a form come to, or that they must be corrected first. */
export function TypedSums({ sums: { totals }, rate }: { sums: TypedTotals; rate: number }) {
  const { t } = useTranslation()
  if (!totals) return <p className="quiet unreadable">{t('invoice.unreadable')}</p>
  const { sub_total_sen, tax_total_sen, total_sen } = totals
  const items =
    tax_total_sen > 0
      ? [
          { label: t('invoice.sub_total_sen'), sen: sub_total_sen },
          { label: t('invoice.tax_of', { rate: formatPercent(rate) }), sen: tax_total_sen },
        ]
      : []
  return <Sums items={items} total={{ label: t('invoice.total_sen'), sen: total_sen }} />
}
