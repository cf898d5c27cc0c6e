import { useTranslation } from 'react-i18next'
import { endOfMonth } from '#app/domain/core/dates.ts'
import type { ReportSum } from '#app/domain/platform/reports/collection-report.ts'
import { paths } from '#app/paths.ts'
import { ListPage, type ListView } from '#app/ui/core/page/ListPage.tsx'
import { Section, SubNav } from '#app/ui/core/page/ViewPage.tsx'
import { queryWith } from '#app/ui/core/table/query.ts'
import { PeriodChart } from './PeriodChart.tsx'

interface Row {
  id: string
  period: string
  entity_id: string
  method: string
}

interface ReportPageProps<R extends Row> {
  current: 'collection' | 'daily'
  list: ListView<R>
  sums: readonly ReportSum[]
}

/** Collections by organisation and method with a chart by month or day; rows link to their lines. */
export function ReportPage<R extends Row>({ current, list, sums }: ReportPageProps<R>) {
  const { t } = useTranslation()
  const { q, from, to, entity_id, method } = list.page.search
  const narrowed = { q, from, to, entity_id, method }
  const linesOf = (period: string, more: Record<string, string> = {}) => {
    const span =
      period.length === 7
        ? { from: `${period}-01`, to: endOfMonth(`${period}-01`) }
        : { from: period, to: period }
    return `${paths.admin.collection()}${queryWith({ ...narrowed, ...span, ...more })}`
  }
  const query = queryWith(narrowed)
  return (
    <ListPage
      {...list}
      subtitle={t('admin.report.subtitle')}
      nav={
        <SubNav
          label={t('admin.report.collection')}
          items={(['collection', 'daily'] as const).map((one) => ({
            label: t(`admin.report.by_${one}`),
            href: `${paths.admin.report[one]()}${query}`,
            current: one === current,
          }))}
        />
      }
      open={({ period, entity_id, method }) => linesOf(period, { entity_id, method })}
      searchHint={t('collection.entity')}
      empty={{ title: t('collection.empty'), hint: t('admin.report.empty_hint') }}
    >
      {sums.length > 0 && (
        <Section title={t('admin.report.chart')}>
          <PeriodChart
            id="sums"
            title={t('admin.report.chart')}
            rows={sums}
            open={({ period }) => linesOf(period)}
          />
        </Section>
      )}
    </ListPage>
  )
}
