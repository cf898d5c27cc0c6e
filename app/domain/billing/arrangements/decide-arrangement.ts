import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named } from '#app/domain/core/audit.ts'
import { refuseOwnFamily } from '#app/domain/core/four-eyes/four-eyes.ts'
import { requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { type Arrangement, arrangementOf, arrangementsIn } from './find-arrangements.ts'

/** What state it is in depends on the day. Who may decide may do so of what they once proposed themselves. */
const verbsOn = (today: string) =>
  requestVerbs({
    noun: 'arrangement',
    waiting: 'proposed',
    over: 'arrangement.decided',
    reached: arrangementsIn,
    find: (db, scope, id) => arrangementOf(db, scope, id, today),
    refuseDecider: (_trx, actor, { parent_user_id }) => refuseOwnFamily(actor, [parent_user_id]),
    told: ({ parent, total_sen }, more) => named(parent, { after: { total_sen, ...more } }),
  })

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
  const { toDecide, decide } = verbsOn(today)
  const row = await toDecide(trx, actor, scope, id)
  await refuseOutOfReach(trx, scope, id)
  if (row.came_sen >= row.total_sen || row.parts[0]?.state === 'missed')
    throw new Refusal('arrangement.overtaken')
  await decide(trx, actor, row, { status: 'active' }, { action: 'agreed' })
  await enqueue(trx, 'arrangement.send', { arrangement_id: id })
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
  return verbsOn(today).reject(trx, actor, scope, id, { decision_reason })
}

/** Takes the own proposal back; refuses anybody else (arrangement.not_yours). */
export async function withdrawArrangement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<Arrangement> {
  return verbsOn(today).withdraw(trx, actor, scope, id)
}

/** Ends one before its time, with a reason; reminders go on. Refuses one that is over, also since this morning. */
export async function endArrangement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { decision_reason, today }: { decision_reason: string; today: string },
): Promise<Arrangement> {
  const { toDecide, decide } = verbsOn(today)
  const row = await toDecide(trx, actor, scope, id, 'active')
  const values = { status: 'ended', decision_reason, over_on: today }
  await decide(trx, actor, row, values, { more: { decision_reason } })
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
