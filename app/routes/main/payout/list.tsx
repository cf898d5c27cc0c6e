import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { payoutList } from '#app/domain/payouts/find-payouts.server.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'

/** What the platform pays to organisations. */
export const handle = { access: 'admin.payout.view', title: 'payout.plural' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => listPage(args, payoutList)

export default function Payouts() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('payout.subtitle')}
      open={({ id }) => paths.admin.payout.view(id)}
      searchHint={t('payout.search_hint')}
      empty={{ title: t('payout.empty'), hint: t('payout.empty_hint') }}
    />
  )
}
