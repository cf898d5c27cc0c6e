import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** On a dashboard: how many wait for somebody; nothing when none does. */
export function ExceptionNotice({ count, unowned, href }: { count: number; unowned: number; href: string }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <Notice tone="warning" title={t('payment_exception.count', { count })}>
      {unowned > 0 && `${t('payment_exception.unowned', { count: unowned })} `}
      <a href={href}>{t('payment.attempt.attention_link')}</a>
    </Notice>
  )
}
