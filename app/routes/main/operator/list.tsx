import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { operatorsList } from '#app/domain/platform/operators/find-operators.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** The people who run the platform. */
export const handle = { access: 'admin.operator.view', title: 'operator.plural' } satisfies Handle

export const loader = listLoader(operatorsList)

export default function Operators() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('operator.subtitle')}
      open={(row) => paths.admin.operator.view(row.id)}
      add={{ label: t('operator.new'), href: paths.admin.operator.new() }}
      searchHint={t('operator.search_hint')}
    />
  )
}
