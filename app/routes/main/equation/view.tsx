import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { reconciliation } from '#app/domain/accounting/reconciliation/find-reconciliations.ts'
import { countsNumbers, isOfSum } from '#app/domain/accounting/reconciliation/reconcile.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EquationSums } from '#app/ui/accounting/reconciliation/Sum.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The books of one organisation in one night: the sums, whether they agree, and the row that breaks them. */
export const handle = { access: 'admin.payout.view', title: 'admin.equation.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await reconciliation(await context.read(), idOf(params, 'not_found.equation'))
  const { fault } = row
  return {
    row: {
      ...row,
      in_numbers: fault !== null && countsNumbers(fault),
      follows: fault !== null && !isOfSum(fault),
    },
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['row']

export default function ViewEquation() {
  const { row } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={row.entity}
      subtitle={`${t('admin.equation.on_day')} ${formatDate(row.on_day, locale)}`}
      back={{ label: t('admin.equation.plural'), href: paths.admin.equation.list() }}
      status={<StatusBadge status={row.state} words="admin.equation.states" />}
    >
      {row.state === 'red' && <Broken row={row} />}
      <Section title={t('admin.equation.gross')}>
        <EquationSums row={row} />
      </Section>
      <Facts
        columns={2}
        items={[
          { label: t('admin.equation.lines'), value: formatCount(row.lines) },
          { label: t('admin.equation.checked_at'), value: formatInstant(row.checked_at, locale) },
          {
            label: t('admin.equation.outside'),
            value: `${formatRinggit(row.outside_sen)} · ${t('admin.equation.outside_hint')}`,
            wide: true,
          },
          {
            label: t('collection.entity'),
            value: row.entity,
            href: paths.admin.entity.view(row.entity_id),
          },
        ]}
      />
    </ViewPage>
  )
}

/** Which row is the first to break the books, and by how much. */
function Broken({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { fault, fault_reference } = row
  const inWords = row.in_numbers ? formatCount : formatRinggit
  const told = (value: number | null) => (value === null ? t('admin.equation.none') : inWords(value))
  return (
    <Notice tone="error" title={fault ? t(`admin.equation.faults.${fault}`) : t('admin.equation.sum_only')}>
      <Facts
        columns={2}
        items={[
          fault_reference !== null && {
            label: t('admin.equation.row'),
            value: fault_reference,
            ...(row.follows ? { href: paths.admin.trace({ q: fault_reference }) } : {}),
          },
          { label: t('admin.equation.count'), value: formatCount(row.faults) },
          fault !== null && { label: t('admin.equation.expected'), value: told(row.fault_expected_sen) },
          fault !== null && { label: t('admin.equation.found'), value: told(row.fault_found_sen) },
        ]}
      />
    </Notice>
  )
}
