import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import type { ImportNotes } from '#app/domain/enrolment/imports/import.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

/** What of a file is not to be seen in its rows: other sheets, what is hidden, and where the headings were found. */
export function FileNotes({ notes }: { notes: ImportNotes }) {
  const { t } = useTranslation()
  const { sheet, heading, hidden_rows = [], hidden_columns = [], others = [], left_out = [] } = notes
  const lines = [
    ...(sheet && others.length + left_out.length > 0 ? [t('import.notes.sheet', { sheet })] : []),
    ...(heading ? [t('import.notes.heading', { row: heading })] : []),
    ...(hidden_rows.length > 0
      ? [t('import.notes.hidden_rows', { count: hidden_rows.length, rows: stretches(hidden_rows) })]
      : []),
    ...(hidden_columns.length > 0
      ? [
          t('import.notes.hidden_columns', {
            count: hidden_columns.length,
            columns: stretches(hidden_columns, columnLetters),
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

/** The first ten stretches of ascending numbers, each named by its ends as in `4, 7–9`, and a mark where there are more. */
export function stretches(numbers: readonly number[], named: (number: number) => string = String): string {
  const ends: [number, number][] = []
  for (const number of numbers) {
    const last = ends.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else ends.push([number, number])
  }
  const words = ends.map(([from, to]) => (from === to ? named(from) : `${named(from)}–${named(to)}`))
  return words.slice(0, 10).join(', ') + (words.length > 10 ? ' …' : '')
}

/** As Excel names a column, counted from 0: `A`, `AA`. */
export const columnLetters = (column: number): string =>
  (column >= 26 ? columnLetters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))
