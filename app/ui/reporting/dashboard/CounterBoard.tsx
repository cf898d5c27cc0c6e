import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { ArrearsRow } from '#app/domain/reporting/dashboards/dashboard.ts'
import { Figures } from '#app/ui/core/page/Figures.tsx'
import { ArrearsTable } from './ArrearsTable.tsx'
import { arrearsFigures } from './arrears-figures.ts'

interface CounterBoardProps {
  till: { count: number; sen: number }
  arrears: readonly ArrearsRow[]
}

/** The counter's day: what must be in the till, and who is late. */
export function CounterBoard({ till, arrears }: CounterBoardProps) {
  const { t } = useTranslation()
  return (
    <>
      <Figures
        items={[
          {
            label: t('dashboard.till'),
            value: formatRinggit(till.sen),
            hint: t('dashboard.count_payments', { count: till.count }),
          },
          ...arrearsFigures(arrears, t),
        ]}
      />
      <ArrearsTable rows={arrears} />
    </>
  )
}
