import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { lockOpenDrawer } from '#app/domain/payments/drawers/change-drawer.ts'
import type { ManualMethod } from '#app/domain/payments/payments/payment.ts'
import { lockTransfers } from '#app/domain/payments/payments/same-transfer.ts'
import type { DB } from '#db/types.ts'
import { cashRounding, isRounded, leastCash } from './cash-rounding.ts'

/** How a payment was received at the counter, as its row stores it. */
export interface Till {
  /** The cash drawer; null if the clerk has none open. */
  drawer_id: string | null
  /** Rounding of cash, in sen; absent for other methods. */
  rounding_sen?: number
  /** Cash handed over, in sen, if entered. */
  given_sen?: number | null
}

interface Taken {
  method: ManualMethod
  amount: number
  /** Cash that was handed over, in sen. */
  given?: number | undefined
  /** `YYYY-MM-DD` */
  paid_on: string
}

/** What a payment came to and how much of it was to be taken in cash, both in sen; they differ where cash was rounded. */
export async function recordedCash(
  db: Kysely<DB>,
  number: string,
): Promise<{ amount_sen: number; cash_sen: number }> {
  const { amount_sen, rounding_sen } = await db
    .selectFrom('payment')
    .select(['amount_sen', 'rounding_sen'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return { amount_sen, cash_sen: amount_sen + rounding_sen }
}

/** The drawer for a payment; one dated before today belongs to no open drawer. */
async function drawerOn(
  trx: Transaction<DB>,
  actor: Actor,
  paid_on: string,
  today: string,
): Promise<string | null> {
  return paid_on === today ? lockOpenDrawer(trx, actor) : null
}

/** Where money at the counter goes, before it is known what it pays. */
export interface OpenTill {
  drawer_id: string | null
  /** Whether cash is rounded. */
  rounds: boolean
}

/**
 * The drawer for a payment. Locks first the transfer and then the drawer, the order of `docs/architecture.md`, and must run
 * before any invoice is locked.
 */
export async function openTill(
  trx: Transaction<DB>,
  actor: Actor,
  { paid_on, ...money }: Pick<Taken, 'paid_on' | 'method' | 'amount'> & { reference_no?: string | undefined },
  today: string,
): Promise<OpenTill> {
  await lockTaken(trx, money)
  const drawer_id = await drawerOn(trx, actor, paid_on, today)
  return { drawer_id, rounds: (await settings(trx, 'counter')).round_cash }
}

/**
 * Locks the transfer that money with a reference may be, see {@link lockTransfers}. Cash may pay a sum up to 2 sen away, which
 * is known only once its invoice is locked.
 */
export async function lockTaken(
  trx: Transaction<DB>,
  { method, amount, reference_no }: Pick<Taken, 'method' | 'amount'> & { reference_no?: string | undefined },
): Promise<void> {
  if (!reference_no) return
  const about = method === 'cash' ? [-2, -1, 0, 1, 2] : [0]
  await lockTransfers(
    trx,
    about.map((sen) => amount + sen),
    [reference_no],
  )
}

/** What money pays, in sen, and how it lies in the drawer. */
export interface Received {
  amount: number
  till: Till
}

/**
 * What money at the counter pays of what is owed: the one place that rounds cash. Cash pays all that is owed if it is typed
 * as the sum or as what that comes to in 5-sen coins, which may be nothing; other cash pays what was typed, rounded itself.
 * Refuses less cash than due (payment.given_below), a part that rounds to 0, and nothing where more is owed.
 */
export function receivedAt(
  { drawer_id, rounds }: OpenTill,
  { method, amount: typed, given }: Omit<Taken, 'paid_on'>,
  owed_sen: number,
): Received {
  if (method !== 'cash') return { amount: typed, till: { drawer_id } }
  const amount = rounds && isRounded(typed, owed_sen) ? owed_sen : typed
  const least = rounds ? leastCash : 1
  if (amount === 0 || (amount < least && amount !== owed_sen))
    throw new Refusal('input.amount_below', 'amount', { min: formatRinggit(least) })
  const rounding_sen = rounds ? cashRounding(amount) : 0
  const cash_sen = amount + rounding_sen
  if (given !== undefined && given < cash_sen)
    throw new Refusal('payment.given_below', 'given', { cash: formatRinggit(cash_sen) })
  return { amount, till: { drawer_id, rounding_sen, given_sen: given ?? null } }
}
