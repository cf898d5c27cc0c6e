import { sql, type Transaction } from 'kysely'
import type { AttemptState } from '#app/domain/core/invoicing/attempt-states.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import type { Report } from '#app/integrations/gateway/gateway.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'

export type LockedAttempt = Awaited<ReturnType<typeof lockedAttempt>>

/** Messages about an attempt take their turns by this lock. */
export async function lockedAttempt(trx: Transaction<DB>, id: string) {
  const [row] = await locking(trx, id)
  if (!row) throw new Error('there is no such attempt')
  return {
    ...row,
    /** Null but for FPX. */
    model: row.model as Model | null,
    state: row.state as AttemptState,
    // With what the gateway has made of it, which every word of it must be about from then on.
    request_fields: {
      ...(row.request_fields as Record<string, string>),
      ...(row.purchase_id ? { id: row.purchase_id } : {}),
    } as Record<string, string>,
  }
}

/** With the time of the transaction, by the clock that all processes share. */
const locking = fixedQuery((db, id: string) =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where('id', '=', id)
    .forUpdate(),
)

/** A payer may change the bank at the gateway. */
export function bankOf(
  attempt: LockedAttempt,
  ac: Report,
): { bank_code: string | null; bank_name: string | null } {
  const { bank_code, bank_name, model } = attempt
  if (!ac.bank_code || ac.bank_code === bank_code) return { bank_code, bank_name }
  return { bank_code: ac.bank_code, bank_name: dialectOf(attempt.gateway).bankName(ac, model) }
}

/**
 * Makes a transaction of the gateway this attempt's, for good. `new`: nobody had it; `known`: it was this attempt's
 * before; `elsewhere`: another order's, perhaps of another organisation, of which no more is told. The primary key
 * decides, so of two that come at once one waits for the other.
 */
export async function claimTransaction(
  trx: Transaction<DB>,
  { id: attempt_id, gateway }: { id: string; gateway: string },
  environment: string,
  transaction_id: string,
): Promise<'new' | 'known' | 'elsewhere'> {
  const [claimed] = await claiming(trx, gateway, environment, transaction_id, attempt_id)
  if (claimed) return 'new'
  const own = await trx
    .selectFrom('platform.gateway_transaction')
    .select('attempt_id')
    .where('gateway', '=', gateway)
    .where('environment', '=', environment)
    .where('transaction_id', '=', transaction_id)
    .executeTakeFirst()
  return own?.attempt_id === attempt_id ? 'known' : 'elsewhere'
}

const claiming = fixedQuery(
  (db, gateway: string, environment: string, transaction_id: string, attempt_id: string) =>
    db
      .insertInto('platform.gateway_transaction')
      .values({ gateway, environment, transaction_id, attempt_id })
      .onConflict((conflict) => conflict.columns(['gateway', 'environment', 'transaction_id']).doNothing())
      .returning('transaction_id'),
)
