import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import type { ImportNotes, RowStatus } from '#app/domain/enrolment/imports/import.ts'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { useSentence } from '#app/ui/core/form/control.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, SubNav } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Pagination } from '#app/ui/core/table/Pagination.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface ImportFactsProps {
  record: {
    kind: string
    date_order: string
    notes: ImportNotes
    row_count: number
    by: string | null
    created_at: Date | string
    run_by_name: string | null
    run_at: Date | string | null
    finished_at: Date | string | null
    undone_at: Date | string | null
  }
  counts: Record<RowStatus, number>
}

/** Facts of an import, with row counts that add up to the total. */
export function ImportFacts({ record, counts }: ImportFactsProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const at = (instant: Date | string | null) => instant && formatInstant(instant, locale)
  const states = ['ready', 'wrong', 'left_out', 'written', 'failed'] as const
  return (
    <Facts
      columns={2}
      items={[
        { label: t('import.kind'), value: t(`import.kinds.${record.kind}`) },
        record.notes.ambiguous_dates === true && {
          label: t('import.date_order'),
          value: t(`import.date_orders.${record.date_order}`),
        },
        { label: t('import.by'), value: `${record.by ?? '–'}, ${at(record.created_at)}` },
        record.run_at !== null && {
          label: t('import.run_by'),
          value: `${record.run_by_name ?? '–'}, ${at(record.run_at)}`,
        },
        record.finished_at !== null && { label: t('import.finished_at'), value: at(record.finished_at) },
        record.undone_at !== null && { label: t('import.undone_at'), value: at(record.undone_at) },
        { label: t('import.rows'), value: formatCount(record.row_count) },
        ...states.map(
          (state) =>
            counts[state] > 0 && {
              label: t(`import.row_statuses.${state}`),
              value: formatCount(counts[state]),
            },
        ),
      ]}
    />
  )
}

interface ImportActionsProps {
  record: { id: string; version: number; status: string }
  counts: Record<RowStatus, number>
  may: { map: boolean; mend: boolean; run: boolean; undo: boolean; remove: boolean; report: boolean }
}

/** Buttons for the next steps of an import. */
export function ImportActions({ record: { id, version }, counts, may }: ImportActionsProps) {
  const { t } = useTranslation()
  const fields = { version: String(version) }
  const count = formatCount(counts.ready)
  return (
    <>
      {may.run && counts.wrong === 0 && counts.pending === 0 && counts.ready > 0 && (
        <ConfirmButton
          label={t('import.run')}
          text={t('import.run_text', { count: counts.ready, rows: count })}
          action={paths.import.run(id)}
          confirm={t('import.run_confirm', { rows: count })}
          fields={fields}
        />
      )}
      {may.mend && counts.wrong > 0 && (
        <ConfirmButton
          label={t('import.leave_wrong')}
          text={t('import.leave_wrong_text', { rows: formatCount(counts.wrong) })}
          action={paths.import.leaveWrong(id)}
          confirm={t('import.leave_wrong_confirm')}
          fields={fields}
        />
      )}
      {may.map && <LinkButton href={paths.import.map(id)}>{t('import.map')}</LinkButton>}
      {may.report && <LinkButton href={paths.import.report(id)}>{t('import.report')}</LinkButton>}
      {may.undo && (
        <ConfirmButton
          label={t('import.undo')}
          text={t('import.undo_text')}
          action={paths.import.undo(id)}
          confirm={t('import.undo_confirm')}
          fields={fields}
        />
      )}
      {may.remove && (
        <ConfirmButton
          label={t('common.action.remove')}
          text={t('import.remove_text')}
          action={paths.import.remove(id)}
          confirm={t('import.remove_confirm')}
          fields={fields}
        />
      )}
    </>
  )
}

interface Line {
  id: string
  number: number | null
  status: RowStatus
  /** The first problem of its row, with the row's number and buttons. */
  first: boolean
  /** Whom or what the row is about, as the file says it. */
  about: string
  what: string
  value: string
  code: string
}

interface RowTableProps {
  record: { id: string; version: number }
  states: readonly { state: RowStatus; count: number }[]
  show: RowStatus
  /** Key of what `about` of a row is. */
  about: string
  rows: readonly Line[]
  page: { page: number; pages: number; total: number; limit: number; search: Record<string, unknown> }
  may: { mend: boolean }
}

/** Rows in one status; invalid rows with each problem, its column and the cell's value. */
export function RowTable({ record, states, show, about, rows, page, may }: RowTableProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const reasons = show === 'wrong' || show === 'failed' || show === 'left_out'
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
          ...(reasons
            ? [
                { key: 'about' as const, label: about },
                { key: 'what' as const, label: 'import.column' },
              ]
            : []),
          { key: 'value', label: 'import.value' },
          ...(reasons ? [{ key: 'code' as const, label: 'import.reason' }] : []),
        ]}
        rows={rows}
        rowKey={(line, index) => `${line.id}${index}`}
        cells={{
          number: (line) => {
            // A row with several problems has one link.
            if (line.number === null || !open.href(line)) return String(line.number ?? '')
            const { number } = line
            return (
              <a href={open.href(line)}>{reasons ? t('import.mend_row', { row: number }) : String(number)}</a>
            )
          },
          code: ({ code }) =>
            code === '' ? (show === 'left_out' ? t('import.left_out_by_hand') : '') : sentence(code),
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
