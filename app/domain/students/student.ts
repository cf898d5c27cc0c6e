import { columnsOf } from '#app/domain/lists/columns.ts'
import { searchOf } from '#app/domain/lists/search.ts'

/** As the counter looks for one: who pays, and what is still owed. */
export interface BillableRow {
  id: string
  student_no: string
  name: string
  payer: string | null
  branch: string
  owed_sen: number
  status: string
}

export const billableColumns = columnsOf<BillableRow>()(
  { key: 'name', label: 'invoice.student', sort: true },
  { key: 'student_no', label: 'invoice.student_no', sort: true },
  { key: 'payer', label: 'invoice.payer' },
  { key: 'owed_sen', label: 'invoice.balance_sen', kind: 'money', sort: true },
  { key: 'status', label: 'invoice.status', kind: 'status' },
)

export const billableSearch = searchOf(['name', 'student_no', 'owed_sen'], {})
