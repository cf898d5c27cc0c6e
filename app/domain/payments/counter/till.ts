import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { drawerToFill } from '#app/domain/payments/drawers/change-drawer.ts'
import type { ManualMethod } from '#app/domain/payments/payments/payment.ts'
import type { DB } from '#db/types.ts'
import { cashRounding, leastCash } from './rounding.ts'

/** What a payment keeps of how it was taken. */
export interface Till {
  /** The drawer in which it lies; null where who took it has none open. */
  drawer_id: string | null
  /** Sen by which cash is more than what it pays; nothing of what is no cash. */
  rounding_sen?: number
  /** Cash as it was handed over, in sen, where somebody said so. */
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

/** What a sum comes to in cash, in sen: another one only where the organisation rounds it. */
export async function inCash(db: Kysely<DB>, sen: number): Promise<number> {
  const { round_cash } = await settings(db, 'counter')
  return round_cash ? sen + cashRounding(sen) : sen
}

/** The drawer in which it lies; what was taken before today lies in no drawer of today. */
export async function drawerOn(
  trx: Transaction<DB>,
  actor: Actor,
  paid_on: string,
  today: string,
): Promise<string | null> {
  return paid_on === today ? drawerToFill(trx, actor) : null
}

/**
 * Into which drawer it goes, and how cash is rounded where the organisation rounds it. Before any invoice is held: a drawer
 * is counted by one who holds it alone. Refuses less cash than is asked for (payment.given_below) and a sum that would be
 * rounded to nothing.
 */
export async function tillOf(trx: Transaction<DB>, actor: Actor, taken: Taken, today: string): Promise<Till> {
  const { method, amount, given, paid_on } = taken
  const drawer_id = await drawerOn(trx, actor, paid_on, today)
  if (method !== 'cash') return { drawer_id }
  const { round_cash } = await settings(trx, 'counter')
  if (round_cash && amount < leastCash)
    throw new Refusal('input.amount_below', 'amount', { min: formatRinggit(leastCash) })
  const rounding_sen = round_cash ? cashRounding(amount) : 0
  const cash_sen = amount + rounding_sen
  if (given !== undefined && given < cash_sen)
    throw new Refusal('payment.given_below', 'given', { cash: formatRinggit(cash_sen) })
  return { drawer_id, rounding_sen, given_sen: given ?? null }
}
