import { useTranslation } from 'react-i18next'
import type { SheetLine } from '#app/domain/classes/pay/find-pay-sheets.ts'
import { paths } from '#app/paths.ts'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { payColumns, payRows } from './pay-rows.ts'

interface Props {
  row: { id: string; version: number; total_sen: number }
  lines: readonly SheetLine[]
  /** Each line leads to its session. */
  links: boolean
  /** Corrections can be removed. */
  edits: boolean
}

/** The lines of a pay sheet with their sum. */
export function LinesOfPay({ row, lines, links, edits }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const rows = payRows(lines, t, locale)
  return (
    <TableSection
      title={t('pay_sheet.lines')}
      columns={payColumns}
      rows={rows}
      rowKey={({ id }) => id}
      open={({ session_id }) => (links && session_id ? paths.class_session.view(session_id) : null)}
      totals={{ amount_sen: row.total_sen }}
      brief
      rowActions={
        edits && rows.some(({ isCorrection }) => isCorrection)
          ? ({ id, isCorrection }) =>
              isCorrection && (
                <PostButton
                  action={paths.pay_sheet.uncorrect(row.id)}
                  fields={{ line_id: id, version: String(row.version) }}
                >
                  {t('pay_sheet.uncorrect')}
                </PostButton>
              )
          : undefined
      }
    />
  )
}
