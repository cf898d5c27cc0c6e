import { useTranslation } from 'react-i18next'
import { enrolledColumns } from '#app/domain/catalogue/subjects/subject.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { Figures } from '#app/ui/core/page/Figures.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table, type TableProps } from '#app/ui/core/table/Table.tsx'

type Row = TableProps<{ [Column in (typeof enrolledColumns)[number]['key']]: unknown } & { id: string }>

interface EnrolledSectionProps {
  row: { students: number; capacity: number | null; waiting: number }
  enrolled: Row['rows']
  /** Whether the reader may know how many there are in all. */
  counts: boolean
}

/** Who is in a class and how many places are left. */
export function EnrolledSection({ row, enrolled, counts }: EnrolledSectionProps) {
  const { t } = useTranslation()
  const unnamed = row.students + row.waiting - enrolled.length
  return (
    <Section title={t('subject.students')}>
      {counts && (
        <Figures
          items={[
            { label: t('subject.enrolled'), value: formatCount(row.students) },
            {
              label: t('subject.capacity'),
              value: row.capacity === null ? t('subject.no_limit') : formatCount(row.capacity),
            },
            { label: t('subject.waiting'), value: formatCount(row.waiting) },
          ]}
        />
      )}
      {enrolled.length > 0 ? (
        <Table caption={t('subject.students')} columns={enrolledColumns} rows={enrolled} brief />
      ) : (
        <p className="quiet">{t('subject.no_students')}</p>
      )}
      {counts && unnamed > 0 && <p className="quiet">{t('subject.enrolled_more', { count: unnamed })}</p>}
    </Section>
  )
}
