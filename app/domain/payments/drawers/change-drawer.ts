import { sql, type Transaction } from 'kysely'
import { refuseForeignBranch } from '#app/domain/catalogue/branches/branches.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { notifyDeciders } from '#app/domain/core/four-eyes/notify-deciders.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { cashAmount } from '#app/domain/payments/counter/cash-rounding.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import {
  type CloseDrawerInput,
  type DrawerMoveInput,
  type DrawerStatus,
  type DrawerSum,
  type OpenDrawerInput,
  sumsOf,
} from './drawer.ts'
import { drawersIn, expectedIn } from './find-drawers.ts'

/**
 * Opens a drawer for the actor. Refuses a branch out of scope or inactive, and a second open drawer (by constraint).
 */
export async function openDrawer(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { branch_id, float }: OpenDrawerInput,
  today: string,
): Promise<string> {
  await refuseForeignBranch(trx, branch_id, scope)
  await refuseSecond(trx, actor.id!)
  const id = newId()
  const who = { created_by: actor.id, updated_by: actor.id }
  await trx
    .insertInto('cash_drawer')
    .values({ id, branch_id, user_id: actor.id!, opened_on: today, float_sen: float, ...who })
    .execute()
  await record(
    trx,
    actor,
    'drawer.opened',
    { type: 'cash_drawer', id },
    named(actor.name, { after: { float_sen: float } }),
  )
  return id
}

/** Refuses (duplicate.drawer) a second open drawer of a person; of two at the same time the unique index refuses the second. */
async function refuseSecond(trx: Transaction<DB>, user_id: string): Promise<void> {
  const open = await trx
    .selectFrom('cash_drawer')
    .select('id')
    .where('user_id', '=', user_id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (open) throw new Refusal('duplicate.drawer').blockedBy({ to: 'drawer', id: open.id })
}

/**
 * Records cash put into or taken out of a drawer, with the reason. Refuses a counted drawer (drawer.not_open), more than is
 * in it (drawer.too_little), and, where cash is rounded, a sum that 5-sen coins cannot make (drawer.no_coins).
 */
export async function moveCash(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { kind, amount, reason }: DrawerMoveInput,
): Promise<void> {
  const row = await lockDrawer(trx, scope, id)
  if (row.status !== 'open') throw await meanwhile(trx, 'drawer.not_open', { type: 'cash_drawer', id })
  const { cash = 0 } = await expectedIn(trx, id)
  if (kind === 'out' && amount > cash)
    throw new Refusal('drawer.too_little', 'amount', { amount: formatRinggit(cash) })
  const coins_sen = await cashAmount(trx, amount)
  if (coins_sen !== amount)
    throw new Refusal('drawer.no_coins', 'amount', { amount: formatRinggit(Math.max(coins_sen, 5)) })
  const delta_sen = kind === 'out' ? -amount : amount
  await trx
    .insertInto('cash_drawer_move')
    .values({ id: newId(), drawer_id: id, delta_sen, reason, created_by: actor.id! })
    .execute()
  await record(
    trx,
    actor,
    'drawer.moved',
    { type: 'cash_drawer', id },
    named(row.clerk, { after: { delta_sen, reason } }),
  )
}

/**
 * Counts a drawer and closes it if every method equals the expected sum; otherwise a reason is needed (drawer.reason_needed)
 * and a second person has to confirm. Refuses a counted drawer (drawer.not_open). Returns the new status.
 */
export async function closeDrawer(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { version, difference_reason, form_key: _key, ...counted }: CloseDrawerInput,
): Promise<DrawerStatus> {
  const row = await lockDrawer(trx, scope, id)
  if (row.status !== 'open') throw await meanwhile(trx, 'drawer.not_open', { type: 'cash_drawer', id })
  refuseStale(row, version)
  const sums = sumsOf(await expectedIn(trx, id), counted)
  const differs = sums.some(({ difference_sen }) => difference_sen !== 0)
  if (differs && !difference_reason) throw new Refusal('drawer.reason_needed', 'difference_reason')
  const status = differs ? 'awaiting_confirmation' : 'closed'
  const difference_sen = sums.reduce((sum, one) => sum + (one.difference_sen ?? 0), 0)
  await storeCounts(trx, id, sums)
  await changeAt(
    trx,
    actor,
    'cash_drawer',
    { id, version },
    {
      ...{ status, difference_sen, counted_by: actor.id, counted_at: sql<Date>`now()` },
      difference_reason: differs ? (difference_reason ?? null) : null,
    },
  )
  const after = { status, difference_sen, ...(differs ? { reason: difference_reason } : {}) }
  await record(trx, actor, 'drawer.counted', { type: 'cash_drawer', id }, named(row.clerk, { after }))
  if (differs) await notifyDeciders(trx, 'drawer', id)
  return status
}

async function storeCounts(trx: Transaction<DB>, drawer_id: string, sums: readonly DrawerSum[]) {
  const rows = sums.map(({ method, expected_sen, counted_sen }) => ({
    ...{ drawer_id, method, expected_sen, counted_sen: counted_sen ?? 0 },
  }))
  await trx.insertInto('cash_drawer_count').values(rows).execute()
}

/**
 * A second person confirms the difference. Refuses the drawer's owner and the person who counted it (drawer.own), and a drawer
 * that needs no confirmation (drawer.not_waiting).
 */
export async function confirmDrawer(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
): Promise<string> {
  const row = await lockDrawer(trx, scope, id)
  if (row.status !== 'awaiting_confirmation')
    throw await meanwhile(trx, 'drawer.not_waiting', { type: 'cash_drawer', id })
  if (isOwnDrawer(actor, row)) throw new Refusal('drawer.own')
  refuseStale(row, version)
  await changeAt(
    trx,
    actor,
    'cash_drawer',
    { id, version },
    {
      ...{ status: 'closed', confirmed_by: actor.id, confirmed_at: sql<Date>`now()` },
    },
  )
  const after = { status: 'closed', difference_sen: row.difference_sen }
  await record(trx, actor, 'drawer.confirmed', { type: 'cash_drawer', id }, named(row.clerk, { after }))
  return row.clerk
}

/** Whether the actor owns the drawer or counted it. */
export const isOwnDrawer = (
  { id }: Pick<Actor, 'id'>,
  row: { user_id: string; counted_by: string | null },
): boolean => id === row.user_id || id === row.counted_by

/** Locks the drawer, so that it is counted once. */
async function lockDrawer(trx: Transaction<DB>, scope: RowScope, id: string) {
  const row = await drawersIn(trx, scope)
    .innerJoin('user_account as clerk', 'clerk.id', 'cash_drawer.user_id')
    .select(['cash_drawer.status', 'cash_drawer.version', 'cash_drawer.user_id', 'cash_drawer.counted_by'])
    .select(['cash_drawer.difference_sen', 'clerk.name as clerk'])
    .where('cash_drawer.id', '=', id)
    .forUpdate('cash_drawer')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.drawer')
  return row
}

/**
 * The actor's open drawer, locked against being counted until the payment commits; null without one.
 */
export async function lockOpenDrawer(trx: Transaction<DB>, actor: Actor): Promise<string | null> {
  const row = await trx
    .selectFrom('cash_drawer')
    .select('id')
    .where('user_id', '=', actor.id)
    .where('status', '=', 'open')
    .forShare()
    .executeTakeFirst()
  return row?.id ?? null
}
