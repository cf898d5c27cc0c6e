import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatPercent, formatRinggit } from '#app/domain/core/money.ts'
import type { RolloverCounts } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { paths } from '#app/paths.ts'
import { Figures } from '#app/ui/core/page/Figures.tsx'

interface RolloverFiguresProps {
  record: { id: string; share_bp: number }
  counts: RolloverCounts
}

/** How many seats go where, and what that makes of the families' bills; each leads to its list. */
export function RolloverFigures({ record: { id, share_bp }, counts }: RolloverFiguresProps) {
  const { t } = useTranslation()
  const { families } = counts
  const seats = (act: 'promote' | 'carry' | 'end') => ({
    label: t(`rollover.figures.${act}`),
    value: formatCount(counts[act]),
    href: paths.rollover.seats(id, { act }),
  })
  return (
    <Figures
      items={[
        seats('promote'),
        seats('carry'),
        seats('end'),
        {
          label: t('rollover.figures.families'),
          value: formatRinggit(families.after_sen),
          hint: t('rollover.was', { amount: formatRinggit(families.before_sen) }),
          href: paths.rollover.families(id),
        },
        {
          label: t('rollover.figures.over', { share: formatPercent(share_bp) }),
          value: formatCount(families.over),
          hint: t('rollover.families_count', { count: families.count }),
          href: paths.rollover.families(id, { over: 'yes' }),
        },
        {
          label: t('rollover.figures.prices'),
          value: formatCount(counts.prices),
          href: paths.rollover.classes(id),
        },
        {
          label: t('rollover.figures.discounts'),
          value: formatCount(counts.discountsCarried),
          hint: t('rollover.figures.discounts_ended', { count: counts.discountsEnded }),
        },
      ]}
    />
  )
}
