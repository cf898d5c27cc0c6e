import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface OpenAttempt {
  id: string
  order_no: string
  bank_name: string | null
  amount_sen: number
  state: string
  requested_at: Date | string
}

/** What may still bring money for an invoice that somebody pays at the counter now. */
export function OpenAttempts({ rows }: { rows: readonly OpenAttempt[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Notice tone="warning" title={t('payment.record.open_title')}>
      <ul>
        {rows.map(({ id, order_no, bank_name, amount_sen, state, requested_at }) => (
          <li key={id}>
            <a href={paths.attempt.view(id)}>{order_no}</a>
            {': '}
            {[
              bank_name,
              formatRinggit(amount_sen),
              t(`payment.states.${state}`),
              formatInstant(requested_at, locale),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
      <p>{t('payment.record.open_text')}</p>
    </Notice>
  )
}
