import { sql, type Transaction } from 'kysely'
import type { AttemptState } from '#app/domain/core/invoicing/attempt-states.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import type { Report } from '#app/integrations/gateway/gateway.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'

export type LockedAttempt = Awaited<ReturnType<typeof lockAttempt>>

/** Locks and returns an attempt; messages about it are applied one after the other by this lock. */
export async function lockAttempt(trx: Transaction<DB>, id: string) {
  const [row] = await lockQuery(trx, id)
  if (!row) throw new Error('there is no such attempt')
  return {
    ...row,
    /** Only for FPX. */
    model: row.model as Model | null,
    state: row.state as AttemptState,
    // With the id of CHIP's purchase, which every later message must be about.
    request_fields: {
      ...(row.request_fields as Record<string, string>),
      ...(row.purchase_id ? { id: row.purchase_id } : {}),
    } as Record<string, string>,
  }
}

/** `now`: the time of the transaction, by the clock of the database. */
const lockQuery = fixedQuery((db, id: string) =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .select(sql<Date>`now()`.as('now'))
    .where('id', '=', id)
    .forUpdate(),
)

/** The bank that the payer used in the end, who may change it at the gateway. */
export function bankOf(
  attempt: LockedAttempt,
  ac: Report,
): { bank_code: string | null; bank_name: string | null } {
  const { bank_code, bank_name, model } = attempt
  if (!ac.bank_code || ac.bank_code === bank_code) return { bank_code, bank_name }
  return { bank_code: ac.bank_code, bank_name: dialectOf(attempt.gateway).bankName(ac, model) }
}

/**
 * Assigns a transaction of the gateway to this attempt, for good. `new`: it was unassigned; `known`: it was assigned to this
 * attempt before; `elsewhere`: it belongs to another order, perhaps of another organisation. The primary key decides, so of two
 * simultaneous claims one waits for the other.
 */
export async function claimTransaction(
  trx: Transaction<DB>,
  { id: attempt_id, gateway }: { id: string; gateway: string },
  environment: string,
  transaction_id: string,
): Promise<'new' | 'known' | 'elsewhere'> {
  const [claimed] = await claimQuery(trx, gateway, environment, transaction_id, attempt_id)
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

const claimQuery = fixedQuery(
  (db, gateway: string, environment: string, transaction_id: string, attempt_id: string) =>
    db
      .insertInto('platform.gateway_transaction')
      .values({ gateway, environment, transaction_id, attempt_id })
      .onConflict((conflict) => conflict.columns(['gateway', 'environment', 'transaction_id']).doNothing())
      .returning('transaction_id'),
)
