import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { payoutList } from '#app/domain/platform/payouts/find-payouts.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { PayoutNav } from '#app/ui/platform/payout/PayoutNav.tsx'

/** What the platform pays to organisations. */
export const handle = { access: 'admin.payout.view', title: 'payout.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  return { list: await listPage(args, payoutList), maySend: args.context.operatorCan('admin.payout.create') }
}

export default function Payouts() {
  const { list, maySend } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      nav={<PayoutNav current="payout" />}
      subtitle={t('payout.subtitle')}
      actions={maySend ? <LinkButton href={paths.admin.payout.send()}>{t('payout.send')}</LinkButton> : null}
      open={({ id }) => paths.admin.payout.view(id)}
      searchHint={t('payout.search_hint')}
      empty={{ title: t('payout.empty'), hint: t('payout.empty_hint') }}
    />
  )
}
