import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface PaidRow {
  id: string
  number: string
  paid_on: string
  method: string
  reference_no: string | null
  amount_sen: number
  status: string
}

const columns = columnsOf<PaidRow>()(
  { key: 'number', label: 'payment.number', kind: 'number' },
  { key: 'paid_on', label: 'payment.paid_on', kind: 'date' },
  { key: 'method', label: 'payment.method', words: 'payment.methods' },
  { key: 'reference_no', label: 'payment.reference_no', kind: 'number', room: 'wide' },
  { key: 'amount_sen', label: 'payment.amount', kind: 'money', room: 'much' },
  { key: 'status', label: 'payment.status', kind: 'status' },
)

/** What a family paid last, each with the way to its receipt. */
export function PaymentsSection({ rows }: { rows: readonly PaidRow[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('family.payments')}>
      {rows.length > 0 ? (
        <Table
          caption={t('family.payments')}
          columns={columns}
          rows={rows}
          open={({ id }) => paths.payment.view(id)}
          brief
        />
      ) : (
        <p className="quiet">{t('family.no_payments')}</p>
      )}
    </Section>
  )
}
