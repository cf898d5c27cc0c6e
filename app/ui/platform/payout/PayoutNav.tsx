import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { SubNav } from '#app/ui/core/page/ViewPage.tsx'

/** Navigation between the operator's payout lists. */
export function PayoutNav({ current }: { current: 'payout' | 'adjustment' | 'waiting' | 'layout' }) {
  const { t } = useTranslation()
  const { payout, payoutAdjustment, payoutLayout } = paths.admin
  const items = [
    { key: 'payout', label: t('payout.plural'), href: payout.list() },
    { key: 'waiting', label: t('payout.now.title'), href: payout.waiting() },
    { key: 'adjustment', label: t('payout.adjustment.plural'), href: payoutAdjustment.list() },
    { key: 'layout', label: t('payout.layouts.plural'), href: payoutLayout.list() },
  ]
  return (
    <SubNav
      label={t('payout.plural')}
      items={items.map(({ key, ...item }) => ({ ...item, current: key === current }))}
    />
  )
}
