import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { type Span, type StatementRow, statementColumns } from '#app/domain/people/families/statement.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { Sender } from '../head/Letterhead.tsx'
import { TableDocument } from '../TableDocument.tsx'

export interface StatementDocumentProps {
  organisation: Sender
  /** An address that whoever renders the sheet can reach. */
  logo: string | null
  name: string
  family_code: string
  span: Span
  rows: StatementRow[]
  /** When it was printed, as text in the reader's language. */
  printed: string
}

/** A family's statement of account on paper. */
export function StatementDocument({ name, family_code, span, rows, ...sheet }: StatementDocumentProps) {
  const { t, i18n } = useTranslation()
  const day = (on: string) => formatDate(on, i18n.language as Locale)
  return (
    <TableDocument
      {...sheet}
      title={t('statement.one')}
      columns={statementColumns}
      page={{ rows, total: rows.length, totals: {}, summed: undefined, more: false }}
      filters={[
        { label: t('statement.family'), value: name },
        { label: t('parent.family_code'), value: family_code },
        { label: t('statement.from'), value: day(span.from) },
        { label: t('statement.to'), value: day(span.to) },
      ]}
    />
  )
}
