import { useTranslation } from 'react-i18next'
import { ListPage, type ListPageProps, type ListView } from '#app/ui/core/page/ListPage.tsx'

interface ReportPageProps<Row>
  extends Pick<ListPageProps<Row>, 'open' | 'note' | 'cells' | 'searchHint' | 'children' | 'empty'> {
  list: ListView<Row>
  subtitle: string
}

/** A report: its rows with totals. */
export function ReportPage<Row extends object>({ list, subtitle, ...page }: ReportPageProps<Row>) {
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      empty={{ title: t('report.empty'), hint: t('report.empty_hint') }}
      {...page}
      subtitle={subtitle}
    />
  )
}
