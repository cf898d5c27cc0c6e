import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'

/**
 * Takes off the limits of time that a request has, for the rest of a transaction: how much a job reads is limited by
 * rows, so that a busy machine makes it slow and not wrong. A statement that hangs is still ended. Also an hour for the
 * whole would not do: Postgres does not set that clock anew within a transaction.
 */
export async function withoutTimeLimits(db: Kysely<DB>): Promise<void> {
  await sql`select set_config(name, case name when 'transaction_timeout' then '0' else '10min' end, true)
    from pg_settings
    where name in ('transaction_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')`.execute(
    db,
  )
}

type WithTenant = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

/** Transactions without these limits: for one that looks at all of a month, however many students it has. */
export const unhurried =
  (withTenant: WithTenant): WithTenant =>
  (work) =>
    withTenant(async (trx) => {
      await withoutTimeLimits(trx)
      return work(trx)
    })
