import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { balancesToPayOut } from '#app/domain/platform/payouts/find-payouts.ts'
import { waitingColumns } from '#app/domain/platform/payouts/payout.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { PayoutNav } from '#app/ui/platform/payout/PayoutNav.tsx'

/** For whom something waits to be paid out, and until when; from here a payout is prepared out of its turn. */
export const handle = { access: 'admin.payout.view', title: 'payout.now.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const rows = await balancesToPayOut(await context.read(), context.today)
  return { rows, mayPrepare: context.operatorCan('admin.payout.create') }
}

export default function Waiting() {
  const { rows, mayPrepare } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('payout.now.title')} subtitle={t('payout.now.subtitle')} />
      <PayoutNav current="waiting" />
      {rows.length === 0 ? (
        <EmptyState title={t('payout.now.empty')} />
      ) : (
        <Table
          caption={t('payout.now.title')}
          columns={waitingColumns}
          rows={rows}
          totals={{ sen: rows.reduce((sum, { sen }) => sum + sen, 0) }}
          open={mayPrepare ? ({ id }) => paths.admin.payout.prepare(id) : undefined}
          brief
        />
      )}
    </>
  )
}
