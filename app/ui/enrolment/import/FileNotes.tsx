import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import type { ImportNotes } from '#app/domain/enrolment/imports/import.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { rowRanges } from '#app/ui/core/text/row-ranges.ts'

/** What of a file is not to be seen in its rows: other sheets, what is hidden, and where the headings were found. */
export function FileNotes({ notes }: { notes: ImportNotes }) {
  const { t } = useTranslation()
  const { sheet, heading, hidden_rows = [], hidden_columns = [], others = [], left_out = [] } = notes
  const lines = [
    ...(sheet && others.length + left_out.length > 0 ? [t('import.notes.sheet', { sheet })] : []),
    ...(heading ? [t('import.notes.heading', { row: heading })] : []),
    ...(hidden_rows.length > 0
      ? [t('import.notes.hidden_rows', { count: hidden_rows.length, rows: rowRanges(hidden_rows) })]
      : []),
    ...(hidden_columns.length > 0
      ? [
          t('import.notes.hidden_columns', {
            count: hidden_columns.length,
            columns: rowRanges(hidden_columns, columnLetters),
          }),
        ]
      : []),
    ...left_out.map((one) => t(`import.notes.left_out.${one.reason}`, { sheet: one.sheet })),
  ]
  if (lines.length + others.length === 0) return null
  return (
    <Notice title={t('import.notes.title')}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {others.map(({ id, sheet: name, rows }) => (
          <li key={id}>
            <a href={paths.import.view(id)}>
              {t('import.notes.other', { sheet: name, count: rows, rows: formatCount(rows) })}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** As Excel names a column, counted from 0: `A`, `AA`. */
export const columnLetters = (column: number): string =>
  (column >= 26 ? columnLetters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))
