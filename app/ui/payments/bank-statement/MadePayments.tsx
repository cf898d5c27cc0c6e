import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface Made {
  id: string
  number: string
  family: string | null
  amount_sen: number
  status: string
}

/** The payments that a line became, also those that were cancelled since. */
export function MadePayments({ rows }: { rows: readonly Made[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('bank_line.made')}>
      <Table
        caption={t('bank_line.made')}
        columns={[
          { key: 'number', label: 'payment.number', kind: 'number' },
          { key: 'family', label: 'bank_line.family' },
          { key: 'amount_sen', label: 'bank_line.amount', kind: 'money' },
          { key: 'status', label: 'bank_line.status', kind: 'status' },
        ]}
        rows={rows}
        open={({ id }) => paths.payment.view(id)}
      />
    </Section>
  )
}
