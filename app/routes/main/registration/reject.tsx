import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { rejectRegistration } from '#app/domain/platform/registrations/change-registration.ts'
import { registration } from '#app/domain/platform/registrations/find-registrations.ts'
import { rejectForm } from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, ReasonField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Turns an organisation away, with a reason that it is told. */
export const handle = { access: 'admin.registration.decide', title: 'registration.reject' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.registration')
  const row = await registration(await context.read(), context.services.ring, id)
  const { organisation_name, reference, version, invoice_status } = row
  return { id, organisation_name, reference, version, paid: invoice_status === 'paid' }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, rejectForm, async ({ trx, actor, today }, input) => {
    const id = idOf(args.params, 'not_found.registration')
    const { name } = await rejectRegistration(trx, actor, id, input, today)
    return redirectWith(paths.admin.registration.view(id), 'registration_rejected', { name })
  })

export default function RejectRegistration() {
  const { id, organisation_name, reference, version, paid } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(rejectForm, useActionData<typeof action>(), { version })
  return (
    <EditPage
      title={t('registration.reject')}
      subtitle={organisation_name}
      back={{ label: reference, href: paths.admin.registration.view(id) }}
      form={form}
      noun="registration"
      submit={t('registration.reject')}
      look="danger"
    >
      <HiddenField of={fields.version} />
      <ReasonField of={fields.reject_reason} words="registration.reject_reason" />
      {paid ? (
        <TextField
          of={fields.refund_reference}
          label={t('registration.refund_reference')}
          hint={t('registration.refund_reference_hint')}
        />
      ) : null}
    </EditPage>
  )
}
