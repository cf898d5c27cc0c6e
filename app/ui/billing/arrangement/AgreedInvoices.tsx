import { useTranslation } from 'react-i18next'
import type { ShownStatus } from '#app/domain/core/invoicing/invoice-status.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

export interface AgreedInvoice {
  id: string
  number: string | null
  student: string
  due_on: string
  agreed_sen: number
  balance_sen: number
  status: ShownStatus
}

const [number, student, due, agreed, balance, status] = columnsOf<AgreedInvoice>()(
  { key: 'number', label: 'arrangement.invoice', kind: 'number' },
  { key: 'student', label: 'arrangement.student', room: 'who' },
  { key: 'due_on', label: 'arrangement.due_on', kind: 'date', room: 'wide' },
  { key: 'agreed_sen', label: 'arrangement.agreed_sen', kind: 'money', room: 'much', total: true },
  { key: 'balance_sen', label: 'arrangement.balance_sen', kind: 'money', room: 'wide', total: true },
  { key: 'status', label: 'arrangement.status', kind: 'status' },
)

interface Props {
  rows: readonly AgreedInvoice[]
  /** On the sheet that is signed only what was agreed. */
  paper?: boolean
}

/** Which invoices are paid in parts. */
export function AgreedInvoices({ rows, paper = false }: Props) {
  const { t } = useTranslation()
  const sumOf = (key: 'agreed_sen' | 'balance_sen') => rows.reduce((sum, row) => sum + row[key], 0)
  return (
    <Section title={t('arrangement.invoices')}>
      <Table
        caption={t('arrangement.invoices')}
        columns={paper ? [number, student, due, agreed] : [number, student, due, agreed, balance, status]}
        rows={rows}
        {...(paper ? {} : { open: ({ id }: AgreedInvoice) => paths.invoice.view(id) })}
        totals={{ agreed_sen: sumOf('agreed_sen'), balance_sen: sumOf('balance_sen') }}
        {...(paper ? {} : { brief: true })}
      />
    </Section>
  )
}
