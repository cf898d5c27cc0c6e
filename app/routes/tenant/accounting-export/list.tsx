import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { type ExportMonth, exportMonths } from '#app/domain/reporting/archives/accounting/find-exports.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

/** Closed months, and which of them are in the accounting software already. */
export const handle = { access: 'month.print', title: 'accounting_export.plural' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  return { months: await exportMonths(await context.read()) }
}

const columns = columnsOf<ExportMonth>()(
  { key: 'month', label: 'accounting_export.month', kind: 'month', room: 'who' },
  { key: 'net_sen', label: 'accounting_export.net', kind: 'money', room: 'table' },
  { key: 'exports', label: 'accounting_export.exports', kind: 'count', room: 'table' },
  { key: 'exported_at', label: 'accounting_export.exported_at', kind: 'instant', room: 'table' },
  { key: 'exporter', label: 'accounting_export.exporter', room: 'wide' },
  { key: 'state', label: 'accounting_export.state', words: 'accounting_export.states', room: 'much' },
)

const tones = { open: 'draft', to_export: 'open', exported: 'good', reopened: 'late' } as const

export default function AccountingExports() {
  const { months } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ViewPage
      title={t('accounting_export.plural')}
      subtitle={t('accounting_export.subtitle')}
      actions={
        <LinkButton href={paths.accounting_export.accounts()}>{t('accounting_export.accounts')}</LinkButton>
      }
    >
      {months.length > 0 ? (
        <Table
          caption={t('accounting_export.plural')}
          columns={columns}
          rows={months as unknown as ExportMonth[]}
          rowKey={({ month }) => month}
          open={({ month }) => paths.accounting_export.view(month)}
          cells={{
            state: ({ state }) => (
              <StatusBadge status={state} words="accounting_export.states" tone={tones[state]} />
            ),
          }}
        />
      ) : (
        <EmptyState
          title={t('accounting_export.empty')}
          hint={t('accounting_export.empty_hint')}
          action={{ label: t('accounting_export.close_months'), href: paths.month.list() }}
        />
      )}
    </ViewPage>
  )
}
