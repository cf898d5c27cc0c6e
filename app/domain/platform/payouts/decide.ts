import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import type { DB } from '#db/types.ts'
import { isAccountOf, snapshotOf } from './account.ts'
import { freeLines, type HeldPayout, heldAt, move, tellBooks } from './held.ts'

interface Seen {
  id: string
  version: number
}

/**
 * A second person has looked at it. Refuses (payout.own) who prepared or released it, an account that is another one by now
 * or that nobody has confirmed, a closed organisation, and one of whose payments some was taken back meanwhile.
 */
export async function approvePayout(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  { id, version }: Seen,
) {
  const payout = await heldAt(trx, id, { version, among: ['draft'] })
  if (actor.id === null || actor.id === payout.prepared_by || actor.id === payout.released_by)
    throw new Refusal('payout.own')
  refusePayee(ring, payout)
  await refuseTakenBack(trx, payout)
  await move(trx, actor, payout, 'approved', {
    ...{ status: 'approved', approved_by: actor.id, approver: actor.name, approved_at: sql<Date>`now()` },
  })
  return payout.number
}

/** Goes back to who prepared it, with the reason; it waits until somebody has looked into it. */
export async function stopPayout(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: Seen,
  hold_note: string,
) {
  const payout = await heldAt(trx, id, { version, among: ['draft', 'approved'] })
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
 * Somebody has looked at it twice: it goes on as a draft, to the account that the organisation has now. Who says so does
 * not approve it. Refuses a closed organisation and an account that nobody has confirmed.
 */
export async function releasePayout(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  { id, version }: Seen,
) {
  const payout = await heldAt(trx, id, { version, among: ['on_hold'] })
  refuseUnfit(payout)
  await move(trx, actor, payout, 'released', {
    ...{ status: 'draft', hold_reason: null, hold_note: null },
    ...snapshotOf(ring, id, payout.entity),
    ...{ released_by: actor.id, releaser: actor.name },
  })
  return payout.number
}

/** Nothing comes of it: its lines wait for the next one. */
export async function cancelPayout(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: Seen,
  cancel_reason: string,
) {
  const payout = await heldAt(trx, id, { version, among: ['draft'] })
  await move(
    trx,
    actor,
    payout,
    'cancelled',
    { status: 'cancelled', cancel_reason },
    { reason: cancel_reason },
  )
  await freeLines(trx, id)
  await tellBooks(trx, [payout.entity_id])
  return payout.number
}

/** Refuses a closed organisation, and an account that is not the one that it has now. */
export function refusePayee(ring: Keyring, payout: HeldPayout): void {
  refuseUnfit(payout)
  if (!isAccountOf(ring, payout, payout.entity)) throw new Refusal('payout.account_changed')
}

function refuseUnfit({ entity }: HeldPayout) {
  if (entity.status !== 'active') throw new Refusal('payout.closed')
  if (entity.bank_status !== 'verified' || entity.account_number_sealed === null)
    throw new Refusal('payout.account_unverified')
}

/** What was taken back before it was prepared is in it with its opposite; what was since is not. */
async function refuseTakenBack(trx: Transaction<DB>, { id, gross_sen }: HeldPayout) {
  const { rows } = await sql<{ changed: boolean }>`
    select exists (
      select from platform.ledger line where line.payout_id = ${id} and line.gross_sen > 0 and line.status = 'reversed'
        and not exists (select from platform.ledger back where back.payout_id = ${id} and back.entity_id = line.entity_id
          and back.reference = line.reference and back.gross_sen = -line.gross_sen)
    ) as changed`.execute(trx)
  if (gross_sen > 0 && rows[0]?.changed) throw new Refusal('payout.lines_changed')
}
