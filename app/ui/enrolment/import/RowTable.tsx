import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import type { RowStatus } from '#app/domain/enrolment/imports/import.ts'
import { paths } from '#app/paths.ts'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { useSentence } from '#app/ui/core/form/control.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { SubNav } from '#app/ui/core/page/SubNav.tsx'
import { Pagination } from '#app/ui/core/table/Pagination.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface Line {
  id: string
  number: number | null
  status: RowStatus
  /** Of its row: its number and what can be done with it are told once. */
  first: boolean
  what: string
  value: string
  code: string
}

interface RowTableProps {
  record: { id: string; version: number }
  states: readonly { state: RowStatus; count: number }[]
  show: RowStatus
  rows: readonly Line[]
  page: { page: number; pages: number; total: number; limit: number; search: Record<string, unknown> }
  may: { mend: boolean }
}

/** Rows of the file in one state; of those that are wrong every reason, with its column and what stands there. */
export function RowTable({ record, states, show, rows, page, may }: RowTableProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const reasons = show === 'wrong' || show === 'failed'
  const open = { href: (line: Line) => (may.mend && show !== 'left_out' ? paths.import.row(line.id) : '') }
  return (
    <Section title={t('import.rows_of_file')}>
      {states.length > 1 && (
        <SubNav
          label={t('import.rows_of_file')}
          items={states.map(({ state, count }) => ({
            label: `${t(`import.row_statuses.${state}`)} (${formatCount(count)})`,
            href: `?show=${state}`,
            current: state === show,
          }))}
        />
      )}
      <Table
        caption={t('import.rows_of_file')}
        columns={[
          { key: 'number', label: 'import.row', kind: 'number' },
          ...(reasons ? [{ key: 'what' as const, label: 'import.column' }] : []),
          { key: 'value', label: 'import.value' },
          ...(reasons ? [{ key: 'code' as const, label: 'import.reason' }] : []),
        ]}
        rows={rows}
        rowKey={(line, index) => `${line.id}${index}`}
        cells={{
          number: (line) => {
            // A row with several reasons is led to once.
            if (line.number === null || !open.href(line)) return String(line.number ?? '')
            const { number } = line
            return (
              <a href={open.href(line)}>{reasons ? t('import.mend_row', { row: number }) : String(number)}</a>
            )
          },
          code: ({ code }) => sentence(code),
        }}
        actions={
          may.mend
            ? ({ id, first, status }) =>
                first && (
                  <PostButton
                    action={paths.import.leave(id)}
                    look="link"
                    fields={{ out: status === 'left_out' ? 'no' : 'yes', version: String(record.version) }}
                  >
                    {t(status === 'left_out' ? 'import.take_in' : 'import.leave_out')}
                  </PostButton>
                )
            : undefined
        }
      />
      <Pagination {...page} total={page.pages > 1 ? page.total : 0} />
    </Section>
  )
}
