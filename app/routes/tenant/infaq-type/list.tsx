import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { infaqTypeList } from '#app/domain/giving/donation-types/infaq-types.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'infaq_type.view', title: 'infaq_type.plural' } satisfies Handle

export const loader = onlyList(infaqTypeList)

export default function InfaqTypes() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.infaq_type.view(row.id)}
      add={{ label: t('infaq_type.new'), href: paths.infaq_type.new() }}
      empty={{ title: t('infaq_type.empty'), hint: t('infaq_type.empty_hint') }}
    />
  )
}
