import { type Kysely, sql, type Transaction } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { named, record, recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { decidedNow } from '#app/domain/core/four-eyes/decided-now.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { fundOwner } from '#app/domain/giving/funds/find-fund-moves.ts'
import { notifiableAccounts } from '#app/domain/identity/accounts/accounts.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type AppointmentInput, warningAt } from './appointment.ts'
import { appointment, ownAppointment } from './find-appointments.ts'

/** A letter in the organisation's file storage. */
export interface StoredLetter {
  storage_key: string
  content_type: string
  size_bytes: number
}

/**
 * Submits an authority's letter to the operator, who alone can open a type of zakat. Refuses an expired letter
 * (zakat_appointment.over) and a second one while one is under review (duplicate.zakat_appointment, by constraint).
 */
export async function submitAppointment(
  trx: Transaction<DB>,
  actor: Actor,
  zakat_type_id: string,
  { letter: _letter, form_key: _key, ...details }: AppointmentInput,
  { storage_key, content_type, size_bytes }: StoredLetter,
  today: string,
): Promise<string> {
  const { name } = await fundOwner(trx, 'zakat', zakat_type_id)
  if (details.valid_to < today) throw new Refusal('zakat_appointment.over', 'valid_to')
  const id = newId()
  await trx
    .insertInto('platform.zakat_appointment')
    .values({
      ...{ id, zakat_type_id, type_name: name, ...details },
      ...{ letter_key: storage_key, letter_type: content_type, letter_bytes: size_bytes },
      ...{ requested_by: actor.id!, requester: actor.name },
    })
    .execute()
  await record(
    trx,
    actor,
    'zakat_type.authority_asked',
    { type: 'zakat_type', id: zakat_type_id },
    named(name, { after: details }),
  )
  return name
}

/** Withdraws a letter under review. Refuses (zakat_appointment.decided) any other. Returns its type. */
export async function withdrawAppointment(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
): Promise<{ zakat_type_id: string; type_name: string }> {
  const { zakat_type_id, type_name, authority } = await ownAppointment(trx, id)
  const withdrawn = await trx
    .updateTable('platform.zakat_appointment')
    .set({ status: 'withdrawn', version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .returning('id')
    .executeTakeFirst()
  if (!withdrawn) throw new Refusal('zakat_appointment.decided')
  await record(
    trx,
    actor,
    'zakat_type.authority_withdrawn',
    { type: 'zakat_type', id: zakat_type_id },
    named(type_name, { after: { authority } }),
  )
  return { zakat_type_id, type_name }
}

/** Confirms a letter that the operator has verified: the type is open while the letter is valid. */
export async function confirmAppointment(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { version, today }: { version: number; today: string },
): Promise<string> {
  const row = await lockedRequest(trx, id, version)
  if (row.valid_to < today) throw new Refusal('zakat_appointment.over')
  return decide(trx, actor, row, { status: 'confirmed' })
}

/** Refuses a letter with a reason; another one may be submitted. */
export async function refuseAppointment(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  decision_reason: string,
): Promise<string> {
  return decide(trx, actor, await lockedRequest(trx, id), { status: 'refused', decision_reason })
}

type Row = Awaited<ReturnType<typeof appointment>>

/** A letter under review, locked; refuses (zakat_appointment.decided) one that was decided or withdrawn. */
async function lockedRequest(trx: Transaction<DB>, id: string, version?: number): Promise<Row> {
  await trx
    .selectFrom('platform.zakat_appointment')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const row = await appointment(trx, id)
  if (row.status !== 'requested') throw new Refusal('zakat_appointment.decided')
  if (version !== undefined) refuseStale(row, version)
  return row
}

async function decide(
  trx: Transaction<DB>,
  actor: Actor,
  { id, entity_id, entity, type_name, authority, appointment_no, valid_from, valid_to }: Row,
  decision: { status: 'confirmed' | 'refused'; decision_reason?: string },
): Promise<string> {
  await trx
    .updateTable('platform.zakat_appointment')
    .set({
      ...decision,
      ...decidedNow(actor),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .executeTakeFirstOrThrow()
  const after = { type: type_name, authority, appointment_no, valid_from, valid_to, ...decision }
  await recordOperator(
    trx,
    actor,
    decision.status === 'confirmed' ? 'zakat_appointment.confirmed' : 'zakat_appointment.refused',
    { type: 'zakat_appointment', id, entity_id },
    { after },
  )
  await enqueueFor(trx, 'zakat.notify', [{ entity_id, payload: { appointment_id: id, days: null } }])
  return entity
}

/**
 * Notifies organisations of letters that end in 30, 7 or 1 days or have ended: each step once, and of missed steps only the
 * last. Not for a letter that is followed by another of the same type. Runs on the platform schema.
 */
export async function warnOfEndingAppointments(trx: Transaction<DB>, today: string): Promise<number> {
  const ending = await trx
    .selectFrom('platform.zakat_appointment as letter')
    .select(['letter.id', 'letter.entity_id', 'letter.warned_days'])
    .select(sql<number>`letter.valid_to - ${today}::date`.as('left'))
    .where('letter.status', '=', 'confirmed')
    .where('letter.valid_to', '<=', sql<string>`${today}::date + 30`)
    .where(sql<boolean>`letter.warned_days is distinct from 0`)
    .where(
      sql<boolean>`not exists (select from platform.zakat_appointment as next
        where next.entity_id = letter.entity_id and next.zakat_type_id = letter.zakat_type_id
          and next.status = 'confirmed' and next.valid_to > letter.valid_to and next.valid_from <= letter.valid_to + 1)`,
    )
    .forUpdate('letter')
    .execute()
  const due = ending.flatMap(({ id, entity_id, warned_days, left }) => {
    const days = warningAt(left)
    const isNew = days !== null && (warned_days === null || days < warned_days)
    return isNew ? [{ id, entity_id, days }] : []
  })
  for (const { id, days } of due)
    await trx
      .updateTable('platform.zakat_appointment')
      .set({ warned_days: days })
      .where('id', '=', id)
      .execute()
  await enqueueFor(
    trx,
    'zakat.notify',
    due.map(({ id, entity_id, days }) => ({ entity_id, payload: { appointment_id: id, days } })),
  )
  return due.length
}

const managerRoles = rolesWith('zakat_type.edit')

/** Active accounts with an address whose roles look after kinds of zakat. */
export const zakatManagers = (db: Kysely<DB>) =>
  notifiableAccounts(db).where(sql<boolean>`roles && ${managerRoles}::text[]`)
