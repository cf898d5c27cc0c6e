import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { departmentList } from '#app/domain/catalogue/departments/departments.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'department.view', title: 'department.plural' } satisfies Handle

export const loader = onlyList(departmentList)

export default function Departments() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.department.view(row.id)}
      add={{ label: t('department.new'), href: paths.department.new() }}
      empty={{ title: t('department.empty'), hint: t('department.empty_hint') }}
    />
  )
}
