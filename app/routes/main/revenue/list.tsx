import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { revenueList, revenueSums } from '#app/domain/platform/revenue/find-revenue.ts'
import { paths } from '#app/paths.ts'
import { listPage, operatorReaderOf, searchIn } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { RevenueSums } from '#app/ui/platform/revenue/RevenueSums.tsx'

/** What the platform has earned, with what the bank takes of it. */
export const handle = { access: 'admin.revenue.view', title: 'revenue.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const [list, sums] = await Promise.all([
    listPage(args, revenueList),
    revenueSums(await context.read(), operatorReaderOf(context), searchIn(request, revenueList)),
  ])
  return { list, sums }
}

export default function Revenue() {
  const { list, sums } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('revenue.subtitle')}
      actions={<LinkButton href={paths.admin.revenue.cost()}>{t('revenue.costs')}</LinkButton>}
      open={({ id }) => paths.admin.revenue.view(id)}
      searchHint={t('revenue.search_hint')}
      empty={{ title: t('revenue.empty'), hint: t('revenue.empty_hint') }}
    >
      <RevenueSums rows={sums} search={list.page.search} />
    </ListPage>
  )
}
