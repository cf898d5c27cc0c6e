import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'

/**
 * Removes the time limits of a request for the rest of a transaction: a job limits the rows that it reads, so that a busy machine
 * makes it slow but not wrong. A single statement is still ended after ten minutes. The limit of the whole transaction is
 * removed and not raised, because Postgres does not restart that clock within a transaction.
 */
export async function withoutTimeLimits(db: Kysely<DB>): Promise<void> {
  await sql`select set_config(name, case name when 'transaction_timeout' then '0' else '10min' end, true)
    from pg_settings
    where name in ('transaction_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')`.execute(
    db,
  )
}

type WithTenant = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

/** Transactions without these limits, for work on a whole month, however many students it has. */
export const withLongTransactions =
  (withTenant: WithTenant): WithTenant =>
  (work) =>
    withTenant(async (trx) => {
      await withoutTimeLimits(trx)
      return work(trx)
    })
