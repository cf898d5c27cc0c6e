import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { changed } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import type { ApplicationStatus } from './application.ts'
import { userOf } from './submit-application.ts'

/** Locks an application that is still open, so that of two concurrent decisions the second sees the first. */
export async function lockApplication(trx: Transaction<DB>, where: { id: string } | { public_code: string }) {
  const [column, value] = Object.entries(where)[0] as ['id' | 'public_code', string]
  const row = await trx
    .selectFrom('application')
    .selectAll()
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.application')
  return row
}

/**
 * Updates the application after lines were decided: open as long as one line is, approved if one was approved, else
 * rejected. The caller has locked it. Returns the new status.
 */
export async function closeWhenDecided(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  more: { reason?: string | null; withdrawn?: boolean } = {},
): Promise<ApplicationStatus> {
  const { open, approved } = await trx
    .selectFrom('application_student')
    .where('application_id', '=', id)
    .select(sql<number>`count(*) filter (where status = 'pending')`.as('open'))
    .select(sql<number>`count(*) filter (where status = 'approved')`.as('approved'))
    .executeTakeFirstOrThrow()
  const status = open > 0 ? 'pending' : approved > 0 ? 'approved' : 'rejected'
  const decision = {
    ...{ status, decided_by: userOf(actor), decided_at: sql<Date>`now()` },
    reason: status === 'rejected' ? (more.reason ?? null) : null,
    withdrawn_at: status === 'rejected' && more.withdrawn ? sql<Date>`now()` : null,
  }
  await trx
    .updateTable('application')
    .set({
      ...(status === 'pending' ? {} : decision),
      ...changed({ id: userOf(actor) }),
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
  return status
}
