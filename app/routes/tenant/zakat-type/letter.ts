import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { ownAppointment } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import { letterAnswer } from '#app/server/documents/letter.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** A letter that was handed in, for who looks after zakat. */
export const handle = { access: 'zakat_type.edit' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { site } = context
  if (site.side !== 'tenant') throw new Refusal('not_found.page')
  const row = await ownAppointment(await context.read(), idOf(params, 'not_found.zakat_appointment'))
  return letterAnswer(context, site.entity.place.schema, row)
}
