import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { LineStatus } from '#app/domain/payments/bank-statements/bank-statement.ts'
import { closerLook, type Evidence, warnings } from '#app/domain/payments/bank-statements/bank-statement.ts'
import type { StateSum, StateSums } from '#app/domain/payments/bank-statements/find-statements.ts'
import { paths } from '#app/paths.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { useSentence } from '#app/ui/core/form/control.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { evidenceWords } from './LineView.tsx'

interface StatementNoticesProps {
  record: {
    id: string
    status: string
    error_code: string | null
    undo_code: string | null
    blocked: number[] | null
    broken_row: number | null
    opening_sen: number | null
    closing_sen: number | null
    credit_sen: number
    debit_sen: number
  }
  addsUp: boolean
  may: { map: boolean }
}

/** Notices about a statement. */
export function StatementNotices({ record, addsUp, may }: StatementNoticesProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const { blocked, undo_code, error_code, broken_row, credit_sen, debit_sen } = record
  const [before, after] = [record.opening_sen ?? 0, record.closing_sen ?? 0]
  return (
    <>
      {error_code && <Notice tone="error">{sentence(error_code)}</Notice>}
      {(undo_code || (blocked && blocked.length > 0)) && (
        <Notice tone="warning" title={t('bank_statement.blocked')}>
          {undo_code ? sentence(undo_code) : t('bank_statement.blocked_rows', { rows: blocked!.join(', ') })}
        </Notice>
      )}
      {record.status === 'uploaded' && (
        <Notice title={t('bank_statement.map')}>
          <p>{t('bank_statement.row_needed')}</p>
          {may.map && (
            <LinkButton href={paths.bank_statement.map(record.id)} look="primary">
              {t('bank_statement.map')}
            </LinkButton>
          )}
        </Notice>
      )}
      {!addsUp && (
        <Notice tone="warning" title={t('bank_statement.not_added_up')}>
          {broken_row === null
            ? t('bank_statement.not_added_up_text', {
                opening: formatRinggit(before),
                credit: formatRinggit(credit_sen),
                debit: formatRinggit(debit_sen),
                made: formatRinggit(before + credit_sen - debit_sen),
                closing: formatRinggit(after),
              })
            : t('bank_statement.broken', { row: broken_row })}
        </Notice>
      )}
    </>
  )
}

interface StatementFactsProps {
  record: {
    bank: string | null
    account_end: string | null
    branch: string | null
    format: string
    from_on: string | null
    until_on: string | null
    line_count: number
    by: string | null
    created_at: Date | string
    undone_at: Date | string | null
    undone_by_name: string | null
  }
}

/** Account, period and uploader of a statement. */
export function StatementFacts({ record }: StatementFactsProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { from_on, until_on, undone_at, account_end } = record
  const at = (instant: Date | string) => formatInstant(instant, locale)
  return (
    <Facts
      columns={2}
      items={[
        record.bank !== null && { label: t('bank_statement.bank'), value: record.bank },
        account_end !== null && {
          label: t('bank_statement.account'),
          value: t('bank_statement.account_end', { digits: account_end }),
        },
        { label: t('bank_statement.branch'), value: record.branch ?? t('bank_statement.all_branches') },
        { label: t('bank_statement.format'), value: t(`bank_statement.formats.${record.format}`) },
        from_on !== null &&
          until_on !== null && {
            label: t('bank_statement.period'),
            value: `${formatDate(from_on, locale)} – ${formatDate(until_on, locale)}`,
          },
        { label: t('bank_statement.by'), value: `${record.by ?? '–'}, ${at(record.created_at)}` },
        undone_at !== null && {
          label: t('bank_statement.undone_by'),
          value: `${record.undone_by_name ?? '–'}, ${at(undone_at)}`,
        },
      ]}
    />
  )
}

interface StatementActionsProps {
  record: { id: string; version: number }
  may: { map: boolean; undo: boolean }
}

/** Buttons for the next steps of a statement. */
export function StatementActions({ record: { id, version }, may }: StatementActionsProps) {
  const { t } = useTranslation()
  const fields = { version: String(version) }
  return (
    <>
      {may.map ? (
        <ConfirmButton
          label={t('common.action.remove')}
          text={t('bank_statement.remove_text')}
          action={paths.bank_statement.remove(id)}
          confirm={t('bank_statement.remove_confirm')}
          fields={fields}
        />
      ) : (
        <LinkButton href={paths.bank_line.list({ statement: id })}>
          {t('bank_statement.all_lines')}
        </LinkButton>
      )}
      {may.undo && (
        <ConfirmButton
          label={t('bank_statement.undo')}
          text={t('bank_statement.undo_text')}
          action={paths.bank_statement.undo(id)}
          confirm={t('bank_statement.undo_confirm')}
          fields={fields}
        />
      )}
    </>
  )
}

interface StatementSumsProps {
  record: {
    id: string
    opening_sen: number | null
    closing_sen: number | null
    credit_sen: number
    debit_sen: number
  }
  sums: StateSums
  addsUp: boolean
}

/** Sums of the lines by status, up to money in and money out. */
export function StatementSums({ record, sums, addsUp }: StatementSumsProps) {
  const { t } = useTranslation()
  const { id, opening_sen, closing_sen, credit_sen, debit_sen } = record
  return (
    <TableSection
      title={t('bank_statement.sums')}
      columns={[
        { key: 'what', label: 'bank_statement.sum_of' },
        { key: 'count', label: 'bank_statement.sum_count', kind: 'count' },
        { key: 'sen', label: 'bank_statement.sum_sen', kind: 'money' },
      ]}
      rows={sumRows(sums)}
      rowKey={({ what }) => what}
      cells={{
        what: ({ what, status }: SumRow) =>
          status ? (
            <a href={paths.bank_line.list({ statement: id, status })}>{t(`bank_statement.${what}`)}</a>
          ) : (
            t(`bank_statement.${what}`)
          ),
      }}
    >
      {addsUp && opening_sen !== null && closing_sen !== null && (
        <p className="quiet">
          {t('bank_statement.adds_up', {
            opening: formatRinggit(opening_sen),
            credit: formatRinggit(credit_sen),
            debit: formatRinggit(debit_sen),
            closing: formatRinggit(closing_sen),
          })}
        </p>
      )}
    </TableSection>
  )
}

interface SumRow {
  /** Translation key in `bank_statement`. */
  what: string
  /** Status filter of the linked list. */
  status: LineStatus | null
  count: number
  sen: number
}

/**
 * Incoming money by outcome: recorded, open, not a fee, repeated; together all money in. A partly recorded line is counted under
 * its open rest, with its sums split between both.
 */
function sumRows(sums: StateSums): SumRow[] {
  const of = (...states: LineStatus[]) => {
    const some = states.flatMap((state) => sums[state] ?? [])
    const add = (key: keyof StateSum) => some.reduce((sum, one) => sum + Number(one[key]), 0)
    return { count: add('count'), sen: add('sen'), assigned: add('assigned_sen') }
  }
  const all = of('matched', 'suggested', 'unmatched', 'ignored', 'new', 'repeated', 'undone')
  const rest = (...states: LineStatus[]) => {
    const { count, sen, assigned } = of(...states)
    return { count, sen: sen - assigned }
  }
  const rows: SumRow[] = [
    { what: 'sum_posted', status: 'matched', count: of('matched').count, sen: all.assigned },
    { what: 'sum_to_decide', status: null, ...rest('suggested', 'unmatched') },
    { what: 'sum_not_fees', status: 'ignored', ...rest('ignored') },
    { what: 'sum_waiting', status: 'new', ...rest('new') },
    { what: 'sum_repeated', status: 'repeated', ...rest('repeated') },
    { what: 'sum_undone', status: 'undone', ...rest('undone') },
  ]
  return [
    ...rows.filter(
      ({ what, count, sen }) => count > 0 || sen > 0 || what === 'sum_posted' || what === 'sum_to_decide',
    ),
    { what: 'sum_credits', status: null, count: all.count, sen: all.sen },
    { what: 'sum_debits', status: 'debit', ...rest('debit') },
  ]
}

interface Waiting {
  id: string
  version: number
  booked_on: string
  said: string
  family: string | null
  left_sen: number
  evidence: Evidence[]
}

interface LineQueueProps {
  statement: string
  rows: readonly Waiting[]
  /** Number of all open lines, of which some are shown. */
  waiting: number
  may: { decide: boolean }
}

/** Open lines with their evidence, and one click to accept a suggestion. */
export function LineQueue({ statement, rows, waiting, may }: LineQueueProps) {
  const { t } = useTranslation()
  if (rows.length === 0)
    return (
      <Section title={t('bank_statement.queue')}>
        <EmptyState title={t('bank_statement.queue_empty')} hint={t('bank_statement.queue_empty_hint')} />
      </Section>
    )
  return (
    <Section title={`${t('bank_statement.queue')} (${formatCount(waiting)})`}>
      <Table
        caption={t('bank_statement.queue')}
        columns={[
          { key: 'booked_on', label: 'bank_line.booked_on', kind: 'date' },
          { key: 'said', label: 'bank_line.said' },
          { key: 'left_sen', label: 'bank_line.left', kind: 'money' },
          { key: 'family', label: 'bank_line.family' },
        ]}
        rows={rows}
        open={({ id }) => paths.bank_line.view(id)}
        cells={{
          family: ({ family, evidence }) =>
            family === null ? (
              <span className="quiet">{t('bank_line.statuses.unmatched')}</span>
            ) : (
              <span>
                {family}
                <br />
                <small>
                  {shownEvidence(evidence)
                    .map((one) => evidenceWords(t, one))
                    .join(' ')}
                </small>
              </span>
            ),
        }}
        actions={
          may.decide
            ? ({ id, version, family, evidence }) =>
                family !== null &&
                !evidence.some(({ kind }) => closerLook.includes(kind)) && (
                  <PostButton action={paths.bank_line.accept(id)} fields={{ version: String(version) }}>
                    {t('bank_line.accept_short')}
                  </PostButton>
                )
            : undefined
        }
      />
      {waiting > rows.length && (
        <LinkButton href={paths.bank_line.list({ statement })}>{t('bank_statement.all_lines')}</LinkButton>
      )}
    </Section>
  )
}

/** The strongest evidence, and all warnings. */
const shownEvidence = (evidence: readonly Evidence[]) => [
  ...evidence.filter(({ kind }) => !warnings.includes(kind)).slice(0, 2),
  ...evidence.filter(({ kind }) => warnings.includes(kind)),
]
