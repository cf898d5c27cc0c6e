import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { discountList } from '#app/domain/catalogue/discounts/discounts.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'discount.view', title: 'discount.plural' } satisfies Handle

export const loader = onlyList(discountList)

export default function Discounts() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.discount.view(row.id)}
      add={{ label: t('discount.new'), href: paths.discount.new() }}
      empty={{ title: t('discount.empty'), hint: t('discount.empty_hint') }}
    />
  )
}
