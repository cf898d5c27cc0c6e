import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  checkCollectionSums,
  type DifferingSum,
} from '#app/domain/accounting/reconciliation/collection-sums.ts'
import { ownReconciliation } from '#app/domain/accounting/reconciliation/find-reconciliations.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { columnsOf, formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

/** Compares the sums that Home and the yearly reports read with the rows, when somebody asks for it. */
export const handle = { access: 'month.view', title: 'report_money.rolled_up.check.title' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.has('now')
  const [last, found] = await Promise.all([
    context.read().then(ownReconciliation),
    asked ? context.report(checkCollectionSums) : null,
  ])
  return { last: last ?? null, found, mayRebuild: context.can('month.reopen') }
}

interface DifferenceRow extends Omit<DifferingSum, 'rows_value' | 'kept_value'> {
  id: string
  rows_value: string
  kept_value: string
  difference: string
}

const columns = columnsOf<DifferenceRow>()(
  { key: 'month', label: 'month.one', kind: 'month', room: 'who' },
  { key: 'branch', label: 'collection.branch' },
  { key: 'method', label: 'collection.method', words: 'payment.methods' },
  { key: 'source', label: 'collection.source', words: 'collection.sources' },
  {
    key: 'direction',
    label: 'report_money.rolled_up.check.direction',
    words: 'report_money.rolled_up.check',
  },
  {
    ...{ key: 'figure', label: 'report_money.rolled_up.check.figure' },
    words: 'report_money.rolled_up.check.figures',
  },
  { key: 'rows_value', label: 'report_money.rolled_up.check.rows', kind: 'number' },
  { key: 'kept_value', label: 'report_money.rolled_up.check.kept', kind: 'number' },
  { key: 'difference', label: 'report_money.rolled_up.check.difference', kind: 'number', room: 'much' },
)

export default function CheckSums() {
  const { last, found, mayRebuild } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const words = (key: string, values?: object) => t(`report_money.rolled_up.check.${key}`, { ...values })
  return (
    <ViewPage
      title={words('title')}
      subtitle={words('subtitle')}
      back={{ label: t('report.plural'), href: paths.report.index() }}
      actions={
        <>
          <LinkButton href={paths.rolled_up_report.check({ now: 'yes' })} look="primary">
            {words('now')}
          </LinkButton>
          {mayRebuild && found && found.count > 0 && (
            <ConfirmButton
              label={words('rebuild')}
              text={words('rebuild_hint')}
              action={paths.rolled_up_report.rebuild()}
              confirm={words('rebuild')}
              look="plain"
            />
          )}
        </>
      }
    >
      <p className="quiet">
        {last ? `${words('last')}: ${formatInstant(last.checked_at, locale)}` : words('last_none')}
      </p>
      {found && found.count === 0 && (
        <Notice tone="success" title={words('agrees')}>
          <p>{words('agrees_hint', { count: formatCount(found.sums), lines: formatCount(found.lines) })}</p>
        </Notice>
      )}
      {found && found.count > 0 && (
        <>
          <Notice tone="error" title={words('differs', { count: found.count })}>
            <p>{words('differs_hint')}</p>
          </Notice>
          <Table caption={words('title')} columns={columns} rows={found.differing.map(shown)} />
        </>
      )}
    </ViewPage>
  )
}

function shown({ rows_value, kept_value, ...sum }: DifferingSum): DifferenceRow {
  const inWords = sum.figure === 'lines' ? (count: number) => String(count) : formatRinggit
  return {
    ...sum,
    id: Object.values(sum).join(' '),
    ...{ rows_value: inWords(rows_value), kept_value: inWords(kept_value) },
    difference: inWords(kept_value - rows_value),
  }
}
