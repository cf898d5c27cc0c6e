import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { proposeForLeaver } from '#app/domain/billing/credit-notes/propose-difference.ts'
import { setStudentStatus } from '#app/domain/people/students/change-student.ts'
import { studentRow } from '#app/domain/people/students/find-students.ts'
import { nextStatuses, type StudentStatus, studentStatusForm } from '#app/domain/people/students/student.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { proposalWords, withProposed } from '#app/server/payments/credit-notes.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, RadioGroup, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'

export const handle = { access: 'student.edit', title: 'student.change_status' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.student')
  const scope = context.scope('student.edit')
  const row = await studentRow(await context.read(), scope, keysOf(context), id)
  const { name, status, registered_on, version } = row
  return { id, name, status: status as StudentStatus, registered_on, version, today: context.today }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, studentStatusForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.student')
    const name = await setStudentStatus(trx, actor, context.scope('student.edit'), id, input, today)
    const leaver = { student_id: id, on: input.on }
    const words = proposalWords(context.t, 'withdrawn_reason')
    const proposed =
      input.status === 'withdrawn'
        ? await proposeForLeaver(trx, actor, leaver, { words, today })
        : { credits: 0, charges: 0 }
    return redirectWith(paths.student.view(id), withProposed('student_status', proposed), { name })
  })

export default function StudentStatusPage() {
  const { id, name, status, registered_on, version, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(studentStatusForm, useActionData<typeof action>(), { on: today })
  return (
    <EditPage
      title={t('student.status_of', { name })}
      back={{ label: name, href: paths.student.view(id) }}
      form={form}
      noun="student"
      submit={t('student.change_status')}
    >
      <CurrentValues
        form={form}
        items={[{ label: t('student.status'), value: t(`common.status.${status}`) }]}
        field={fields.version}
        version={version}
      />
      <RadioGroup
        of={fields.status}
        label={t('student.status')}
        options={nextStatuses[status].map((value) => ({ value, label: t(`student.statuses.${value}`) }))}
      />
      <DateField of={fields.on} label={t('student.on')} min={registered_on} max={today} />
      <TextField of={fields.reason} label={t('student.reason')} autoComplete="off" />
    </EditPage>
  )
}
