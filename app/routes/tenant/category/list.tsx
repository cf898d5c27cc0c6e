import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { categoryList } from '#app/domain/catalogue/categories/categories.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'category.view', title: 'category.plural' } satisfies Handle

export const loader = listLoader(categoryList)

export default function Categories() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.category.view(row.id)}
      add={{ label: t('category.new'), href: paths.category.new() }}
      empty={{ title: t('category.empty'), hint: t('category.empty_hint') }}
    />
  )
}
