import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { openChange } from '#app/domain/people/student-changes/find-student-changes.ts'
import { requestChange } from '#app/domain/people/student-changes/request-and-decide.ts'
import { otherFieldsOf, studentChangeForm } from '#app/domain/people/student-changes/student-change.ts'
import { studentRow } from '#app/domain/people/students/find-students.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { OpenChangeNotice } from '#app/ui/people/student/ChangeTable.tsx'
import { StudentFields } from '#app/ui/people/student/StudentFields.tsx'
import { newId } from '#db/id.ts'

/** A parent says how their child should be on file; the office decides. */
export const handle = { access: 'student.request_change', title: 'student_change.new' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('student.request_change')
  const id = idOf(params, 'not_found.student')
  const db = await context.read()
  const row = await studentRow(db, scope, keysOf(context), id)
  return {
    id,
    values: { ...otherFieldsOf(row), form_key: newId() },
    kept: { identity: row.identity_masked, birthCert: row.birth_cert_masked },
    waits: await openChange(db, scope, id),
    today: context.today,
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, studentChangeForm, async ({ trx, actor, context, today }, input) => {
    const student_id = idOf(args.params, 'not_found.student')
    const scope = context.scope('student.request_change')
    const { id, name } = await requestChange(trx, actor, scope, keysOf(context), student_id, input, today)
    return redirectWith(paths.student_change.view(id), 'student_change_requested', { name })
  })

export default function AskForChange() {
  const { id, values, kept, waits, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(studentChangeForm, useActionData<typeof action>(), values)
  // Named one by one, since these fields are whatever is asked for: what only the office says is not asked of a family.
  const { identity_no, birth_cert_no } = fields
  const child = { ...otherFieldsOf(fields), identity_no, birth_cert_no }
  return (
    <EditPage
      title={t('student_change.new')}
      subtitle={values.name}
      back={{ label: values.name, href: paths.student.view(id) }}
      form={form}
      noun="student"
      nameOf={(field) => (field === 'reason' ? t('student_change.reason') : undefined)}
      submit={t('student_change.ask')}
      above={waits && <OpenChangeNotice id={waits} />}
    >
      <p>{t('student_change.new_text')}</p>
      <StudentFields fields={child} today={today} kept={kept} />
      <ReasonField of={fields.reason} words="student_change.reason" />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
