import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { mostSkipped, type StatementNotes } from '#app/domain/payments/bank-statements/bank-statement.ts'
import { Table } from '#app/ui/core/table/Table.tsx'
import { rowRanges } from '#app/ui/core/text/row-ranges.ts'

interface LeftOutProps {
  record: { skipped: number; notes: StatementNotes }
}

/**
 * What of a file is not among its lines: each row with its number, its words and the reason, so that somebody can account
 * for the whole file; and hidden rows, which are among them. Nothing of a file that has none of these.
 */
export function LeftOut({ record: { skipped: count, notes } }: LeftOutProps) {
  const { t } = useTranslation()
  const { skipped = [], hidden_rows = [], left_out = [] } = notes
  if (skipped.length + hidden_rows.length + left_out.length === 0) return null
  return (
    <details className="why">
      <summary>
        {skipped.length > 0
          ? t('bank_statement.left_out.rows', { count, rows: formatCount(count) })
          : t('bank_statement.left_out.file')}
      </summary>
      {hidden_rows.length > 0 && (
        <p>
          {t('bank_statement.left_out.hidden_rows', {
            count: hidden_rows.length,
            rows: rowRanges(hidden_rows),
          })}
        </p>
      )}
      {left_out.map(({ sheet, reason }) => (
        <p key={sheet}>{t(`bank_statement.left_out.sheets.${reason}`, { sheet })}</p>
      ))}
      {skipped.length > 0 && (
        <Table
          caption={t('bank_statement.left_out.rows', { count, rows: formatCount(count) })}
          columns={[
            { key: 'row', label: 'bank_statement.left_out.row', kind: 'number' },
            { key: 'text', label: 'bank_statement.left_out.text', room: 'who' },
            {
              key: 'reason',
              label: 'bank_statement.left_out.reason',
              words: 'bank_statement.left_out.reasons',
            },
          ]}
          rows={skipped}
          rowKey={(_, index) => String(index)}
        />
      )}
      {count > skipped.length && (
        <p className="quiet">{t('bank_statement.left_out.first', { most: formatCount(mostSkipped) })}</p>
      )}
    </details>
  )
}
