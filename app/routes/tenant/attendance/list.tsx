import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { attendanceList } from '#app/domain/classes/attendance/find-marks.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Marks of confirmed sessions. */
export const handle = { access: 'attendance.view', title: 'attendance.plural' } satisfies Handle

export const loader = listLoader(attendanceList)

export default function AttendanceMarks() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('attendance.subtitle')}
      open={({ student_id }) => paths.attendance.student(student_id)}
      searchHint={t('attendance.search_hint')}
      empty={{ title: t('attendance.empty'), hint: t('attendance.empty_hint') }}
      yours="attendance"
    />
  )
}
