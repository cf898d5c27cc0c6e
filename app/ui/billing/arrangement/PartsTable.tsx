import { useTranslation } from 'react-i18next'
import type { SettledPart } from '#app/domain/billing/arrangements/arrangement.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

const [position, due, amount, settled, state] = columnsOf<SettledPart>()(
  { key: 'position', label: 'arrangement.position' },
  { key: 'due_on', label: 'arrangement.part_due_on', kind: 'date', room: 'who' },
  { key: 'amount_sen', label: 'arrangement.amount_sen', kind: 'money', room: 'much', total: true },
  { key: 'settled_sen', label: 'arrangement.settled_sen', kind: 'money', total: true },
  { key: 'state', label: 'arrangement.state', words: 'arrangement.states' },
)

interface Props {
  rows: readonly SettledPart[]
  total_sen: number
  /** With what has come in of each; on paper only what was agreed. */
  came?: boolean
}

/** What comes by when. */
export function PartsTable({ rows, total_sen, came = false }: Props) {
  const { t } = useTranslation()
  return (
    <Section title={t('arrangement.agreed')}>
      <Table
        caption={t('arrangement.agreed')}
        columns={came ? [due, amount, settled, state] : [position, due, amount]}
        rows={rows}
        rowKey={(row) => String(row.position)}
        totals={{
          amount_sen: total_sen,
          settled_sen: rows.reduce((sum, { settled_sen }) => sum + settled_sen, 0),
        }}
        {...(came ? { brief: true } : {})}
      />
    </Section>
  )
}
