import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { generationStudent } from '#app/domain/billing/generations/find-generations.ts'
import { formatMonth } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Every line of one student that was looked at, billed or not, beside the one of the period before. */
export const handle = { access: 'generation.preview', title: 'generation.student' } satisfies Handle

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  generationStudent(await context.read(), idOf(params, 'not_found.generation'))

export default function GenerationStudent() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const month = formatMonth(row.month, locale)
  const lines = row.lines.map(({ skip, difference, sen, due_on, ...line }) => ({
    ...line,
    due_on: skip ? null : due_on,
    sen: skip ? null : sen,
    said: skip ? t(`generation.reasons.${skip}`) : difference && t(`generation.differences.${difference}`),
  }))
  return (
    <ViewPage
      title={row.student}
      subtitle={t('generation.of_month', { month })}
      back={{ label: t('generation.students'), href: paths.generation.students(row.generation_id) }}
      status={<StatusBadge status={row.result} words="generation.results" />}
    >
      <Facts
        columns={2}
        items={[
          { label: t('generation.student'), value: row.student, href: paths.student.view(row.student_id) },
          { label: t('generation.student_no'), value: row.student_no },
          {
            label: t('generation.payer'),
            value: row.payer,
            href: row.payer_parent_id && paths.family.view(row.payer_parent_id),
          },
          { label: t('generation.branch'), value: row.branch },
          { label: t('generation.before'), value: formatRinggit(row.before_sen) },
          { label: t('generation.now'), value: formatRinggit(row.total_sen) },
          row.reason !== null && {
            label: t('generation.reason'),
            value: t(`generation.reasons.${row.reason}`),
            wide: true,
          },
        ]}
      />
      <TableSection
        title={t('generation.lines')}
        columns={lineColumns}
        rows={lines}
        rowKey={(line) => `${line.position}`}
      />
      {row.invoices.length > 0 && (
        <TableSection
          title={t('generation.invoices')}
          columns={invoiceColumns}
          rows={row.invoices}
          open={({ id }) => paths.invoice.view(id)}
          brief
        />
      )}
    </ViewPage>
  )
}

const lineColumns = columnsOf<{
  description: string
  price_sen: number
  discount_sen: number
  tax_sen: number
  before_sen: number | null
  sen: number | null
  due_on: string | null
  said: string | null
}>()(
  { key: 'description', label: 'generation.line', room: 'who' },
  { key: 'price_sen', label: 'generation.price', kind: 'money' },
  { key: 'discount_sen', label: 'generation.discount', kind: 'money' },
  { key: 'before_sen', label: 'generation.before', kind: 'money' },
  { key: 'sen', label: 'generation.now', kind: 'money' },
  { key: 'due_on', label: 'generation.due_on', kind: 'date' },
  { key: 'said', label: 'generation.remark' },
)

const invoiceColumns = columnsOf<{ number: string | null; total_sen: number; status: string }>()(
  { key: 'number', label: 'invoice.number', kind: 'number' },
  { key: 'total_sen', label: 'invoice.total_sen', kind: 'money', room: 'much' },
  { key: 'status', label: 'invoice.status', kind: 'status' },
)
