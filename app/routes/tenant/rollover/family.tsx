import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { formatPercent, formatRinggit } from '#app/domain/core/money.ts'
import { rolloverFamily } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { changeBp } from '#app/domain/enrolment/rollovers/rollover.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'

/** One family's bill before and after, fee by fee. */
export const handle = { access: 'rollover.view', title: 'rollover.family' } satisfies Handle

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  rolloverFamily(await context.read(), idOf(params, 'not_found.rollover'))

export default function RolloverFamily() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const change = row.after_sen - row.before_sen
  const share = changeBp(row.before_sen, row.after_sen)
  return (
    <ViewPage
      title={row.family}
      subtitle={[row.name, row.family_code].join(' · ')}
      actions={
        <LinkButton href={paths.family.view(row.parent_id)}>
          {t('family.of', { name: row.family })}
        </LinkButton>
      }
      back={{ label: t('rollover.families'), href: paths.rollover.families(row.rollover_id) }}
    >
      <Figures
        items={[
          { label: t('rollover.before'), value: formatRinggit(row.before_sen) },
          { label: t('rollover.after'), value: formatRinggit(row.after_sen) },
          {
            label: t('rollover.change'),
            value: `${change > 0 ? '+' : ''}${formatRinggit(change)}`,
            hint: share === undefined ? undefined : formatPercent(share),
          },
        ]}
      />
      {Object.entries(Object.groupBy(row.lines, ({ student_id }) => student_id)).map(([id, lines = []]) => (
        <TableSection
          key={id}
          title={lines[0]?.student ?? ''}
          columns={lineColumns}
          brief
          rows={lines.map(({ times_before, times_after, subject, fee_type, ...line }) => ({
            ...line,
            fee: `${subject}, ${fee_type}`,
            times: times_after ?? times_before,
            before_sen: line.before_each_sen === null ? null : line.before_each_sen * (times_before ?? 0),
            after_sen: line.after_each_sen === null ? null : line.after_each_sen * (times_after ?? 0),
          }))}
        />
      ))}
    </ViewPage>
  )
}

const lineColumns = columnsOf<{
  fee: string
  times: number | null
  before_each_sen: number | null
  after_each_sen: number | null
  before_sen: number | null
  after_sen: number | null
}>()(
  { key: 'fee', label: 'rollover.line_fee', room: 'who' },
  { key: 'before_each_sen', label: 'rollover.each_before', kind: 'money', room: 'wide' },
  { key: 'after_each_sen', label: 'rollover.each_after', kind: 'money', room: 'wide' },
  { key: 'times', label: 'rollover.times', kind: 'count', room: 'wide' },
  { key: 'before_sen', label: 'rollover.before', kind: 'money' },
  { key: 'after_sen', label: 'rollover.after', kind: 'money', room: 'much' },
)
