import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { announcementList } from '#app/domain/messaging/announcements/find-announcements.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'announcement.view', title: 'announcement.plural' } satisfies Handle

export const loader = listLoader(announcementList)

export default function Announcements() {
  const list = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('announcement.subtitle')}
      add={{ label: t('announcement.new'), href: paths.announcement.new() }}
      open={({ id }) => paths.announcement.view(id)}
      searchHint={t('announcement.search_hint')}
      empty={{ title: t('announcement.empty'), hint: t('announcement.empty_hint') }}
    />
  )
}
