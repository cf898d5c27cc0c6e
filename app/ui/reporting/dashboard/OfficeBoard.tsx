import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  type ArrearsRow,
  type MethodRow,
  type MonthRow,
  type ReceivedRow,
  type RecentRow,
  receivedColumns,
  recentColumns,
} from '#app/domain/reporting/dashboards/dashboard.ts'
import type { MovesRow, WeekRow } from '#app/domain/reporting/dashboards/people.ts'
import { paths } from '#app/paths.ts'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { ArrearsTable, arrearsFigures } from './ArrearsTable.tsx'
import { CollectionChart } from './CollectionChart.tsx'
import { MethodTable } from './MethodTable.tsx'
import { AttendanceChart, MovesChart } from './PeopleCharts.tsx'

interface OfficeBoardProps {
  collected: { month: string; sen: number; fees_sen: number; last_month: string; last_sen: number }
  months: readonly MonthRow[]
  methods: readonly MethodRow[]
  arrears: readonly ArrearsRow[]
  received: { rows: readonly ReceivedRow[]; count: number; sen: number; fees_sen: number }
  recent: readonly RecentRow[]
  /** Null where the reader may not see them. */
  moves: readonly MovesRow[] | null
  weeks: readonly WeekRow[] | null
  /** Before the lists of the day. */
  children?: ReactNode
}

/** What a manager looks at first: what came in, what is owed and for how long, who came and went, what happened today. */
export function OfficeBoard(props: OfficeBoardProps) {
  const { collected, months, methods, arrears, received, recent, moves, weeks, children } = props
  const { t } = useTranslation()
  const { locale } = usePage()
  const today = collected.month
  return (
    <>
      <Figures
        items={[
          {
            label: t('dashboard.collected_in', { month: formatMonth(today, locale) }),
            value: formatRinggit(collected.sen),
            href: paths.payment.list({ from: startOfMonth(today), to: today }),
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
            hint: [
              received.fees_sen !== 0 &&
                t('dashboard.and_fees', { amount: formatRinggit(received.fees_sen) }),
              t('dashboard.count_payments', { count: received.count }),
            ]
              .filter(Boolean)
              .join(' · '),
            href: paths.payment.list({ from: today, to: today }),
          },
        ]}
      />
      <CollectionChart rows={months} today={today} />
      <div className="pair">
        <ArrearsTable rows={arrears} />
        <MethodTable rows={methods} today={today} />
        {moves && <MovesChart rows={moves} />}
        {weeks && <AttendanceChart rows={weeks} />}
      </div>
      {children}
      <Section
        title={t('dashboard.received_today')}
        actions={
          received.rows.length > 0 && (
            <a href={paths.payment.list({ from: today, to: today })}>{t('common.action.show_all')}</a>
          )
        }
      >
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
