import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { adjustmentList } from '#app/domain/platform/payouts/adjustments.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { PayoutNav } from '#app/ui/platform/payout/PayoutNav.tsx'

/** What payouts are to be more or less than their lines: asked for by one person, decided by another. */
export const handle = { access: 'admin.payout.view', title: 'payout.adjustment.plural' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({ list: await listPage(args, adjustmentList) })

export default function Adjustments() {
  const { list } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      nav={<PayoutNav current="adjustment" />}
      subtitle={t('payout.adjustment.subtitle')}
      add={{ label: t('payout.adjustment.ask'), href: paths.admin.payoutAdjustment.new() }}
      open={({ id }) => paths.admin.payoutAdjustment.view(id)}
      searchHint={t('payout.adjustment.search_hint')}
      empty={{ title: t('payout.adjustment.empty'), hint: t('payout.adjustment.empty_hint') }}
    />
  )
}
