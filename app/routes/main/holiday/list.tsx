import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { holidayList } from '#app/domain/core/holidays/find-holidays.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Public holidays, of the whole country and of its states. */
export const handle = { access: 'admin.holiday.view', title: 'holiday.plural' } satisfies Handle

export const loader = listLoader(holidayList)

export default function Holidays() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('holiday.subtitle')}
      open={(row) => paths.admin.holiday.view(row.id)}
      add={{ label: t('holiday.new'), href: paths.admin.holiday.new() }}
      searchHint={t('holiday.name')}
    />
  )
}
