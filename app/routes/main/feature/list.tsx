import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { featureList } from '#app/domain/platform/features/features.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What packages are made of. */
export const handle = { access: 'admin.feature.view', title: 'feature.plural' } satisfies Handle

export const loader = listLoader(featureList)

export default function Features() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('feature.subtitle')}
      open={(row) => paths.admin.feature.view(row.id)}
      searchHint={t('feature.search_hint')}
    />
  )
}
