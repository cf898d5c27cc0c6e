import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { feeCategoryList } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'fee_category.view', title: 'fee_category.plural' } satisfies Handle

export const loader = onlyList(feeCategoryList)

export default function FeeCategories() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.fee_category.view(row.id)}
      add={{ label: t('fee_category.new'), href: paths.fee_category.new() }}
      empty={{ title: t('fee_category.empty'), hint: t('fee_category.empty_hint') }}
    />
  )
}
