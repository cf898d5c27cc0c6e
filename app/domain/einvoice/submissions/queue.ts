import type { Transaction } from 'kysely'
import type { DB } from '#db/types.ts'

/** Asks the worker to send what is queued. */
export async function enqueueSubmission(_trx: Transaction<DB>): Promise<void> {}
