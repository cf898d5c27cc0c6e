import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface SubscriptionFactsProps {
  of: { package: string; expires_on: string; credit: number }
}

/** The present subscription, above a form that changes it. */
export function SubscriptionFacts({ of }: SubscriptionFactsProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Facts
      items={[
        { label: t('subscription.package'), value: of.package },
        { label: t('subscription.expires_on'), value: formatDate(of.expires_on, locale) },
        { label: t('subscription.credit'), value: formatCount(of.credit) },
      ]}
    />
  )
}
