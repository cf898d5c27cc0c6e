import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  billColumns,
  findLedgerLines,
  findPlatformPayments,
  lineColumns,
} from '#app/domain/accounting/traces/find-trace.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { ListTools } from '#app/ui/core/table/ListTools.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

/** From whatever somebody calls a payment to where its money is. */
export const handle = { access: 'admin.collection.view', title: 'trace.title' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100)
  const db = await context.read()
  const [rows, bills] = await Promise.all([findLedgerLines(db, q), findPlatformPayments(db, q)])
  return { q, rows, bills }
}

export default function Trace() {
  const { q, rows, bills } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('trace.title')} subtitle={t('trace.subtitle')} />
      <ListTools page={{ search: { q } }} columns={[]} searchHint={t('trace.search_hint')} />
      {rows.length > 0 && (
        <Table
          caption={t('trace.found')}
          columns={lineColumns}
          rows={rows}
          open={({ id }) => paths.admin.collectionView(id)}
          brief
        />
      )}
      {bills.length > 0 && (
        <Table
          caption={t('trace.found_bills')}
          columns={billColumns}
          rows={bills}
          open={({ id }) => paths.admin.platformInvoice.view(id)}
          brief
        />
      )}
      {q !== '' && rows.length + bills.length === 0 && (
        <EmptyState title={t('common.no_match')} hint={t('trace.search_hint')} />
      )}
    </>
  )
}
