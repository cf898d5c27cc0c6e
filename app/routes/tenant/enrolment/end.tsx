import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { proposeDifference } from '#app/domain/billing/credit-notes/propose-difference.ts'
import { endEnrolment } from '#app/domain/people/enrolments/change-enrolment.ts'
import { endForm } from '#app/domain/people/enrolments/enrolment.ts'
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

export const handle = { access: 'enrolment.remove', title: 'enrolment.end' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.enrolment')
  const row = await enrolment(await context.read(), context.scope('enrolment.remove'), id, context.today)
  return { row, today: context.today }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, endForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.enrolment')
    const scope = context.scope('enrolment.remove')
    const { student_id, student: name, subject } = await endEnrolment(trx, actor, scope, id, input, today)
    const words = proposalWords(context.t, 'left_reason', subject)
    const proposed = await proposeDifference(trx, actor, [id], { words, today })
    const flash = withProposed('enrolment_ended', proposed)
    return redirectWith(paths.student.view(student_id), flash, { name, subject })
  })

export default function EndEnrolment() {
  const { row, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(endForm, useActionData<typeof action>(), { ends_on: today })
  return (
    <EditPage
      title={t('enrolment.end_of', { subject: row.subject, name: row.student })}
      back={{ label: row.student, href: paths.student.view(row.student_id) }}
      form={form}
      noun="enrolment"
      submit={t('enrolment.end')}
      look="danger"
    >
      <SeatNow row={row} form={form} field={fields.version} />
      <DateField of={fields.ends_on} label={t('enrolment.ends_on')} hint={t('enrolment.ends_on_hint')} />
      <TextField of={fields.reason} label={t('enrolment.reason')} autoComplete="off" />
    </EditPage>
  )
}
