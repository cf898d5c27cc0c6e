import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { Compared } from '#app/domain/people/student-changes/student-change.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { comparedWords } from './change-words.ts'

interface ChangeTableProps {
  compared: readonly Compared[]
  /** Nothing is decided yet: what is on file now counts, beside what it was when it was asked for. */
  open: boolean
}

type Row = ReturnType<typeof comparedWords>[number]

const waiting = columnsOf<Row>()(
  { key: 'field', label: 'student_change.field' },
  { key: 'now', label: 'student_change.now' },
  { key: 'wanted', label: 'student_change.wanted' },
)
const decided = columnsOf<Row>()(
  { key: 'field', label: 'student_change.field' },
  { key: 'before', label: 'student_change.before' },
  { key: 'wanted', label: 'student_change.wanted' },
)

/** Old and new beside each other, field by field. */
export function ChangeTable({ compared, open }: ChangeTableProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Table
      caption={t('student_change.compared')}
      columns={open ? waiting : decided}
      rows={comparedWords(compared, t, locale)}
      rowKey={({ field }) => field}
      cells={{
        now: ({ now, before, moved }) => (
          <>
            {now}
            {moved && <div className="quiet">{t('student_change.was', { value: before })}</div>}
          </>
        ),
        wanted: ({ wanted }) => <strong>{wanted}</strong>,
      }}
    />
  )
}
