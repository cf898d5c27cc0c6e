import { useTranslation } from 'react-i18next'
import type { Counted, GenerationCounts } from '#app/domain/billing/generations/find-generations.ts'
import { type Change, differences } from '#app/domain/billing/generations/generation.ts'
import { formatDate, formatInstant, isPlainDate } from '#app/domain/core/dates.ts'
import { columnsOf, formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import type { GenerationPageData } from '#app/server/generations/generation-page.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { type Tone, toneOf as usualTone } from '#app/ui/core/feedback/tones.ts'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { useSentence } from '#app/ui/core/form/control.ts'
import { Facts, Figures } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The status of a preview or run, with a second badge when it was undone. */
export function GenerationStatus({ status, undone_at }: { status: string; undone_at: Date | string | null }) {
  const { t } = useTranslation()
  return (
    <>
      <StatusBadge status={status} words="generation.statuses" tone={toneOf(status)} />
      {undone_at && ' '}
      {undone_at && <StatusBadge status="undone" label={t('generation.undone_flag')} />}
    </>
  )
}

/** A finished preview waits for somebody to run it, so it has its own tone. */
const toneOf = (status: string): Tone =>
  status === 'previewed' ? 'open' : status === 'previewing' ? 'wait' : usualTone(status)

interface GenerationActionsProps {
  record: { id: string; version: number }
  counts: { ready: number; failed: number; invoices: number; total_sen: number }
  may: Record<'run' | 'print' | 'again' | 'remove' | 'retry' | 'undo', boolean>
}

/** The actions for a preview or run in its current status. */
export function GenerationActions({ record: { id, version }, counts, may }: GenerationActionsProps) {
  const { t } = useTranslation()
  const fields = { version: String(version) }
  const invoices = formatCount(counts.invoices)
  return (
    <>
      {may.run && (
        <ConfirmButton
          label={t('generation.run')}
          text={t('generation.run_text', {
            ...{ count: counts.invoices, invoices, amount: formatRinggit(counts.total_sen) },
          })}
          action={paths.generation.run(id)}
          confirm={t('generation.run_confirm', { count: counts.invoices, invoices })}
          fields={fields}
          look="primary"
        />
      )}
      {may.retry && (
        <PostButton action={paths.generation.retry(id)} look="primary" fields={fields}>
          {t('generation.retry', { count: counts.failed, students: formatCount(counts.failed) })}
        </PostButton>
      )}
      <LinkButton href={paths.generation.students(id)}>{t('generation.all_students')}</LinkButton>
      {may.print && (
        <PostButton action={paths.exported('invoice', 'papers', `generation_id=${id}&sort=number`)}>
          {t('generation.print_all')}
        </PostButton>
      )}
      {may.again && (
        <PostButton action={paths.generation.again(id)} fields={fields}>
          {t('generation.again')}
        </PostButton>
      )}
      {may.undo && <LinkButton href={paths.generation.undo(id)}>{t('generation.undo')}</LinkButton>}
      {may.remove && (
        <ConfirmButton
          label={t('common.action.remove')}
          text={t('generation.remove_text')}
          action={paths.generation.remove(id)}
          confirm={t('generation.remove_confirm')}
          fields={fields}
        />
      )}
    </>
  )
}

type GenerationNoticesProps = Pick<GenerationPageData, 'record' | 'counts' | 'stay' | 'may' | 'undo'>

/** Notices about changes since the preview, failures, and invoices that could not be undone. */
export function GenerationNotices({ record, counts, stay, may, undo }: GenerationNoticesProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const sentence = useSentence()
  const ended = record.run_at !== null
  return (
    <>
      {record.changes && (
        <Notice tone="warning" title={t('generation.changed')}>
          <ul>
            {record.changes.map((change) => (
              <li key={JSON.stringify(change)}>
                <ChangeSaid {...change} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {record.error_code && (
        <Notice tone="error">
          <p>
            {sentence(record.error_code)}{' '}
            {may.log && <a href={paths.generation.log()}>{t('generation.to_log')}</a>}
          </p>
        </Notice>
      )}
      {record.status === 'previewed' && counts.invoices === 0 && counts.failed === 0 && (
        <Notice>
          <p>{sentence('generation.nothing')}</p>
        </Notice>
      )}
      {ended && counts.failed > 0 && !record.undone_at && (
        <Notice tone="error" title={sentence('invoice.create_failed')}>
          <p>
            {t('generation.failed_text', { count: counts.failed, students: formatCount(counts.failed) })}{' '}
            <a href={paths.generation.students(record.id, { result: 'failed' })}>
              {t('generation.failed_list')}
            </a>{' '}
            {may.log && <a href={paths.generation.log()}>{t('generation.to_log')}</a>}
          </p>
        </Notice>
      )}
      {undo && (
        <Notice>
          <p>
            {t(undo.by ? 'generation.undo_by_others' : 'generation.undo_until', {
              at: formatInstant(undo.until, locale),
              names: undo.by?.join(', ') || t('generation.undo_administrator'),
            })}
          </p>
        </Notice>
      )}
      {record.undone_at && <StayingInvoices stay={stay} generation={record.id} />}
    </>
  )
}

/** One difference from the preview. */
function ChangeSaid({ kind, name, was, is, students }: Change) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const said = (value: Change['was']) => {
    if (value === null) return t('generation.nothing_there')
    if (typeof value === 'number') return formatRinggit(value)
    return isPlainDate(value) ? formatDate(value, locale) : t(`generation.reasons.${value}`)
  }
  const what = t(`generation.change_kinds.${kind}`, { name })
  const about =
    students > 0 ? t('generation.change_students', { count: students, students: formatCount(students) }) : ''
  if (was === null && is === null) return [what, about].filter(Boolean).join(' ')
  return `${what}: ${said(was)} → ${said(is)}${about && ` ${about}`}`
}

interface GenerationFiguresProps {
  record: { id: string; run_at: Date | string | null }
  counts: GenerationCounts
}

/** What is billed in total, how it differs from the period before, and who is not billed; each links to the students. */
export function GenerationFigures({ record: { id, run_at }, counts }: GenerationFiguresProps) {
  const { t } = useTranslation()
  const change = counts.total_sen - counts.before_sen
  return (
    <>
      <Figures
        items={[
          {
            label: t(run_at ? 'generation.billed' : 'generation.to_bill'),
            value: formatRinggit(counts.total_sen),
            hint: t('generation.count_invoices', {
              count: counts.invoices,
              invoices: formatCount(counts.invoices),
            }),
            href: paths.generation.students(id, { result: run_at ? 'created' : 'ready' }),
          },
          {
            label: t('generation.before'),
            value: formatRinggit(counts.before_sen),
            hint: t('generation.change_by', { amount: `${change > 0 ? '+' : ''}${formatRinggit(change)}` }),
          },
          {
            label: t('generation.skipped'),
            value: formatCount(counts.skipped),
            href: paths.generation.students(id, { result: 'skipped' }),
          },
          {
            label: t('generation.failed'),
            value: formatCount(counts.failed),
            href: paths.generation.students(id, { result: 'failed' }),
          },
        ]}
      />
      <Differences id={id} counts={counts} />
      <NotBilled id={id} counts={counts} />
    </>
  )
}

type Part = { id: string; counts: GenerationCounts }

/** A student with several differences is counted in each row. */
function Differences({ id, counts }: Part) {
  const { t } = useTranslation()
  const found = differences.flatMap((difference) => {
    const row = counts.differences.find((one) => one.difference === difference)
    return row ? [{ difference, ...lineOf(row) }] : []
  })
  if (found.length === 0) return null
  return (
    <TableSection
      title={t('generation.compared')}
      columns={differenceColumns}
      rows={found}
      rowKey={({ difference }) => difference}
      open={({ difference }) => paths.generation.students(id, { difference })}
      brief
    >
      <p className="quiet small">{t('generation.compared_hint')}</p>
    </TableSection>
  )
}

const lineOf = ({ students, before_sen, total_sen }: Counted) => ({
  ...{ students, before_sen, total_sen },
  change_sen: total_sen - before_sen,
})

const differenceColumns = columnsOf<{
  difference: string
  students: number
  before_sen: number
  total_sen: number
  change_sen: number
}>()(
  { key: 'difference', label: 'generation.difference', words: 'generation.differences', room: 'who' },
  { key: 'students', label: 'generation.considered', kind: 'count' },
  { key: 'before_sen', label: 'generation.before', kind: 'money', room: 'table' },
  { key: 'total_sen', label: 'generation.now', kind: 'money' },
  { key: 'change_sen', label: 'generation.change', kind: 'money', room: 'much' },
)

/** Students who are not billed by reason, failed ones first. */
function NotBilled({ id, counts }: Part) {
  const { t } = useTranslation()
  const rows = counts.results
    .filter(({ result }) => result === 'failed' || result === 'skipped')
    .sort((a, b) => a.result.localeCompare(b.result) || b.students - a.students)
  if (rows.length === 0) return null
  return (
    <TableSection
      title={t('generation.not_billed')}
      columns={reasonColumns}
      rows={rows}
      rowKey={({ result, reason }) => `${result}-${reason}`}
      open={({ result, reason }) => paths.generation.students(id, { result, reason })}
      brief
    />
  )
}

const reasonColumns = columnsOf<{ reason: string | null; result: string; students: number }>()(
  { key: 'reason', label: 'generation.reason', words: 'generation.reasons', room: 'who' },
  { key: 'students', label: 'generation.considered', kind: 'count', room: 'much' },
  { key: 'result', label: 'generation.result', kind: 'status', words: 'generation.results' },
)

/** Filters, people, times, and the hash over the input. */
export function GenerationFacts({ record, filters }: Pick<GenerationPageData, 'record' | 'filters'>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const at = (instant: Date | string | null) => instant && formatInstant(instant, locale)
  const by = (name: string | null, instant: Date | string | null) =>
    instant && [name ?? t('generation.by_itself'), at(instant)].join(', ')
  return (
    <Section title={t('generation.details')}>
      <Facts
        columns={2}
        items={[
          {
            label: t('generation.due'),
            value: t(`generation.dues.${record.catch_up ? 'catch_up' : 'month'}`),
          },
          ...filters.map(({ filter, name }) => ({ label: t(`generation.${filter}`), value: name })),
          { label: t('generation.group_by'), value: t(`generation.groups.${record.setting.group_by}`) },
          { label: t('generation.by'), value: by(record.by, record.created_at) },
          record.run_at !== null && {
            label: t('generation.run_by'),
            value: by(record.run_by_name, record.run_at),
          },
          record.issued_on !== null && {
            label: t('generation.issued_on'),
            value: formatDate(record.issued_on, locale),
          },
          record.finished_at !== null && {
            label: t('generation.finished_at'),
            value: at(record.finished_at),
          },
          record.undone_at !== null && {
            label: t('generation.undone_by'),
            value: by(record.undone_by_name, record.undone_at),
          },
          record.undo_reason !== null && { label: t('generation.undo_reason'), value: record.undo_reason },
          record.retry_of_id !== null && {
            label: t('generation.retry_of'),
            value: t('generation.first_run'),
            href: paths.generation.view(record.retry_of_id),
          },
          record.hash !== null && { label: t('generation.hash'), value: <code>{record.hash}</code> },
        ]}
      />
    </Section>
  )
}

interface StayingInvoicesProps {
  stay?:
    | {
        staying: number
        rows: readonly {
          id: string
          number: string | null
          student: string
          total_sen: number
          why: string
        }[]
      }
    | undefined
  generation: string
}

/** Invoices of a run that cannot be undone; the first ones with the reason. */
export function StayingInvoices({ stay, generation }: StayingInvoicesProps) {
  const { t } = useTranslation()
  if (!stay || stay.staying === 0) return null
  const { rows, staying } = stay
  return (
    <Notice title={t('generation.staying', { count: staying, invoices: formatCount(staying) })}>
      <ul>
        {rows.map(({ id, number, student, total_sen, why }) => (
          <li key={id}>
            <a href={paths.invoice.view(id)}>{number}</a> {student}, {formatRinggit(total_sen)}:{' '}
            {t(`generation.stays.${why}`)}
          </li>
        ))}
      </ul>
      {staying > rows.length && (
        <a href={paths.generation.students(generation, { result: 'created' })}>
          {t('generation.staying_more', { invoices: formatCount(staying - rows.length) })}
        </a>
      )}
    </Notice>
  )
}
