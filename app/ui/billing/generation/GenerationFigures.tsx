import { useTranslation } from 'react-i18next'
import type { Counted, GenerationCounts } from '#app/domain/billing/generations/find-generations.ts'
import { differences } from '#app/domain/billing/generations/generation.ts'
import { columnsOf, formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { Figures } from '#app/ui/core/page/Figures.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface GenerationFiguresProps {
  record: { id: string; run_at: Date | string | null }
  counts: GenerationCounts
}

/** What is billed in all, how it differs from the period before, and who is not billed; each leads to the families. */
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

/** A student with several differences stands in the line of each. */
function Differences({ id, counts }: Part) {
  const { t } = useTranslation()
  const found = differences.flatMap((difference) => {
    const row = counts.differences.find((one) => one.difference === difference)
    return row ? [{ difference, ...lineOf(row) }] : []
  })
  if (found.length === 0) return null
  return (
    <Section title={t('generation.compared')}>
      <Table
        caption={t('generation.compared')}
        columns={differenceColumns}
        rows={found}
        rowKey={({ difference }) => difference}
        open={({ difference }) => paths.generation.students(id, { difference })}
        brief
      />
      <p className="quiet small">{t('generation.compared_hint')}</p>
    </Section>
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

/** Those who failed first. */
function NotBilled({ id, counts }: Part) {
  const { t } = useTranslation()
  const rows = counts.results
    .filter(({ result }) => result === 'failed' || result === 'skipped')
    .sort((a, b) => a.result.localeCompare(b.result) || b.students - a.students)
  if (rows.length === 0) return null
  return (
    <Section title={t('generation.not_billed')}>
      <Table
        caption={t('generation.not_billed')}
        columns={reasonColumns}
        rows={rows}
        rowKey={({ result, reason }) => `${result}-${reason}`}
        open={({ result, reason }) => paths.generation.students(id, { result, reason })}
        brief
      />
    </Section>
  )
}

const reasonColumns = columnsOf<{ reason: string | null; result: string; students: number }>()(
  { key: 'reason', label: 'generation.reason', words: 'generation.reasons', room: 'who' },
  { key: 'students', label: 'generation.considered', kind: 'count', room: 'much' },
  { key: 'result', label: 'generation.result', kind: 'status', words: 'generation.results' },
)
