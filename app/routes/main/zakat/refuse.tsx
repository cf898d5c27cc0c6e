import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { refuseAppointment } from '#app/domain/giving/zakat-appointments/change-appointment.ts'
import { appointment } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineFrame } from '#app/ui/core/four-eyes/DeclineFrame.tsx'

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
  return (
    <DeclineFrame
      noun="zakat_appointment"
      title={t('zakat_appointment.refuse')}
      subtitle={entity}
      back={{ label: authority, href: paths.admin.zakat.view(id) }}
      submit={t('zakat_appointment.refuse')}
      items={[{ label: t('zakat_appointment.type_name'), value: type_name }]}
      answer={useActionData<typeof action>()}
    />
  )
}
