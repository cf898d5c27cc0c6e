import { redirect } from '@remix-run/node'
import { confirmAppointment } from '#app/domain/giving/zakat-appointments/change-appointment.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { versionVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'admin.zakat.decide' } satisfies Handle

/** The address of a verb is no page; who comes by a link is led to the list. */
export const loader = () => redirect(paths.admin.zakat.list())

export const action = versionVerb(
  'not_found.zakat_appointment',
  paths.admin.zakat.view,
  async ({ trx, actor, today }, { id, version }) => {
    const name = await confirmAppointment(trx, actor, id, { version, today })
    return redirectWith(paths.admin.zakat.view(id), 'zakat_appointment_confirmed', { name })
  },
)
