import { useTranslation } from 'react-i18next'
import type { MarkLine } from '#app/domain/classes/marking/find-marking.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { Table } from '#app/ui/core/table/Table.tsx'
import { EntryLines } from './EntryLines.tsx'

const columns = columnsOf<MarkLine>()(
  { key: 'name', label: 'marking.register.name', room: 'who' },
  { key: 'mark', label: 'marking.mark', kind: 'status', words: 'marking.marks' },
  { key: 'late_minutes', label: 'marking.late_minutes', kind: 'count' },
  { key: 'remark', label: 'marking.remark' },
)

/** The marks of a session that cannot be changed now, with those that do not count. */
export function MarksTable({ lines }: { lines: readonly MarkLine[] }) {
  const { t } = useTranslation()
  return (
    <Table
      caption={t('marking.list')}
      columns={columns}
      rows={lines}
      rowKey={({ student_id }) => student_id}
      note={(row) => row.beyond && t(`marking.${row.beyond}`)}
      below={({ entries }) => (entries.length > 0 ? <EntryLines entries={entries} /> : null)}
      brief
    />
  )
}
