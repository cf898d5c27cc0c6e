import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { leaveList } from '#app/domain/classes/leave/find-leave.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { LastDay } from '#app/ui/core/table/LastDay.tsx'

/** Leave that families asked for. */
export const handle = { access: 'attendance.view', title: 'leave_request.plural' } satisfies Handle

export const loader = listLoader(leaveList)

export default function LeaveRequests() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('leave_request.subtitle')}
      cells={{ ends_on: (row) => <LastDay {...row} /> }}
      open={({ id }) => paths.leave_request.view(id)}
      searchHint={t('leave_request.search_hint')}
      empty={{ title: t('leave_request.empty'), hint: t('leave_request.empty_hint') }}
      yours="leave_request"
    />
  )
}
