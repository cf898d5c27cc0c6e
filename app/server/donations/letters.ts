import type { AppointmentInput } from '#app/domain/giving/zakat-appointments/appointment-form.ts'
import { askAppointment } from '#app/domain/giving/zakat-appointments/ask.ts'
import { zakatType } from '#app/domain/giving/zakat-types/find-zakat-types.ts'
import { withLetter } from '#app/server/documents/letter.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/**
 * Lays a letter before the operator. Refuses not_found.zakat_type, and what withLetter and askAppointment refuse.
 */
export async function keepLetter(
  context: RequestContext,
  zakat_type_id: string,
  input: AppointmentInput,
): Promise<string> {
  await zakatType(await context.read(), context.scope('zakat_type.edit'), zakat_type_id)
  return withLetter(context, 'zakat.letter', input.letter, (trx, kept) =>
    askAppointment(trx, context.actor, zakat_type_id, input, kept, context.today),
  )
}
