import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { StateSums as Sums } from '#app/domain/payments/bank-statements/find-statements.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { type SumRow, sumRows } from './sum-rows.ts'

interface StateSumsProps {
  record: {
    id: string
    opening_sen: number | null
    closing_sen: number | null
    credit_sen: number
    debit_sen: number
  }
  sums: Sums
  addsUp: boolean
}

/** What became of the lines, sum by sum, up to all that came in and went out. */
export function StateSums({ record, sums, addsUp }: StateSumsProps) {
  const { t } = useTranslation()
  const { id, opening_sen, closing_sen, credit_sen, debit_sen } = record
  return (
    <Section title={t('bank_statement.sums')}>
      <Table
        caption={t('bank_statement.sums')}
        columns={[
          { key: 'what', label: 'bank_statement.sum_of' },
          { key: 'count', label: 'bank_statement.sum_count', kind: 'count' },
          { key: 'sen', label: 'bank_statement.sum_sen', kind: 'money' },
        ]}
        rows={sumRows(sums)}
        rowKey={({ what }) => what}
        cells={{
          what: ({ what, status }: SumRow) =>
            status ? (
              <a href={paths.bankLine.of(id, status)}>{t(`bank_statement.${what}`)}</a>
            ) : (
              t(`bank_statement.${what}`)
            ),
        }}
      />
      {addsUp && opening_sen !== null && closing_sen !== null && (
        <p className="quiet">
          {t('bank_statement.adds_up', {
            opening: formatRinggit(opening_sen),
            credit: formatRinggit(credit_sen),
            debit: formatRinggit(debit_sen),
            closing: formatRinggit(closing_sen),
          })}
        </p>
      )}
    </Section>
  )
}
