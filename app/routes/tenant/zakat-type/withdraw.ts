import { redirect } from '@remix-run/node'
import { noFields } from '#app/domain/core/fields.ts'
import { withdrawAppointment } from '#app/domain/giving/zakat-appointments/change-appointment.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { rowVerb } from '#app/server/forms/row-verb.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'zakat_type.edit' } satisfies Handle

/** The address of a verb is no page; who comes by a link is led to the list. */
export const loader = () => redirect(paths.zakat_type.list())

export const action = rowVerb(
  noFields,
  'not_found.zakat_appointment',
  () => paths.zakat_type.list(),
  async ({ trx, actor }, { id }) => {
    const { zakat_type_id, type_name } = await withdrawAppointment(trx, actor, id)
    return redirectWith(paths.zakat_type.view(zakat_type_id), 'zakat_appointment_withdrawn', {
      name: type_name,
    })
  },
)
