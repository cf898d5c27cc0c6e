import { useTranslation } from 'react-i18next'
import type { SettledPart } from '#app/domain/billing/arrangements/arrangement.ts'
import type { ShownStatus } from '#app/domain/core/invoicing/invoice.ts'
import type { TitleFacts } from '#app/domain/core/invoicing/title.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { paths } from '#app/paths.ts'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'

const [position, due, amount, settled, state] = columnsOf<SettledPart>()(
  { key: 'position', label: 'arrangement.position' },
  { key: 'due_on', label: 'arrangement.part_due_on', kind: 'date', room: 'who' },
  { key: 'amount_sen', label: 'arrangement.amount_sen', kind: 'money', room: 'much', total: true },
  { key: 'settled_sen', label: 'arrangement.settled_sen', kind: 'money', total: true },
  { key: 'state', label: 'arrangement.state', words: 'arrangement.states' },
)

interface PartsTableProps {
  rows: readonly SettledPart[]
  total_sen: number
  /** Also shows what was received of each part; the printed agreement does not. */
  came?: boolean
}

/** The parts of an arrangement with their days and amounts. */
export function PartsTable({ rows, total_sen, came = false }: PartsTableProps) {
  const { t } = useTranslation()
  return (
    <TableSection
      title={t('arrangement.agreed')}
      columns={came ? [due, amount, settled, state] : [position, due, amount]}
      rows={rows}
      rowKey={(row) => String(row.position)}
      totals={{
        amount_sen: total_sen,
        settled_sen: rows.reduce((sum, { settled_sen }) => sum + settled_sen, 0),
      }}
      {...(came ? { brief: true } : {})}
    />
  )
}

export interface AgreedInvoice {
  id: string
  number: string | null
  title: TitleFacts
  due_on: string
  agreed_sen: number
  balance_sen: number
  status: ShownStatus
}

const [what, number, invoiceDue, agreed, balance, status] = columnsOf<AgreedInvoice>()(
  { key: 'title', label: 'invoice.what_for', kind: 'title', room: 'who' },
  { key: 'number', label: 'arrangement.invoice', kind: 'number' },
  { key: 'due_on', label: 'arrangement.due_on', kind: 'date', room: 'wide' },
  { key: 'agreed_sen', label: 'arrangement.agreed_sen', kind: 'money', room: 'much', total: true },
  { key: 'balance_sen', label: 'arrangement.balance_sen', kind: 'money', room: 'wide', total: true },
  { key: 'status', label: 'arrangement.status', kind: 'status' },
)

interface AgreedInvoicesProps {
  rows: readonly AgreedInvoice[]
  /** For the printed agreement: only the agreed amounts. */
  paper?: boolean
}

/** The invoices of an arrangement. */
export function AgreedInvoices({ rows, paper = false }: AgreedInvoicesProps) {
  const { t } = useTranslation()
  const sumOf = (key: 'agreed_sen' | 'balance_sen') => rows.reduce((sum, row) => sum + row[key], 0)
  return (
    <TableSection
      title={t('arrangement.invoices')}
      columns={
        paper ? [what, number, invoiceDue, agreed] : [what, number, invoiceDue, agreed, balance, status]
      }
      rows={rows}
      open={paper ? undefined : ({ id }) => paths.invoice.view(id)}
      totals={{ agreed_sen: sumOf('agreed_sen'), balance_sen: sumOf('balance_sen') }}
      {...(paper ? {} : { brief: true })}
    />
  )
}
