import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { TextArea } from '#app/ui/core/form/TextArea.tsx'

/** Why an operator changes something of a subscription. */
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
