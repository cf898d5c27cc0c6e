import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { leaveDaysAhead, leaveDaysBack, leaveForm } from '#app/domain/classes/leave/leave.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { paperTypes } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { saveLeave } from '#app/server/leave/save-leave.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, FieldRow, FileField, HiddenField, TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** A parent asks for leave of a child, or the office enters it for a family. */
export const handle = { access: 'leave.request', title: 'leave_request.new' } satisfies Handle

async function studentOf(context: RequestContext, scope: RowScope, id: string) {
  const row = await studentsIn(await context.read(), scope)
    .select(['student.id', 'student.name'])
    .where('student.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.student')
  return row
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('leave.request')
  const student = await studentOf(context, scope, idOf(params, 'not_found.student'))
  return { student, isFamily: scope.scope === 'own', form_key: newId(), today: context.today }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    leaveForm,
    async (input) => {
      const { context, params } = args
      const id = idOf(params, 'not_found.student')
      // Before a paper is drawn: who may not reach the student costs nothing.
      await studentOf(context, context.scope('leave.request'), id)
      return saveLeave(args, id, input)
    },
    { secrets: ['file'] },
  )

export default function RequestLeave() {
  const { student, isFamily, form_key, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(leaveForm, useActionData<typeof action>(), {
    ...{ starts_on: today, ends_on: today, form_key },
  })
  const days = { min: addDays(today, -leaveDaysBack), max: addDays(today, leaveDaysAhead) }
  return (
    <EditPage
      title={t('leave_request.new')}
      subtitle={student.name}
      back={{ label: student.name, href: paths.student.view(student.id) }}
      form={form}
      noun="leave_request"
      submit={t('leave_request.send')}
      multipart
    >
      <p>{t(isFamily ? 'leave_request.new_text' : 'leave_request.new_text_office')}</p>
      <FieldRow>
        <DateField of={fields.starts_on} label={t('leave_request.starts_on')} {...days} />
        <DateField of={fields.ends_on} label={t('leave_request.ends_on')} min={days.min} />
      </FieldRow>
      <TextArea
        of={fields.reason}
        label={t('leave_request.reason')}
        hint={t('leave_request.reason_hint')}
        rows={2}
      />
      <FileField
        of={fields.file}
        label={t('leave_request.file')}
        hint={t('leave_request.file_hint')}
        accept={paperTypes}
        optional
      />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
