import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { proposeDifference } from '#app/domain/billing/credit-notes/propose-difference.ts'
import { pauseEnrolment } from '#app/domain/people/enrolments/change-enrolment.ts'
import { pauseForm } from '#app/domain/people/enrolments/enrolment.ts'
import { enrolment } from '#app/domain/people/enrolments/find-enrolments.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { proposalWords, withProposed } from '#app/server/payments/credit-notes.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { SeatNow } from '#app/ui/people/student/ClassSection.tsx'

export const handle = { access: 'enrolment.edit', title: 'enrolment.pause' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.enrolment')
  const row = await enrolment(await context.read(), context.scope('enrolment.edit'), id, context.today)
  return { row, today: context.today }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, pauseForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.enrolment')
    const scope = context.scope('enrolment.edit')
    const { student_id, student: name, subject } = await pauseEnrolment(trx, actor, scope, id, input, today)
    const words = proposalWords(context.t, 'paused_reason', subject)
    const proposed = await proposeDifference(trx, actor, [id], { words, today })
    const flash = withProposed('enrolment_paused', proposed)
    return redirectWith(paths.student.view(student_id), flash, { name, subject })
  })

export default function PauseEnrolment() {
  const { row, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(pauseForm, useActionData<typeof action>(), { paused_from: today })
  return (
    <EditPage
      title={t('enrolment.pause_of', { subject: row.subject, name: row.student })}
      back={{ label: row.student, href: paths.student.view(row.student_id) }}
      form={form}
      noun="enrolment"
      submit={t('enrolment.pause')}
    >
      <SeatNow row={row} form={form} field={fields.version} />
      <DateField of={fields.paused_from} label={t('enrolment.paused_from')} min={row.starts_on} />
      <DateField
        of={fields.paused_to}
        label={t('enrolment.paused_to')}
        hint={t('enrolment.paused_to_hint')}
        min={today}
      />
      <TextField of={fields.reason} label={t('enrolment.reason')} autoComplete="off" />
    </EditPage>
  )
}
