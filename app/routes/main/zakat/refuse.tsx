import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { declineForm } from '#app/domain/four-eyes/decline-form.ts'
import { refuseAppointment } from '#app/domain/zakat-appointments/decide.server.ts'
import { appointment } from '#app/domain/zakat-appointments/find-appointments.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'

/** Sends a letter back, with the reason. */
export const handle = { access: 'admin.zakat.decide', title: 'zakat_appointment.refuse' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.zakat_appointment')
  const { entity, authority, type_name } = await appointment(await context.read(), id)
  return { id, entity, authority, type_name }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, declineForm, async ({ trx, actor }, { decision_reason }) => {
    const id = idOf(args.params, 'not_found.zakat_appointment')
    const name = await refuseAppointment(trx, actor, id, decision_reason)
    return redirectWith(paths.admin.zakat.view(id), 'zakat_appointment_refused', { name })
  })

export default function RefuseAppointment() {
  const { id, entity, authority, type_name } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(declineForm, useActionData<typeof action>())
  const href = paths.admin.zakat.view(id)
  return (
    <EditPage
      title={t('zakat_appointment.refuse')}
      subtitle={entity}
      back={{ label: authority, href }}
      cancel={href}
      form={form}
      noun="zakat_appointment"
      submit={t('zakat_appointment.refuse')}
      look="danger"
    >
      <Facts items={[{ label: t('zakat_appointment.type_name'), value: type_name }]} />
      <TextArea
        of={fields.decision_reason}
        label={t('zakat_appointment.decision_reason')}
        hint={t('zakat_appointment.decision_reason_hint')}
        rows={3}
      />
    </EditPage>
  )
}
