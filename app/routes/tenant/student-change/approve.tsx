import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { comparedChange } from '#app/domain/people/student-changes/find-student-changes.ts'
import { approveChange } from '#app/domain/people/student-changes/request-and-decide.ts'
import { approveChangeForm } from '#app/domain/people/student-changes/student-change.ts'
import type { SimilarStudent } from '#app/domain/people/students/change-student.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TextArea } from '#app/ui/core/form/fields.tsx'
import { foundBy, useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ChangeTable } from '#app/ui/people/student/ChangeTable.tsx'
import { SimilarList } from '#app/ui/people/student/SimilarStudents.tsx'

/** What the button of the request does; a page of its own for what must be looked at once more. */
export const handle = { access: 'student.edit', title: 'student_change.approve' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('student.edit')
  const id = idOf(params, 'not_found.student_change')
  const { row, student, compared } = await comparedChange(await context.read(), scope, keysOf(context), id)
  return { id, student: row.student, open: row.status === 'requested', version: student.version, compared }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, approveChangeForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.student_change')
    const scope = context.scope('student.edit')
    const row = await approveChange(trx, actor, scope, keysOf(context), id, input, today)
    return redirectWith(paths.student_change.view(id), 'student_change_approved', { name: row.student })
  })

export default function ApproveStudentChange() {
  const { id, student, open, version, compared } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const answer = useActionData<typeof action>()
  const [form, fields] = useFormOf(approveChangeForm, answer)
  const similar = foundBy<SimilarStudent>(answer)
  const asks = similar.some(({ same }) => same === 'twin') || fields.twin_reason.initialValue !== undefined
  const back = paths.student_change.view(id)
  return (
    <EditPage
      title={t('student_change.approve')}
      subtitle={student}
      back={{ label: t('student_change.one'), href: back }}
      form={form}
      noun="student"
      submit={t('student_change.approve')}
    >
      <CurrentValues
        form={form}
        items={[{ label: t('student_change.student'), value: student }]}
        field={fields.version}
        version={version}
      />
      <ChangeTable compared={compared} open={open} />
      <SimilarList found={similar} />
      {asks && (
        <TextArea of={fields.twin_reason} label={t('student.twin_reason')} rows={2} optional={false} />
      )}
    </EditPage>
  )
}
