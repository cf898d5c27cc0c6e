import { zakatType } from '#app/domain/giving/donation-types/zakat-types.ts'
import type { AppointmentInput } from '#app/domain/giving/zakat-appointments/appointment.ts'
import { submitAppointment } from '#app/domain/giving/zakat-appointments/change-appointment.ts'
import { withLetter } from '#app/server/documents/letter.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/**
 * Lays a letter before the operator. Refuses not_found.zakat_type, and what withLetter and submitAppointment refuse.
 */
export async function keepLetter(
  context: RequestContext,
  zakat_type_id: string,
  input: AppointmentInput,
): Promise<string> {
  await zakatType(await context.read(), context.scope('zakat_type.edit'), zakat_type_id)
  return withLetter(context, 'zakat.letter', input.letter, (trx, kept) =>
    submitAppointment(trx, context.actor, zakat_type_id, input, kept, context.today),
  )
}
