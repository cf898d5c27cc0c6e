import { sql, type Transaction, type UpdateObject } from 'kysely'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { record, recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, open, type SecretCell, seal } from '#app/domain/core/secrets.ts'
import { entityCell } from '#app/domain/organisation/entities/find-entity.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { PayoutMoment, PayoutStatus } from './payout.ts'

interface Seen {
  id: string
  version: number
}

/**
 * Approval by a second person. Refuses (payout.own) the person who prepared or released it, a bank account that has changed
 * or is not verified, a closed organisation, and a payout of which a payment was reversed in the meantime.
 */
export async function approvePayout(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  { id, version }: Seen,
) {
  const payout = await lockPayout(trx, id, { version, among: ['draft'] })
  if (actor.id === null || actor.id === payout.prepared_by || actor.id === payout.released_by)
    throw new Refusal('payout.own')
  refusePayee(ring, payout)
  await refuseReversed(trx, payout)
  await move(trx, actor, payout, 'approved', {
    ...{ status: 'approved', approved_by: actor.id, approver: actor.name, approved_at: sql<Date>`now()` },
  })
  return payout.number
}

/** Puts the payout on hold, with the reason, until somebody releases it. */
export async function stopPayout(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: Seen,
  hold_note: string,
) {
  const payout = await lockPayout(trx, id, { version, among: ['draft', 'approved'] })
  await move(
    trx,
    actor,
    payout,
    'stopped',
    {
      ...{ status: 'on_hold', hold_reason: 'person', hold_note },
      ...{ approved_by: null, approver: null, approved_at: null },
    },
    { reason: hold_note },
  )
  return payout.number
}

/**
 * Ends the hold: the payout is a draft again, to the organisation's present bank account. Whoever releases it may not
 * approve it. Refuses a closed organisation and an unverified account.
 */
export async function releasePayout(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  { id, version }: Seen,
) {
  const payout = await lockPayout(trx, id, { version, among: ['on_hold'] })
  refuseUnfit(payout)
  await move(trx, actor, payout, 'released', {
    ...{ status: 'draft', hold_reason: null, hold_note: null },
    ...snapshotOf(ring, id, payout.entity),
    ...{ released_by: actor.id, releaser: actor.name },
  })
  return payout.number
}

/** Cancels a draft; its lines are free for the next payout. */
export async function cancelPayout(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: Seen,
  cancel_reason: string,
) {
  const payout = await lockPayout(trx, id, { version, among: ['draft'] })
  await move(
    trx,
    actor,
    payout,
    'cancelled',
    { status: 'cancelled', cancel_reason },
    { reason: cancel_reason },
  )
  await freeLines(trx, id)
  await enqueueBooking(trx, [payout.entity_id])
  return payout.number
}

interface Paid {
  version: number
  bank_reference: string
  paid_on: string
}

/**
 * The bank has paid it: its lines are paid out. Lines reversed in the meantime stay reversed and are deducted from the next
 * payout. Refuses a future date and one before the approval.
 */
export async function markPaid(trx: Transaction<DB>, actor: Actor, id: string, input: Paid, today: string) {
  const { version, bank_reference, paid_on } = input
  const payout = await lockPayout(trx, id, { version, among: ['processing'] })
  if (paid_on > today) throw new Refusal('payout.day_in_future', 'paid_on')
  if (paid_on < todayIn(payout.approved_at!)) throw new Refusal('payout.day_too_early', 'paid_on')
  await move(
    trx,
    actor,
    payout,
    'paid',
    { status: 'paid', bank_reference, paid_on },
    { bank_reference, paid_on },
  )
  await trx
    .updateTable('platform.ledger')
    .set({ status: 'paid_out', updated_at: sql<Date>`now()` })
    .where('payout_id', '=', id)
    .where('status', '=', 'settled')
    .execute()
  await enqueueBooking(trx, [payout.entity_id])
  await notifyOrganisation(trx, payout, 'paid')
  return payout.number
}

/** The bank has not paid it; its lines are free for the next payout. */
export async function markFailed(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { version, fail_reason }: { version: number; fail_reason: string },
) {
  const payout = await lockPayout(trx, id, { version, among: ['processing'] })
  await move(trx, actor, payout, 'failed', { status: 'failed', fail_reason }, { reason: fail_reason })
  await freeLines(trx, id)
  await enqueueBooking(trx, [payout.entity_id])
  await notifyOrganisation(trx, payout, 'failed')
  return payout.number
}

/** Sends the organisation a mail once the transaction commits. */
const notifyOrganisation = (
  trx: Transaction<DB>,
  { id: payout_id, entity_id }: Pick<LockedPayout, 'id' | 'entity_id'>,
  moment: PayoutMoment,
) => enqueueFor(trx, 'payout.notify', [{ entity_id, payload: { payout_id, moment } }])

/** Refuses a closed organisation, and a bank account that is no longer the organisation's. */
export function refusePayee(ring: Keyring, payout: LockedPayout): void {
  refuseUnfit(payout)
  if (!isAccountOf(ring, payout, payout.entity)) throw new Refusal('payout.account_changed')
}

function refuseUnfit({ entity }: LockedPayout) {
  if (entity.status !== 'active') throw new Refusal('payout.closed')
  if (entity.bank_status !== 'verified' || entity.account_number_sealed === null)
    throw new Refusal('payout.account_unverified')
}

/** A payment reversed before the payout was prepared is in it together with its reversal; one reversed later is not. */
async function refuseReversed(trx: Transaction<DB>, { id, gross_sen }: LockedPayout) {
  const { rows } = await sql<{ changed: boolean }>`
    select exists (
      select from platform.ledger line where line.payout_id = ${id} and line.gross_sen > 0 and line.status = 'reversed'
        and not exists (select from platform.ledger back where back.payout_id = ${id} and back.entity_id = line.entity_id
          and back.reference = line.reference and back.gross_sen = -line.gross_sen)
    ) as changed`.execute(trx)
  if (gross_sen > 0 && rows[0]?.changed) throw new Refusal('payout.lines_changed')
}

/** Verbs of the audit log's actions (`payout.<verb>`). */
export const payoutVerbs = [
  'approved',
  'stopped',
  'released',
  'cancelled',
  'exported',
  'paid',
  'failed',
] as const

type PayoutVerb = (typeof payoutVerbs)[number]

type LockedPayout = Awaited<ReturnType<typeof lockPayout>>

/** Locks a payout in one of the given states and reads its organisation as it is now; refuses any other state. */
export async function lockPayout(
  trx: Transaction<DB>,
  id: string,
  { version, among }: { version?: number; among: readonly PayoutStatus[] },
) {
  const row = await trx
    .selectFrom('platform.payout')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payout')
  if (!among.includes(row.status as PayoutStatus)) throw new Refusal('payout.state')
  if (version !== undefined) refuseStale(row, version)
  const entity = await trx
    .selectFrom('platform.entity')
    .select(['id as entity_id', 'name', 'status', 'account_name', 'account_number_sealed', 'bank_name'])
    .select(['bank_code', 'bank_status'])
    .where('id', '=', row.entity_id)
    .executeTakeFirstOrThrow()
  return { ...row, entity }
}

/** Changes the payout's status if it is still as it was read, with its audit row. */
export async function move(
  trx: Transaction<DB>,
  actor: Actor,
  payout: Pick<LockedPayout, 'id' | 'number' | 'entity_id' | 'status' | 'version' | 'net_sen' | 'entity'>,
  verb: PayoutVerb,
  values: UpdateObject<DB, 'platform.payout'> & { status: PayoutStatus },
  details: Record<string, unknown> = {},
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('platform.payout')
    .set({ ...values, ...touched })
    .where('id', '=', payout.id)
    .where('version', '=', payout.version)
    .where('status', '=', payout.status)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('version_conflict')
  const { id, number, entity_id, net_sen } = payout
  await recordOperator(
    trx,
    actor,
    `payout.${verb}`,
    { type: 'payout', id, entity_id },
    {
      before: { number, name: payout.entity.name, status: payout.status },
      after: { number, name: payout.entity.name, status: values.status, net_sen, ...details },
    },
  )
}

/** Unlinks the payout's lines and adjustments, so that another payout can take them. */
async function freeLines(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('platform.ledger')
    .set({ payout_id: null, updated_at: sql<Date>`now()` })
    .where('payout_id', '=', id)
    .execute()
  await trx
    .updateTable('platform.payout_adjustment')
    .set({ payout_id: null, updated_at: sql<Date>`now()` })
    .where('payout_id', '=', id)
    .execute()
}

/** Brings the collections of these organisations in line with the platform's ledger, each by a job in its own schema. */
export const enqueueBooking = (trx: Transaction<DB>, entity_ids: readonly string[]): Promise<void> =>
  enqueueFor(
    trx,
    'payout.book',
    entity_ids.map((entity_id) => ({ entity_id, payload: {} })),
  )

/**
 * Copies the payout and the status `paid_out` of each line of the platform's ledger to the organisation's collection. Returns
 * the number of changed lines; safe to repeat at any time. Runs in the organisation's schema.
 */
export async function bookPayouts(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ paid: boolean; net_sen: number }>`
    update collection set payout_id = ledger.payout_id,
      status = case when ledger.status = 'paid_out' and collection.status = 'settled' then 'paid_out' else collection.status end
    from platform.ledger ledger
    where ledger.entity_id = platform.current_entity() and ledger.collection_id = collection.id and ledger.method = 'fpx'
      and (collection.payout_id is distinct from ledger.payout_id
        or (ledger.status = 'paid_out' and collection.status = 'settled'))
    returning collection.status = 'paid_out' as paid, collection.net_sen`.execute(trx)
  const paid = rows.filter((row) => row.paid)
  if (paid.length > 0) {
    const net_sen = paid.reduce((sum, line) => sum + Number(line.net_sen), 0)
    const after = { count: paid.length, net_sen }
    await record(trx, systemActor, 'collection.paid_out', { type: 'collection', id: null }, { after })
  }
  return rows.length
}

const cell = (row: string): SecretCell => ({
  ...{ place: 'platform', table: 'payout', column: 'account_number_sealed' },
  row,
})

/** Columns of an organisation's bank account. */
interface EntityAccount {
  entity_id: string
  account_name: string | null
  account_number_sealed: string | null
  bank_name: string | null
  bank_code: string | null
}

/** The organisation's present account, sealed for the row of a payout. */
export function snapshotOf(ring: Keyring, payout_id: string, entity: EntityAccount) {
  const number = accountNumberOf(ring, entity)
  return {
    ...{ account_name: entity.account_name, bank_name: entity.bank_name, bank_code: entity.bank_code },
    account_number_sealed: number === null ? null : seal(ring, cell(payout_id), number),
    account_ending: number?.slice(-4) ?? null,
  }
}

/** The full account number of a payout; null: there was no account. */
export const payoutNumber = (ring: Keyring, id: string, sealed: string | null): string | null =>
  sealed === null ? null : open(ring, cell(id), sealed)

/** The organisation's full account number; null: there is none. */
export function accountNumberOf(ring: Keyring, { entity_id, account_number_sealed: sealed }: EntityAccount) {
  return sealed === null ? null : open(ring, entityCell(entity_id, 'account_number_sealed'), sealed)
}

/** Whether the payout's account is still the organisation's. */
function isAccountOf(
  ring: Keyring,
  payout: { id: string } & Omit<EntityAccount, 'entity_id'>,
  entity: EntityAccount,
): boolean {
  const same = (['account_name', 'bank_name', 'bank_code'] as const).every(
    (key) => payout[key] === entity[key],
  )
  return same && payoutNumber(ring, payout.id, payout.account_number_sealed) === accountNumberOf(ring, entity)
}
