import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { type ArrearsRow, type ClassRow, classColumns } from '#app/domain/reporting/dashboards/dashboard.ts'
import { paths } from '#app/paths.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { ToDoList } from '#app/ui/core/page/ToDoList.tsx'
import { ArrearsTable, arrearsFigures } from './ArrearsTable.tsx'

/** What waits for the reader, each a link to exactly that. */
export function ToDoStrip({ items }: { items: readonly { key: string; count: number; href: string }[] }) {
  const { t } = useTranslation()
  return (
    <ToDoList
      items={items.map(({ key, count, href }) => ({
        ...{ count, href },
        words: t(`dashboard.waiting.${key}`, { count }),
      }))}
    />
  )
}

interface CounterBoardProps {
  till: { count: number; sen: number }
  arrears: readonly ArrearsRow[]
}

/** The counter's day: what must be in the till, and who is late. */
export function CounterBoard({ till, arrears }: CounterBoardProps) {
  const { t } = useTranslation()
  return (
    <>
      <Figures
        items={[
          {
            label: t('dashboard.till'),
            value: formatRinggit(till.sen),
            hint: t('dashboard.count_payments', { count: till.count }),
          },
          ...arrearsFigures(arrears, t),
        ]}
      />
      <ArrearsTable rows={arrears} />
    </>
  )
}

/** Classes and heads; who teaches never sees a figure of money. */
export function ClassBoard({ rows, students }: { rows: readonly ClassRow[]; students: number }) {
  const { t } = useTranslation()
  if (rows.length === 0)
    return <EmptyState title={t('dashboard.no_classes')} hint={t('dashboard.no_classes_hint')} />
  return (
    <>
      <Figures
        items={[
          { label: t('dashboard.classes'), value: String(rows.length) },
          { label: t('dashboard.students'), value: String(students) },
        ]}
      />
      <TableSection
        title={t('dashboard.classes')}
        columns={classColumns}
        rows={rows}
        open={({ id }) => paths.subject.view(id)}
        brief
      />
    </>
  )
}
