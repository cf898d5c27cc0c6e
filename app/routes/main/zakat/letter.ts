import type { LoaderFunctionArgs } from '@remix-run/node'
import { appointment } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import { letterAnswer } from '#app/server/documents/letter.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The letter itself, out of the store of the organisation that handed it in. */
export const handle = { access: 'admin.zakat.view' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await appointment(await context.read(), idOf(params, 'not_found.zakat_appointment'))
  return letterAnswer(context, row.schema_name, row)
}
