import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { packageList } from '#app/domain/platform/packages/find-packages.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What the platform sells to organisations. */
export const handle = { access: 'admin.package.view', title: 'package.plural' } satisfies Handle

export const loader = listLoader(packageList)

export default function Packages() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('package.subtitle')}
      open={(row) => paths.admin.package.view(row.id)}
      add={{ label: t('package.new'), href: paths.admin.package.new() }}
      searchHint={t('package.search_hint')}
    />
  )
}
