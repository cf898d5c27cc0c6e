import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface ChangeRow {
  id: string
  at: Date | string
  action: string
  about: string | null
  actor_name: string | null
}

const columns = columnsOf<ChangeRow>()(
  { key: 'action', label: 'audit.action', words: 'audit.actions' },
  { key: 'about', label: 'audit.about', room: 'who' },
  { key: 'actor_name', label: 'audit.actor', none: 'audit.actor_types.guest' },
  { key: 'at', label: 'audit.at', kind: 'instant' },
)

/** What was done last to the people of a family, and by whom. */
export function ChangesSection({ rows }: { rows: readonly ChangeRow[] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <Section title={t('family.changes')}>
      <Table
        caption={t('family.changes')}
        columns={columns}
        rows={rows}
        open={({ id }) => paths.log.entry(id)}
        brief
      />
    </Section>
  )
}
