import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { reminderList } from '#app/domain/reminders/find-reminders.server.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { ReminderNav } from '#app/ui/reminder/ReminderNav.tsx'

/** What families were reminded of, what leaves next, and what waits for somebody to press "send". */
export const handle = { access: 'reminder.view', title: 'reminder.plural' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => listPage(args, reminderList)

export default function Reminders() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('reminder.subtitle')}
      nav={<ReminderNav current="reminder" />}
      open={({ id }) => paths.reminder.view(id)}
      searchHint={t('reminder.search_hint')}
      empty={{ title: t('reminder.empty'), hint: t('reminder.empty_hint') }}
    />
  )
}
