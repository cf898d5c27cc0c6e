import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#db/types.ts'

/** Runs `work` in one read-write transaction. */
export type Write = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

/** Runs `work` in one read-only transaction on a connection for reports. */
export type Report = <R>(work: (db: Kysely<DB>) => Promise<R>) => Promise<R>

/** Transactions with the connection given back in between, while a hash is computed or the network waited for. */
export interface Transactions {
  write: Write
  releaseConnection(): Promise<void>
}
