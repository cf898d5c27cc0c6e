import type { Transaction } from 'kysely'
import type { DB } from '#db/types.ts'

/** One transaction of the request, at its place. */
export type Write = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

/** The request's database. Hashing and the network wait while the connection rests in the pool. */
export interface Transactions {
  write: Write
  rest(): Promise<void>
}
