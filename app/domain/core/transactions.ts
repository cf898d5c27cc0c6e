import type { Transaction } from 'kysely'
import type { DB } from '#db/types.ts'

export type Write = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

/** Hashing and the network wait while the connection rests in the pool. */
export interface Transactions {
  write: Write
  rest(): Promise<void>
}
