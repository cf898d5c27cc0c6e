import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { TextArea } from '#app/ui/core/form/fields.tsx'
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

/** The reason for an operator's change. */
export function ReasonField({ of }: Pick<ComponentProps<typeof TextArea>, 'of'>) {
  const { t } = useTranslation()
  return (
    <TextArea
      of={of}
      label={t('subscription.reason')}
      hint={t('subscription.reason_hint')}
      rows={3}
      optional={false}
    />
  )
}
