import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { studentDiscount } from '#app/domain/people/student-discounts/find-student-discounts.ts'
import { rejectDiscount } from '#app/domain/people/student-discounts/give-and-decide.ts'
import { declineAction } from '#app/server/forms/request-verbs.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclinePage } from '#app/ui/core/four-eyes/DeclinePage.tsx'

export const handle = {
  access: 'student_discount.approve',
  title: 'student_discount.reject_title',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.student_discount')
  const row = await studentDiscount(await context.read(), context.scope('student_discount.approve'), id)
  const { student, discount, value, requester, reason } = row
  return { id, student, discount, value, requester, reason }
}

export const action = declineAction(
  'student_discount',
  'student_discount.approve',
  rejectDiscount,
  ({ student: name, discount }) => ['student_discount_rejected', { name, discount }],
)

export default function RejectStudentDiscount() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <DeclinePage
      noun="student_discount"
      title={t('student_discount.reject_title')}
      subtitle={`${row.discount} · ${row.student}`}
      back={row.discount}
      submit={t('student_discount.reject')}
      row={row}
      items={[{ label: t('student_discount.value'), value: row.value }]}
      answer={useActionData<typeof action>()}
    />
  )
}
