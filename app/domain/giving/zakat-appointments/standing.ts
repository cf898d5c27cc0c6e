import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Standing } from './appointment.ts'

/** `standingOf` of a row of `zakat_type` in the query around it; a contract test holds both to each other. */
export const standingOn = (on: string) => sql<Standing>`(
  select case
    when bool_or(status = 'confirmed' and ${on}::date between valid_from and valid_to) then 'confirmed'
    when bool_or(status = 'requested') then 'requested'
    when bool_or(status = 'confirmed' and valid_from > ${on}::date) then 'later'
    when bool_or(status = 'confirmed') then 'expired'
    when bool_or(status = 'refused') then 'refused'
    else 'none' end
  from platform.zakat_appointment
  where zakat_appointment.entity_id = platform.current_entity() and zakat_appointment.zakat_type_id = zakat_type.id)`

/** The letter by which zakat of a type may be taken on a day; of several the one that holds longest. */
export async function appointmentOn(db: Kysely<DB>, zakat_type_id: string, on: string) {
  return db
    .selectFrom('platform.zakat_appointment')
    .select(['id', 'authority', 'state', 'appointment_no', 'valid_from', 'valid_to'])
    .where('entity_id', '=', sql<string>`platform.current_entity()`)
    .where('zakat_type_id', '=', zakat_type_id)
    .where('status', '=', 'confirmed')
    .where('valid_from', '<=', on)
    .where('valid_to', '>=', on)
    .orderBy('valid_to', 'desc')
    .limit(1)
    .executeTakeFirst()
}
