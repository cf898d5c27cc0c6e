import { useTranslation } from 'react-i18next'
import { ListPage, type ListView } from '#app/ui/core/page/ListPage.tsx'

interface ReportPageProps<Row> {
  list: ListView<Row>
  subtitle: string
  /** The page of a row. */
  open?: (row: Row) => string | null
}

/** A report: its rows with totals. */
export function ReportPage<Row extends object>({ list, subtitle, open }: ReportPageProps<Row>) {
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={subtitle}
      {...(open ? { open } : {})}
      empty={{ title: t('report.empty'), hint: t('report.empty_hint') }}
    />
  )
}
