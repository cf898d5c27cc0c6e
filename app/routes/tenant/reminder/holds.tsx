import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { holdList } from '#app/domain/payments/reminders/find-reminders.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Families who are left in peace for a while, why, and until when. */
export const handle = { access: 'reminder.view', title: 'reminder_hold.plural' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({
  ...(await listPage(args, holdList)),
  mayLift: args.context.can('reminder.hold'),
})

export default function ReminderHolds() {
  const { mayLift, ...list } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('reminder_hold.subtitle')}
      open={({ parent_id }) => paths.family.view(parent_id)}
      rowActions={
        mayLift
          ? ({ id, state }) =>
              state === 'holds' ? (
                <PostButton action={paths.reminder.lift(id)}>{t('reminder_hold.lift')}</PostButton>
              ) : null
          : undefined
      }
      searchHint={t('reminder_hold.search_hint')}
      empty={{ title: t('reminder_hold.empty'), hint: t('reminder_hold.empty_hint') }}
    />
  )
}
