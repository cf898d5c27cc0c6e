import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { maskedNumber } from '#app/domain/enrolment/applications/answers.ts'
import { editStudentForm } from '#app/domain/enrolment/applications/application.ts'
import { editStudentAnswers } from '#app/domain/enrolment/applications/edit.ts'
import { applicationChild } from '#app/domain/enrolment/applications/find-applications.ts'
import { paths } from '#app/paths.ts'
import { childAt } from '#app/server/applications/deciding.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { StudentFields } from '#app/ui/people/student/StudentFields.tsx'

/** What a family said of a child, corrected by the office while nobody has decided about it. */
export const handle = { access: 'application.edit', title: 'application.edit_child' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('application.edit')
  const id = idOf(params, 'not_found.application')
  const row = await applicationChild(await context.read(), scope, keysOf(context), id)
  // A child who is on file is edited there.
  if (!row.answers) throw new Refusal('not_found.application')
  const {
    identity_no: _,
    birth_cert_no: __,
    health_conditions: ___,
    allergies: ____,
    ...answers
  } = row.answers
  return {
    ...{ id, name: row.name, born_on: row.born_on, version: row.version, answers, today: context.today },
    kept: {
      identity: maskedNumber(row.answers),
      birthCert: maskedNumber({ identity_type: '', identity_no: row.answers.birth_cert_no }),
    },
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, editStudentForm, async ({ trx, actor, context }, { version, ...input }) => {
    const scope = context.scope('application.edit')
    const which = { ...(await childAt(context, trx, scope, args.params)), version }
    const number = await editStudentAnswers(trx, actor, scope, keysOf(context), which, input)
    const page = paths.application.child(idOf(args.params, 'not_found.application'))
    return redirectWith(page, 'application_saved', { number })
  })

export default function EditApplicationChild() {
  const { id, name, born_on, version, answers, kept, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(editStudentForm, useActionData<typeof action>(), { ...answers, version })
  return (
    <EditPage
      title={t('application.edit_child')}
      back={{ label: name, href: paths.application.child(id) }}
      form={form}
      noun="student"
    >
      <CurrentValues
        form={form}
        items={[
          { label: t('student.name'), value: name },
          { label: t('student.born_on'), value: formatDate(born_on, locale) },
        ]}
        field={fields.version}
        version={version}
      />
      <StudentFields fields={fields} today={today} kept={kept} />
    </EditPage>
  )
}
