import { useTranslation } from 'react-i18next'
import type { notesOf } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

type Note = Awaited<ReturnType<typeof notesOf>>[number]
type Told = Omit<Note, 'requested_at'>

const columns = columnsOf<Told>()(
  { key: 'kind', label: 'credit_note.kind', words: 'credit_note.kinds', room: 'who' },
  { key: 'number', label: 'credit_note.number', kind: 'number' },
  { key: 'issued_on', label: 'credit_note.issued_on', kind: 'date' },
  { key: 'total_sen', label: 'credit_note.total_sen', kind: 'money', room: 'much' },
  { key: 'status', label: 'credit_note.status', kind: 'status' },
)

/** What was taken back of an invoice, is asked for, or was turned down. */
export function InvoiceNotes({ notes }: { notes: readonly Told[] }) {
  const { t } = useTranslation()
  if (notes.length === 0) return null
  return (
    <Section title={t('credit_note.credited')}>
      <Table
        caption={t('credit_note.credited')}
        columns={columns}
        rows={notes}
        brief
        open={({ id }) => paths.creditNote.view(id)}
        rowKey={({ id }) => id}
      />
    </Section>
  )
}
