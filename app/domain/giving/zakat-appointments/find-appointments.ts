import { type Kysely, sql } from 'kysely'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { entityChoices } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type AppointmentStatus, appointmentStatuses, type Standing } from './appointment.ts'

/** Letters of authorities that allow organisations to collect zakat, the latest first. */
export const appointmentList = operatorList<Selected<typeof letters>>()({
  name: 'zakat',
  title: 'zakat_appointment.plural',
  access: { view: 'admin.zakat.view', print: 'admin.zakat.print' },
  columns: [
    { key: 'entity', label: 'collection.entity', room: 'who', sort: true },
    { key: 'type_name', label: 'zakat_appointment.type_name', room: 'wide' },
    { key: 'authority', label: 'zakat_appointment.authority', room: 'wide', sort: true },
    { key: 'state', label: 'zakat_appointment.state', only: 'file' },
    { key: 'appointment_no', label: 'zakat_appointment.appointment_no', kind: 'number', room: 'widest' },
    { key: 'valid_from', label: 'zakat_appointment.valid_from', kind: 'date', only: 'file' },
    { key: 'valid_to', label: 'zakat_appointment.valid_to', kind: 'date', sort: true },
    {
      key: 'requested_at',
      label: 'zakat_appointment.requested_at',
      kind: 'instant',
      room: 'widest',
      sort: true,
    },
    { key: 'decider', label: 'zakat_appointment.decider', only: 'file' },
    { key: 'status', label: 'zakat_appointment.status', kind: 'status' },
  ],
  filters: {
    status: oneOf('zakat_appointment.status', appointmentStatuses, 'common.status'),
    entity_id: oneEntry('collection.entity', entityChoices),
  },
  tabs: byStatus,
  defaultSort: '-requested_at',
  query(db, _reader, { q, status, entity_id }) {
    let query = letters(db)
    if (status) query = query.where('letter.status', '=', status)
    if (entity_id) query = query.where('letter.entity_id', '=', entity_id)
    return q
      ? query.where((eb) => contains(eb, q, ['entity.name', 'letter.authority', 'letter.appointment_no']))
      : query
  },
})

function letters(db: Kysely<DB>) {
  return db
    .selectFrom('platform.zakat_appointment as letter')
    .innerJoin('platform.entity as entity', 'entity.id', 'letter.entity_id')
    .select(['letter.id', 'entity.name as entity', 'letter.type_name', 'letter.authority', 'letter.state'])
    .select(['letter.appointment_no', 'letter.valid_from', 'letter.valid_to', 'letter.requested_at'])
    .select(['letter.decider', sql<AppointmentStatus>`letter.status`.as('status')])
}

/** One of any organisation, on the platform schema; refuses with not_found.zakat_appointment. */
export async function appointment(db: Kysely<DB>, id: string) {
  const row = await letters(db)
    .select(['letter.entity_id', 'letter.zakat_type_id', 'letter.requester', 'letter.decided_at'])
    .select(['letter.decision_reason', 'letter.letter_key', 'letter.letter_type', 'letter.letter_bytes'])
    .select(['letter.version', 'entity.schema_name', 'entity.registration_number', 'entity.company_name'])
    .where('letter.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.zakat_appointment')
  return row
}

/** How many are under review. */
export async function openAppointmentCount(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('platform.zakat_appointment')
    .where('status', '=', 'requested')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const ownAppointments = (db: Kysely<DB>) =>
  db
    .selectFrom('platform.zakat_appointment')
    .where('entity_id', '=', sql<string>`platform.current_entity()`)
    .select(['id', 'zakat_type_id', 'type_name', 'authority', 'state', 'appointment_no', 'valid_from'])
    .select(['valid_to', 'requester', 'requested_at', 'decided_at', 'decision_reason', 'letter_key'])
    .select(['letter_type', 'letter_bytes', sql<AppointmentStatus>`status`.as('status')])

/** Those of a type of the organisation's own, the latest first. */
export const appointmentsOf = (db: Kysely<DB>, zakat_type_id: string) =>
  ownAppointments(db).where('zakat_type_id', '=', zakat_type_id).orderBy('id', 'desc').limit(20).execute()

/** One of the organisation's own; refuses with not_found.zakat_appointment. */
export async function ownAppointment(db: Kysely<DB>, id: string) {
  const row = await ownAppointments(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.zakat_appointment')
  return row
}

/** `standingOf` in SQL, for a query over `zakat_type`; a test compares both. */
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

/** The letter by which zakat of a type may be collected on a day; of several the one valid longest. */
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
