import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { entityList } from '#app/domain/platform/entities/find-entities.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** The organisations of the platform. */
export const handle = { access: 'admin.entity.view', title: 'entity.plural' } satisfies Handle

export const loader = listLoader(entityList)

export default function Entities() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('entity.subtitle')}
      open={(row) => paths.admin.entity.view(row.id)}
      searchHint={t('entity.search_hint')}
    />
  )
}
