import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { paths } from '#app/paths.ts'
import { Table } from '#app/ui/core/table/Table.tsx'

interface ChildRow {
  id: string
  name: string
  student_no: string
  born_on: string
  branch: string
  status: string
}

const columns = columnsOf<ChildRow>()(
  { key: 'name', label: 'student.name' },
  { key: 'student_no', label: 'student.student_no', kind: 'number' },
  { key: 'born_on', label: 'student.born_on', kind: 'date', room: 'table' },
  { key: 'branch', label: 'student.branch_id', room: 'wide' },
  { key: 'status', label: 'student.status', kind: 'status' },
)

/** Children of a family, as far as the reader reaches them. */
export function ChildTable({ caption, rows }: { caption: string; rows: readonly ChildRow[] }) {
  return (
    <Table caption={caption} columns={columns} rows={rows} open={({ id }) => paths.student.view(id)} brief />
  )
}
