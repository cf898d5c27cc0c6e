import { useTranslation } from 'react-i18next'
import { classPartColumns } from '#app/domain/catalogue/subjects/subject.ts'
import { paths } from '#app/paths.ts'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import type { TableProps } from '#app/ui/core/table/Table.tsx'

type Row = TableProps<{ [Column in (typeof classPartColumns)[number]['key']]: unknown } & { id: string }>

interface ClassSectionProps {
  rows: Row['rows']
  /** How the list of classes is narrowed to them, such as `program_id=…`. */
  query: string
}

/** The classes that belong to the row of a page, as far as the reader sees them; nothing where there are none. */
export function ClassSection({ rows, query }: ClassSectionProps) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <TableSection
      title={t('subject.plural')}
      actions={<a href={paths.listed('subject', query)}>{t('common.as_list')}</a>}
      columns={classPartColumns}
      rows={rows}
      open={({ id }) => paths.subject.view(id)}
      brief
    />
  )
}
