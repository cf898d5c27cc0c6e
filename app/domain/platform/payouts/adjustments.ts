import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { reason, text } from '#app/domain/core/fields.ts'
import { decidedNow } from '#app/domain/core/four-eyes/decided-now.ts'
import { isOwnRequest, refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { entityChoices } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { idFrom, newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

const adjustmentStatuses = ['requested', 'approved', 'rejected', 'withdrawn'] as const
type AdjustmentStatus = (typeof adjustmentStatuses)[number]

/** `chargeback`: the bank reversed a payment that was already paid out. */
const adjustmentKinds = ['correction', 'chargeback'] as const
type AdjustmentKind = (typeof adjustmentKinds)[number]

/** Choices of the form, so that no sign has to be typed. */
export const adjustmentEffects = ['more', 'less', 'chargeback'] as const

export const adjustmentForm = z.object({
  entity_id: z.uuid(),
  effect: z.enum(adjustmentEffects),
  amount_sen: ringgit({ min: 1 }),
  /** Receipt number of a payment; required for a chargeback. */
  reference: text({ max: 40 }).optional(),
  reason,
  /** Id of the form, so that a double submit makes one request. */
  asked_as: z.uuid(),
})

/** The form's input as a signed sum. */
export function adjustmentOf({ effect, amount_sen, ...said }: z.output<typeof adjustmentForm>) {
  return {
    ...{ entity_id: said.entity_id, reason: said.reason, reference: said.reference, asked_as: said.asked_as },
    kind: effect === 'chargeback' ? 'chargeback' : 'correction',
    sen: effect === 'more' ? amount_sen : -amount_sen,
  } as const
}

interface Adjustment {
  entity_id: string
  kind: AdjustmentKind
  sen: number
  reason: string
  reference?: string | undefined
  /** Id of the form, so that a double submit makes one request. */
  asked_as?: string
}

/**
 * Requests an addition to or a deduction from an organisation's next payout; another person approves it. A chargeback names
 * a payment that was paid out, and may not exceed its net amount (payout_adjustment.over_payment).
 */
export async function requestAdjustment(
  trx: Transaction<DB>,
  actor: Actor,
  input: Adjustment,
): Promise<string> {
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

/** Refuses (four_eyes.own_request) the person who requested it, and (payout_adjustment.decided) one that is not open. */
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
 * Withdraws an open request. Refuses (payout_adjustment.not_yours) the request of another person, and
 * (payout_adjustment.decided) one that is decided or withdrawn.
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

/** Serialises requests about one organisation, so that the second sees the first. */
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

/** Requested additions to and deductions from payouts. */
export const adjustmentList = operatorList<Selected<typeof asked>>()({
  name: 'payout-adjustment',
  title: 'payout.adjustment.plural',
  access: { view: 'admin.payout.view', create: 'admin.payout.create', print: 'admin.payout.print' },
  columns: [
    { key: 'entity', label: 'collection.entity', room: 'who', sort: true },
    { key: 'kind', label: 'payout.kind', words: 'payout.kinds' },
    { key: 'reference', label: 'collection.payment', kind: 'number', room: 'wide' },
    { key: 'reason', label: 'common.field.reason', only: 'file' },
    { key: 'requester', label: 'payout.adjustment.requester', room: 'widest' },
    {
      key: 'requested_at',
      label: 'payout.adjustment.requested_at',
      kind: 'instant',
      room: 'table',
      sort: true,
    },
    { key: 'sen', label: 'common.field.amount', kind: 'money', room: 'much', sort: true },
    { key: 'status', label: 'common.field.status', kind: 'status' },
    { key: 'decider', label: 'payout.adjustment.decider', only: 'file' },
    { key: 'payout', label: 'payout.one', kind: 'number', room: 'widest' },
  ],
  filters: {
    status: oneOf('common.field.status', adjustmentStatuses, 'common.status'),
    kind: oneOf('payout.kind', adjustmentKinds, 'payout.kinds'),
    entity_id: oneEntry('collection.entity', entityChoices),
  },
  tabs: byStatus,
  defaultSort: '-requested_at',
  query(db, _reader, { q, status, kind, entity_id }) {
    let query = asked(db)
    if (status) query = query.where('adjustment.status', '=', status)
    if (kind) query = query.where('adjustment.kind', '=', kind)
    if (entity_id) query = query.where('adjustment.entity_id', '=', entity_id)
    return q ? query.where((eb) => contains(eb, q, ['entity.name', 'adjustment.reference'])) : query
  },
})

function asked(db: Kysely<DB>) {
  return db
    .selectFrom('platform.payout_adjustment as adjustment')
    .innerJoin('platform.entity as entity', 'entity.id', 'adjustment.entity_id')
    .leftJoin('platform.payout as payout', 'payout.id', 'adjustment.payout_id')
    .select(['adjustment.id', 'entity.name as entity', 'adjustment.reference', 'adjustment.reason'])
    .select(['adjustment.requester', 'adjustment.requested_at', 'adjustment.sen', 'adjustment.decider'])
    .select(['payout.number as payout', sql<AdjustmentKind>`adjustment.kind`.as('kind')])
    .select(sql<AdjustmentStatus>`adjustment.status`.as('status'))
}

/** One adjustment with its requester and decider. Runs in the platform's schema. Refuses not_found.payout_adjustment. */
export async function adjustment(db: Kysely<DB>, id: string) {
  const row = await asked(db)
    .select(['adjustment.entity_id', 'adjustment.requested_by', 'adjustment.decided_at'])
    .select(['adjustment.decision_reason', 'adjustment.payout_id'])
    .where('adjustment.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payout_adjustment')
  return row
}

/** Number of open requests that this operator may decide, i.e. did not make. */
export async function adjustmentsWaiting(db: Kysely<DB>, operator_id: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('platform.payout_adjustment')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', '=', 'requested')
    .where('requested_by', 'is distinct from', operator_id)
    .executeTakeFirstOrThrow()
  return count
}
