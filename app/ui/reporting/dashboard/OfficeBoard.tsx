import { useTranslation } from 'react-i18next'
import { formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  type ArrearsRow,
  type MonthRow,
  type ReceivedRow,
  type RecentRow,
  receivedColumns,
  recentColumns,
} from '#app/domain/reporting/dashboards/dashboard.ts'
import { paths } from '#app/paths.ts'
import { Figures } from '#app/ui/core/page/Figures.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { ArrearsTable } from './ArrearsTable.tsx'
import { arrearsFigures } from './arrears-figures.ts'
import { CollectionChart } from './CollectionChart.tsx'

interface OfficeBoardProps {
  collected: { month: string; sen: number; fees_sen: number; last_month: string; last_sen: number }
  months: readonly MonthRow[]
  arrears: readonly ArrearsRow[]
  received: { rows: readonly ReceivedRow[]; count: number; sen: number }
  recent: readonly RecentRow[]
}

/** What a manager looks at first: what came in, what is owed and for how long, what happened today. */
export function OfficeBoard({ collected, months, arrears, received, recent }: OfficeBoardProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <>
      <Figures
        items={[
          {
            label: t('dashboard.collected_in', { month: formatMonth(collected.month, locale) }),
            value: formatRinggit(collected.sen),
            hint: [
              collected.fees_sen !== 0 &&
                t('dashboard.and_fees', { amount: formatRinggit(collected.fees_sen) }),
              t('dashboard.collected_before', {
                amount: formatRinggit(collected.last_sen),
                month: formatMonth(collected.last_month, locale),
              }),
            ]
              .filter(Boolean)
              .join(' · '),
          },
          ...arrearsFigures(arrears, t),
          {
            label: t('dashboard.received_today'),
            value: formatRinggit(received.sen),
            hint: t('dashboard.count_payments', { count: received.count }),
          },
        ]}
      />
      <CollectionChart rows={months} />
      <ArrearsTable rows={arrears} />
      <Section title={t('dashboard.received_today')}>
        {received.rows.length > 0 ? (
          <Table
            caption={t('dashboard.received_today')}
            columns={receivedColumns}
            brief
            rows={received.rows}
            open={(row) => paths.payment.view(row.payment_id)}
          />
        ) : (
          <p className="quiet">{t('dashboard.nothing_received')}</p>
        )}
      </Section>
      <Section
        title={t('dashboard.recent_invoices')}
        actions={<a href={paths.invoice.list()}>{t('common.action.show_all')}</a>}
      >
        {recent.length > 0 ? (
          <Table
            caption={t('dashboard.recent_invoices')}
            columns={recentColumns}
            brief
            rows={recent}
            open={(row) => paths.invoice.view(row.id)}
            cells={{ number: (row) => row.number ?? t('common.status.draft') }}
          />
        ) : (
          <p className="quiet">{t('invoice.empty')}</p>
        )}
      </Section>
    </>
  )
}
