import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { feeTypeList } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'fee_type.view', title: 'fee_type.plural' } satisfies Handle

export const loader = onlyList(feeTypeList)

export default function FeeTypes() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.fee_type.view(row.id)}
      add={{ label: t('fee_type.new'), href: paths.fee_type.new() }}
      empty={{ title: t('fee_type.empty'), hint: t('fee_type.empty_hint') }}
    />
  )
}
