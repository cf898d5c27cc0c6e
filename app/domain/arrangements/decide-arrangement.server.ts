import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/actor.ts'
import { named, record } from '#app/domain/audit.ts'
import { changeAt } from '#app/domain/changed.ts'
import { isOwnRequest, refuseOwnFamily } from '#app/domain/four-eyes.ts'
import { invoicesIn } from '#app/domain/invoices/status.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { type Arrangement, arrangementOf, arrangementsIn } from './find-arrangements.server.ts'

/**
 * Agrees to what was proposed. Refuses one's own family, what is not open any more, one whose first part should have come by
 * now or whose invoices are paid (arrangement.overtaken), and one with invoices out of reach.
 */
export async function approveArrangement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<Arrangement> {
  const row = await locked(trx, scope, id, today, 'proposed')
  refuseOwnFamily(actor, [row.parent_user_id])
  await refuseOutOfReach(trx, scope, id)
  if (row.came_sen >= row.total_sen || row.parts[0]?.state === 'missed')
    throw new Refusal('arrangement.overtaken')
  await changeAt(
    trx,
    actor,
    'arrangement',
    row,
    { status: 'active', decided_by: actor.id, decided_at: sql<Date>`now()` },
    { status: 'proposed' },
  )
  await enqueue(trx, 'arrangement.send', { arrangement_id: id })
  const after = { total_sen: row.total_sen, asked_by: row.requester }
  await record(trx, actor, 'arrangement.agreed', { type: 'arrangement', id }, named(row.parent, { after }))
  return row
}

/** Turns a proposal down, with a reason. Refuses one's own family and what is not open any more. */
export async function rejectArrangement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { decision_reason, today }: { decision_reason: string; today: string },
): Promise<Arrangement> {
  const row = await locked(trx, scope, id, today, 'proposed')
  refuseOwnFamily(actor, [row.parent_user_id])
  await close(trx, actor, row, { status: 'rejected', decision_reason })
  return row
}

/** Takes the own proposal back; refuses anybody else (arrangement.not_yours). */
export async function withdrawArrangement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<Arrangement> {
  const row = await locked(trx, scope, id, today, 'proposed')
  if (!isOwnRequest(actor, row)) throw new Refusal('arrangement.not_yours')
  await close(trx, actor, row, { status: 'withdrawn', decision_reason: null })
  return row
}

/** Ends one before its time, with a reason; reminders go on. Refuses one that is over, also since this morning. */
export async function endArrangement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { decision_reason, today }: { decision_reason: string; today: string },
): Promise<Arrangement> {
  const row = await locked(trx, scope, id, today, 'active')
  refuseOwnFamily(actor, [row.parent_user_id])
  await close(trx, actor, row, { status: 'ended', decision_reason, over_on: today })
  return row
}

export async function isOwnFamily(trx: Transaction<DB>, { id }: Actor, parent_id: string): Promise<boolean> {
  const own = await trx
    .selectFrom('parent')
    .select('id')
    .where('id', '=', parent_id)
    .where('user_id', '=', id)
    .executeTakeFirst()
  return own !== undefined
}

/** Locked, so that of two deciders the second finds it decided. */
async function locked(
  trx: Transaction<DB>,
  scope: RowScope,
  id: string,
  today: string,
  status: 'proposed' | 'active',
): Promise<Arrangement> {
  await arrangementsIn(trx, scope)
    .select('arrangement.id')
    .where('arrangement.id', '=', id)
    .forUpdate('arrangement')
    .execute()
  const row = await arrangementOf(trx, scope, id, today)
  if (row.status !== status) throw new Refusal('arrangement.decided')
  return row
}

async function refuseOutOfReach(
  trx: Transaction<DB>,
  scope: RowScope,
  arrangement_id: string,
): Promise<void> {
  const beyond = await trx
    .selectFrom('arrangement_invoice')
    .select('invoice_id')
    .where('arrangement_id', '=', arrangement_id)
    .where('invoice_id', 'not in', invoicesIn(trx, scope).select('invoice.id'))
    .limit(1)
    .executeTakeFirst()
  if (beyond) throw new Refusal('arrangement.elsewhere')
}

interface Close {
  status: 'rejected' | 'withdrawn' | 'ended'
  decision_reason: string | null
  over_on?: string
}

async function close(trx: Transaction<DB>, actor: Actor, row: Arrangement, given: Close): Promise<void> {
  const was = given.status === 'ended' ? 'active' : 'proposed'
  const decided = { decided_by: actor.id, decided_at: sql<Date>`now()` }
  await changeAt(trx, actor, 'arrangement', row, { ...given, ...decided }, { status: was })
  const { total_sen, requester, parent } = row
  const words = given.decision_reason ? { decision_reason: given.decision_reason } : {}
  await record(
    trx,
    actor,
    `arrangement.${given.status}`,
    { type: 'arrangement', id: row.id },
    named(parent, { after: { total_sen, asked_by: requester, ...words } }),
  )
}
