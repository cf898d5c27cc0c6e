import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { useSentence } from '#app/ui/core/form/control.ts'

interface StatementNoticesProps {
  record: {
    id: string
    status: string
    error_code: string | null
    undo_code: string | null
    blocked: number[] | null
    broken_row: number | null
    opening_sen: number | null
    closing_sen: number | null
    credit_sen: number
    debit_sen: number
  }
  addsUp: boolean
  may: { map: boolean }
}

/** What somebody must know of a statement before anything else. */
export function StatementNotices({ record, addsUp, may }: StatementNoticesProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const { blocked, undo_code, error_code, broken_row, credit_sen, debit_sen } = record
  const [before, after] = [record.opening_sen ?? 0, record.closing_sen ?? 0]
  return (
    <>
      {error_code && <Notice tone="error">{sentence(error_code)}</Notice>}
      {(undo_code || (blocked && blocked.length > 0)) && (
        <Notice tone="warning" title={t('bank_statement.blocked')}>
          {undo_code ? sentence(undo_code) : t('bank_statement.blocked_rows', { rows: blocked!.join(', ') })}
        </Notice>
      )}
      {record.status === 'uploaded' && (
        <Notice title={t('bank_statement.map')}>
          <p>{t('bank_statement.row_needed')}</p>
          {may.map && (
            <LinkButton href={paths.bankStatement.map(record.id)} look="primary">
              {t('bank_statement.map')}
            </LinkButton>
          )}
        </Notice>
      )}
      {!addsUp && (
        <Notice tone="warning" title={t('bank_statement.not_added_up')}>
          {broken_row === null
            ? t('bank_statement.not_added_up_text', {
                opening: formatRinggit(before),
                credit: formatRinggit(credit_sen),
                debit: formatRinggit(debit_sen),
                made: formatRinggit(before + credit_sen - debit_sen),
                closing: formatRinggit(after),
              })
            : t('bank_statement.broken', { row: broken_row })}
        </Notice>
      )}
    </>
  )
}
