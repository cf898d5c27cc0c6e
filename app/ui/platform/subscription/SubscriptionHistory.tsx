import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface Change {
  id: string
  at: Date | string | null
  action: string
  actor_name: string | null
  expired_on: string | null
  expires_on: string | null
  status: string | null
  credit_before: string | null
  credit: string | null
  reason: string
}

/** The audit history of a subscription, the newest first. */
export function SubscriptionHistory({ rows }: { rows: readonly Change[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('subscription.changes')}>
      {rows.length === 0 && <p className="quiet">{t('subscription.no_changes')}</p>}
      <ul className="facts">
        {rows.map((row) => (
          <li key={row.id}>
            <ChangeEntry row={row} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ChangeEntry({ row }: { row: Change }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const came = [
    row.status && t(`common.status.${row.status}`),
    row.expires_on &&
      row.expires_on !== row.expired_on &&
      t('subscription.until', { date: formatDate(row.expires_on, locale) }),
    row.credit && row.credit !== row.credit_before && t('subscription.credits_now', { credit: row.credit }),
    row.reason,
  ]
  const who = [row.actor_name, row.at && formatInstant(row.at, locale)]
  return (
    <div>
      <p>{t(`audit.actions.${row.action}`)}</p>
      <p>{unbroken(came.filter(Boolean).join(' · '))}</p>
      <p className="quiet small">{unbroken(who.filter(Boolean).join(', '))}</p>
    </div>
  )
}
