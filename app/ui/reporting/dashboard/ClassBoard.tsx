import { useTranslation } from 'react-i18next'
import { type ClassRow, classColumns } from '#app/domain/reporting/dashboards/dashboard.ts'
import { paths } from '#app/paths.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Figures } from '#app/ui/core/page/Figures.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

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
      <Section title={t('dashboard.classes')}>
        <Table
          caption={t('dashboard.classes')}
          columns={classColumns}
          rows={rows}
          open={({ id }) => paths.subject.view(id)}
          brief
        />
      </Section>
    </>
  )
}
