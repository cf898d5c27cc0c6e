import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { decidedNow } from '#app/domain/core/four-eyes/decided-now.ts'
import { isOwnRequest, refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { idFrom, newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { AdjustmentKind } from './adjustment.ts'

interface Adjustment {
  entity_id: string
  kind: AdjustmentKind
  sen: number
  reason: string
  reference?: string | undefined
  /** Under which a form is sent, however often: asked for once. */
  asked_as?: string
}

/**
 * Asks for a sum that the next payout of an organisation is more or less; another person approves it. A chargeback names
 * a payment that was paid out, and takes no more than came of it (payout_adjustment.over_payment).
 */
export async function askAdjustment(trx: Transaction<DB>, actor: Actor, input: Adjustment): Promise<string> {
  const { entity_id, kind, sen, reason, reference, asked_as } = input
  const id = asked_as === undefined ? newId() : idFrom('payout_adjustment', actor.id ?? '', asked_as)
  await lockEntity(trx, entity_id)
  if (await isAsked(trx, id)) return id
  if (kind === 'chargeback') await refuseTooMuch(trx, input)
  await trx
    .insertInto('platform.payout_adjustment')
    .values({
      ...{ id, entity_id, kind, sen, reason, reference: reference ?? null },
      ...{ requested_by: actor.id!, requester: actor.name },
    })
    .execute()
  const after = { kind, sen, reason, reference }
  await recordOperator(
    trx,
    actor,
    'payout_adjustment.requested',
    { type: 'payout_adjustment', id, entity_id },
    { after },
  )
  return id
}

/** Refuses (four_eyes.own_request) who asked for it, and (payout_adjustment.decided) what is decided already. */
export async function decideAdjustment(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  decision: { status: 'approved' } | { status: 'rejected'; decision_reason: string },
): Promise<void> {
  const row = await trx
    .selectFrom('platform.payout_adjustment')
    .select(['entity_id', 'kind', 'sen', 'status', 'requested_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payout_adjustment')
  if (row.status !== 'requested') throw new Refusal('payout_adjustment.decided')
  refuseOwnRequest(actor, row)
  await trx
    .updateTable('platform.payout_adjustment')
    .set({
      ...decision,
      ...decidedNow(actor),
      ...touched,
    })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .execute()
  const { entity_id, kind, sen } = row
  const object = { type: 'payout_adjustment', id, entity_id }
  const change = { after: { kind, sen, ...decision } }
  if (decision.status === 'approved')
    await recordOperator(trx, actor, 'payout_adjustment.approved', object, change)
  else await recordOperator(trx, actor, 'payout_adjustment.rejected', object, change)
}

/**
 * While nobody has decided. Refuses (payout_adjustment.not_yours) what somebody else has asked for, and
 * (payout_adjustment.decided) what is decided or withdrawn already.
 */
export async function withdrawAdjustment(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const row = await trx
    .selectFrom('platform.payout_adjustment')
    .select(['entity_id', 'kind', 'sen', 'requested_by'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payout_adjustment')
  if (!isOwnRequest(actor, row)) throw new Refusal('payout_adjustment.not_yours')
  const { numUpdatedRows } = await trx
    .updateTable('platform.payout_adjustment')
    .set({ status: 'withdrawn', ...touched })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('payout_adjustment.decided')
  const { entity_id, kind, sen } = row
  const change = { before: { status: 'requested' }, after: { kind, sen, status: 'withdrawn' } }
  const object = { type: 'payout_adjustment', id, entity_id }
  await recordOperator(trx, actor, 'payout_adjustment.withdrawn', object, change)
}

/** Of two requests about one organisation the second sees the first. */
async function lockEntity(trx: Transaction<DB>, id: string) {
  const entity = await trx
    .selectFrom('platform.entity')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!entity) throw new Refusal('input.choice', 'entity_id')
}

async function isAsked(trx: Transaction<DB>, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('platform.payout_adjustment')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

async function refuseTooMuch(trx: Transaction<DB>, { entity_id, reference, sen }: Adjustment) {
  const line = await trx
    .selectFrom('platform.ledger')
    .select('net_sen')
    .where('entity_id', '=', entity_id)
    .where('reference', '=', reference ?? '')
    .where('status', '=', 'paid_out')
    .executeTakeFirst()
  const { taken } = await trx
    .selectFrom('platform.payout_adjustment')
    .select(sql<number>`coalesce(sum(sen), 0)::bigint`.as('taken'))
    .where('entity_id', '=', entity_id)
    .where('reference', '=', reference ?? '')
    .where('kind', '=', 'chargeback')
    .where('status', 'in', ['requested', 'approved'])
    .executeTakeFirstOrThrow()
  if (!line || -sen - taken > line.net_sen) throw new Refusal('payout_adjustment.over_payment', 'reference')
}
