import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { fundOwner } from '#app/domain/giving/funds/find-fund-moves.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { AppointmentInput } from './appointment-form.ts'
import { ownAppointment } from './find-appointments.ts'

/** A letter in the organisation's own store. */
export interface KeptLetter {
  storage_key: string
  content_type: string
  size_bytes: number
}

/**
 * Lays a letter of an authority before the operator, by whom alone a type of zakat opens. Refuses a letter that has ended
 * (zakat_appointment.over) and a second one while one is looked at (duplicate.zakat_appointment, by constraint).
 */
export async function askAppointment(
  trx: Transaction<DB>,
  actor: Actor,
  zakat_type_id: string,
  { letter: _letter, form_key: _key, ...told }: AppointmentInput,
  { storage_key, content_type, size_bytes }: KeptLetter,
  today: string,
): Promise<string> {
  const { name } = await fundOwner(trx, 'zakat', zakat_type_id)
  if (told.valid_to < today) throw new Refusal('zakat_appointment.over', 'valid_to')
  const id = newId()
  await trx
    .insertInto('platform.zakat_appointment')
    .values({
      ...{ id, zakat_type_id, type_name: name, ...told },
      ...{ letter_key: storage_key, letter_type: content_type, letter_bytes: size_bytes },
      ...{ requested_by: actor.id!, requester: actor.name },
    })
    .execute()
  await record(
    trx,
    actor,
    'zakat_type.authority_asked',
    { type: 'zakat_type', id: zakat_type_id },
    named(name, { after: told }),
  )
  return name
}

/** Takes back what nobody has decided yet. Refuses (zakat_appointment.decided) any other. Returns its type. */
export async function withdrawAppointment(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
): Promise<{ zakat_type_id: string; type_name: string }> {
  const { zakat_type_id, type_name, authority } = await ownAppointment(trx, id)
  const taken = await trx
    .updateTable('platform.zakat_appointment')
    .set({ status: 'withdrawn', version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw new Refusal('zakat_appointment.decided')
  await record(
    trx,
    actor,
    'zakat_type.authority_withdrawn',
    { type: 'zakat_type', id: zakat_type_id },
    named(type_name, { after: { authority } }),
  )
  return { zakat_type_id, type_name }
}
