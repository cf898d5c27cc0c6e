import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { studentDiscount } from '#app/domain/student-discounts/find-student-discounts.server.ts'
import { rejectDiscount } from '#app/domain/student-discounts/give-and-decide.server.ts'
import { declineForm } from '#app/domain/student-discounts/student-discount-form.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'

export const handle = {
  access: 'student_discount.approve',
  title: 'student_discount.reject_title',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.student_discount')
  const row = await studentDiscount(await context.read(), context.scope('student_discount.approve'), id)
  const { student, discount, value, requester, reason } = row
  return { row: { id, student, discount, value, requester, reason } }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, declineForm, async ({ trx, actor, context }, { decision_reason }) => {
    const id = idOf(args.params, 'not_found.student_discount')
    const scope = context.scope('student_discount.approve')
    const { student: name, discount } = await rejectDiscount(trx, actor, scope, id, decision_reason)
    return redirectWith(paths.studentDiscount.view(id), 'student_discount_rejected', { name, discount })
  })

export default function RejectStudentDiscount() {
  const { row } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(declineForm, useActionData<typeof action>())
  const back = { label: row.discount, href: paths.studentDiscount.view(row.id) }
  return (
    <EditPage
      title={t('student_discount.reject_title')}
      subtitle={`${row.discount} · ${row.student}`}
      back={back}
      cancel={back.href}
      form={form}
      noun="student_discount"
      submit={t('student_discount.reject')}
      look="danger"
    >
      <Facts
        items={[
          { label: t('student_discount.value'), value: row.value },
          { label: t('student_discount.requester'), value: row.requester },
          { label: t('student_discount.reason'), value: row.reason },
        ]}
      />
      <TextArea
        of={fields.decision_reason}
        label={t('student_discount.decision_reason')}
        hint={t('student_discount.decision_reason_hint')}
        rows={3}
      />
    </EditPage>
  )
}
