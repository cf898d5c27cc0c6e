import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { rejectChange } from '#app/domain/people/student-changes/decide-change.ts'
import { studentChange } from '#app/domain/people/student-changes/find-student-changes.ts'
import { declineAction } from '#app/server/forms/request-verbs.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclinePage } from '#app/ui/core/four-eyes/DeclinePage.tsx'

export const handle = { access: 'student.edit', title: 'student_change.reject_title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.student_change')
  const row = await studentChange(await context.read(), context.scope('student.edit'), id)
  const { student, requester, reason } = row
  return { id, student, requester, reason }
}

export const action = declineAction('student_change', 'student.edit', rejectChange, ({ student }) => [
  'student_change_rejected',
  { name: student },
])

export default function RejectStudentChange() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <DeclinePage
      noun="student_change"
      title={t('student_change.reject_title')}
      subtitle={row.student}
      back={t('student_change.one')}
      submit={t('student_change.reject')}
      row={row}
      items={[]}
      answer={useActionData<typeof action>()}
    />
  )
}
