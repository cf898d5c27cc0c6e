import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { reminderList } from '#app/domain/payments/reminders/find-reminders.ts'
import { fewCreditsOf } from '#app/domain/platform/message-credits/few-credits.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { FewCreditsNotice } from '#app/ui/payments/reminder/FewCreditsNotice.tsx'

/** What families were reminded of, what leaves next, and what waits for somebody to press "send". */
export const handle = { access: 'reminder.view', title: 'reminder.plural' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({
  list: await listPage(args, reminderList),
  credit: await fewCreditsOf(await args.context.read(), tenantOf(args.context).id),
  maySee: args.context.can('credit.view'),
})

export default function Reminders() {
  const { list, ...few } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('reminder.subtitle')}
      open={({ id }) => paths.reminder.view(id)}
      searchHint={t('reminder.search_hint')}
      empty={{ title: t('reminder.empty'), hint: t('reminder.empty_hint') }}
    >
      <FewCreditsNotice {...few} />
    </ListPage>
  )
}
