import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { reconciliationList } from '#app/domain/accounting/reconciliation/find-reconciliations.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What each night's comparing of the books came to. */
export const handle = { access: 'admin.payout.view', title: 'admin.equation.plural' } satisfies Handle

export const loader = listLoader(reconciliationList)

export default function Equations() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('admin.equation.subtitle')}
      open={({ id }) => paths.admin.equation.view(id)}
      searchHint={t('admin.equation.search_hint')}
      empty={{ title: t('admin.equation.empty'), hint: t('admin.equation.empty_hint') }}
    />
  )
}
