import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { zakatTypeList } from '#app/domain/giving/donation-types/zakat-types.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'zakat_type.view', title: 'zakat_type.plural' } satisfies Handle

export const loader = onlyList(zakatTypeList)

export default function ZakatTypes() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.zakat_type.view(row.id)}
      add={{ label: t('zakat_type.new'), href: paths.zakat_type.new() }}
      empty={{ title: t('zakat_type.empty'), hint: t('zakat_type.empty_hint') }}
    />
  )
}
