import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { maskedNumber } from '#app/domain/enrolment/applications/answers.ts'
import { editParentForm } from '#app/domain/enrolment/applications/application.ts'
import { applicationParent, editParentAnswers } from '#app/domain/enrolment/applications/edit.ts'
import { identityDetail } from '#app/domain/identity/accounts/identity.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ParentFields } from '#app/ui/people/parent/ParentFields.tsx'

/** What a family said of a parent, corrected by the office while nothing is decided. */
export const handle = { access: 'application.edit', title: 'application.edit_parent' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('application.edit')
  const id = idOf(params, 'not_found.application')
  const row = await applicationParent(await context.read(), scope, keysOf(context), id)
  const { identity_no: _, income_above_2500, ...answers } = row.answers
  const knows = identityDetail(context.actor.roles, 'application.view') === 'known'
  const { application_id, number, version, name, phone } = row
  return {
    ...{ application_id, number, version, name, phone, knows },
    identity: maskedNumber(row.answers),
    answers: { ...answers, ...(knows ? { income_above_2500 } : {}) },
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, editParentForm, async ({ trx, actor, context }, { version, ...input }) => {
    const id = idOf(args.params, 'not_found.application')
    const scope = context.scope('application.edit')
    const application = await editParentAnswers(trx, actor, scope, keysOf(context), { id, version }, input)
    return redirectWith(paths.application.view(application.id), 'application_saved', {
      number: application.number,
    })
  })

export default function EditApplicationParent() {
  const { application_id, number, version, name, phone, knows, identity, answers } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(editParentForm, useActionData<typeof action>(), { ...answers, version })
  return (
    <EditPage
      title={t('application.edit_parent')}
      subtitle={name}
      back={{ label: number, href: paths.application.view(application_id) }}
      form={form}
      noun="parent"
    >
      <CurrentValues
        form={form}
        items={[
          { label: t('parent.name'), value: name },
          { label: t('parent.phone'), value: phone },
        ]}
        field={fields.version}
        version={version}
      />
      <ParentFields fields={fields} income={knows} identity={identity} />
    </EditPage>
  )
}
