import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { moduleList } from '#app/domain/catalogue/modules/modules.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'module.view', title: 'module.plural' } satisfies Handle

export const loader = onlyList(moduleList)

export default function Modules() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.module.view(row.id)}
      add={{ label: t('module.new'), href: paths.module.new() }}
      empty={{ title: t('module.empty'), hint: t('module.empty_hint') }}
    />
  )
}
