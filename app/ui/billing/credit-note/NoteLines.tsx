import { useTranslation } from 'react-i18next'
import { linesIn, type WrittenLineText } from '#app/domain/core/invoicing/line-text.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Sums } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'

interface Item extends WrittenLineText {
  id: string
  amount_sen: number
  tax_sen: number
}

export interface NoteOfLines {
  items: readonly Item[]
  sub_total_sen: number
  tax_total_sen: number
  total_sen: number
}

const [description, amount, tax] = columnsOf<Item>()(
  { key: 'description', label: 'credit_note.description' },
  { key: 'amount_sen', label: 'credit_note.amount_sen', kind: 'money' },
  { key: 'tax_sen', label: 'credit_note.tax_sen', kind: 'money' },
)

/** The credited lines and totals of a note. */
export function NoteLines({ note }: { note: NoteOfLines }) {
  const { t, i18n } = useTranslation()
  const hasTax = note.tax_total_sen > 0
  return (
    <TableSection
      title={t('credit_note.section')}
      columns={hasTax ? [description, amount, tax] : [description, amount]}
      rows={linesIn(note.items, i18n.language)}
      cells={{ tax_sen: ({ tax_sen }) => (tax_sen > 0 ? formatRinggit(tax_sen) : '–') }}
    >
      <Sums
        items={
          hasTax
            ? [
                { label: t('credit_note.sub_total_sen'), sen: note.sub_total_sen },
                { label: t('credit_note.tax_total_sen'), sen: note.tax_total_sen },
              ]
            : []
        }
        total={{ label: t('credit_note.total_sen'), sen: note.total_sen }}
      />
    </TableSection>
  )
}
