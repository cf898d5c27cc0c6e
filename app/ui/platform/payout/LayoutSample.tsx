import { useTranslation } from 'react-i18next'
import { Facts } from '#app/ui/core/page/Facts.tsx'

/** A bank's file as it would be of two payouts that there are not. */
export function LayoutSample({ text }: { text: string }) {
  const { t } = useTranslation()
  const fact = { label: t('payout.layouts.sample'), value: <code>{text}</code>, wide: true } as const
  return <Facts columns={2} items={[fact]} />
}
