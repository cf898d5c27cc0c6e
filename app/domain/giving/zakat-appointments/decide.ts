import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { decidedNow } from '#app/domain/core/four-eyes/decided-now.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { appointment } from './find-appointments.ts'

/** The operator has compared the letter with the authority: the type is open for as long as it holds. */
export async function confirmAppointment(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { version, today }: { version: number; today: string },
): Promise<string> {
  const row = await waiting(trx, id, version)
  if (row.valid_to < today) throw new Refusal('zakat_appointment.over')
  return decide(trx, actor, row, { status: 'confirmed' })
}

/** It goes back with a reason; another letter may be handed in. */
export async function refuseAppointment(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  decision_reason: string,
): Promise<string> {
  return decide(trx, actor, await waiting(trx, id), { status: 'refused', decision_reason })
}

type Row = Awaited<ReturnType<typeof appointment>>

/** Locked; refuses (zakat_appointment.decided) what somebody has decided or taken back. */
async function waiting(trx: Transaction<DB>, id: string, version?: number): Promise<Row> {
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
