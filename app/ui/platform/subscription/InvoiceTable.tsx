import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { Table } from '#app/ui/core/table/Table.tsx'

export interface InvoiceRow {
  id: string
  number: string
  kind: string
  issued_on: string
  due_on: string
  total_sen: number
  status: string
}

const columns = columnsOf<InvoiceRow>()(
  { key: 'number', label: 'platform_invoice.number', kind: 'number' },
  { key: 'kind', label: 'platform_invoice.kind', words: 'platform_invoice.kinds' },
  { key: 'issued_on', label: 'platform_invoice.issued_on', kind: 'date' },
  { key: 'total_sen', label: 'platform_invoice.total_sen', kind: 'money' },
  { key: 'status', label: 'platform_invoice.status', kind: 'status' },
)

interface Props {
  rows: readonly InvoiceRow[]
  open?: ((row: InvoiceRow) => string) | undefined
  actions?: ((row: InvoiceRow) => ReactNode) | undefined
}

/** What the platform has billed an organisation. */
export function InvoiceTable({ rows, open, actions }: Props) {
  const { t } = useTranslation()
  if (rows.length === 0) return <p className="quiet">{t('subscription.own.no_invoices')}</p>
  return (
    <Table
      caption={t('subscription.own.invoices')}
      columns={columns}
      rows={rows}
      open={open}
      actions={actions}
      rowKey={({ id }) => id}
    />
  )
}
