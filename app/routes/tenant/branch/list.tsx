import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchList } from '#app/domain/catalogue/branches/branches.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'branch.view', title: 'branch.plural' } satisfies Handle

export const loader = onlyList(branchList)

export default function Branches() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.branch.view(row.id)}
      add={{ label: t('branch.new'), href: paths.branch.new() }}
      empty={{ title: t('branch.empty'), hint: t('branch.empty_hint') }}
    />
  )
}
