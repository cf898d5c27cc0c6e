import { useTranslation } from 'react-i18next'
import { daysBetween, formatDate, formatMonth } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import type { Deadline } from '#app/domain/reporting/dashboards/deadlines.ts'
import { paths } from '#app/paths.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface DeadlineListProps {
  rows: readonly Deadline[]
  today: string
  /** Message credits that are left; null where there is no subscription. */
  credit: number | null
}

/** What has a last day, the earliest first, each a link to where it is done; and the credits for messages. */
export function DeadlineList({ rows, today, credit }: DeadlineListProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (rows.length === 0 && credit === null) return null
  return (
    <Section title={t('home_chart.deadlines')}>
      <Facts
        items={[
          ...rows.map(({ kind, on, month }) => ({
            label: t(`home_chart.deadline.${kind}`, { month: month ? formatMonth(month, locale) : '' }),
            value:
              kind === 'month'
                ? t('home_chart.over_since', { date: formatDate(on, locale) })
                : `${formatDate(on, locale)} · ${leftWords(daysBetween(today, on))}`,
            href: addressOf(kind),
          })),
          credit !== null && {
            label: t('home_chart.credits'),
            value: formatCount(credit),
            href: paths.message_credit.view(),
          },
        ]}
      />
    </Section>
  )

  function leftWords(days: number): string {
    if (days === 0) return t('home_chart.due_today')
    return t(days < 0 ? 'home_chart.days_over' : 'home_chart.days_left', { count: Math.abs(days) })
  }
}

function addressOf(kind: Deadline['kind']): string {
  switch (kind) {
    case 'month':
      return paths.month.list({ status: 'open' })
    case 'einvoice':
      return paths.einvoice.list()
    case 'subscription':
      return paths.setting.subscription()
    default:
      return paths.einvoiceSetting.index()
  }
}
