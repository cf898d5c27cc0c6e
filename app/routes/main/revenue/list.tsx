import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { revenueList, revenueSums } from '#app/domain/platform/revenue/find-revenue.ts'
import { revenueSumColumns } from '#app/domain/platform/revenue/revenue.ts'
import { paths } from '#app/paths.ts'
import { listPage, operatorReaderOf, searchIn } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { queryWith } from '#app/ui/core/table/query.ts'

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
      <RevenueSums list={list} sums={sums} />
    </ListPage>
  )
}

/** Totals by revenue type with links to their rows; nothing if there is only one type. */
function RevenueSums({ sums: rows, list }: ReturnType<typeof useLoaderData<typeof loader>>) {
  const { t } = useTranslation()
  if (rows.length < 2) return null
  const sum = (key: 'rows' | 'gross_sen' | 'bank_cost_sen' | 'net_sen') =>
    rows.reduce((all, row) => all + row[key], 0)
  return (
    <TableSection
      title={t('revenue.by_type')}
      columns={revenueSumColumns}
      rows={rows}
      rowKey={({ type }) => type}
      open={({ type }) =>
        `${paths.admin.revenue.list()}${queryWith({ ...list.page.search, page: undefined, sort: undefined, type })}`
      }
      totals={{
        ...{ rows: sum('rows'), gross_sen: sum('gross_sen') },
        ...{ bank_cost_sen: sum('bank_cost_sen'), net_sen: sum('net_sen') },
      }}
      brief
    />
  )
}
