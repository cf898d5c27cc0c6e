import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { staffList } from '#app/domain/people/staff/find-staff.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'staff.view', title: 'staff.plural' } satisfies Handle

export const loader = onlyList(staffList)

export default function Staff() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.staff.view(row.id)}
      add={{ label: t('staff.new'), href: paths.staff.new() }}
      empty={{ title: t('staff.empty'), hint: t('staff.empty_hint') }}
    />
  )
}
