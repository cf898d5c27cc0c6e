import type { Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { catalogue, type JobName, type Payload } from './catalogue.ts'

/**
 * Asks for a job by an outbox row in the transaction of the change that wants it: both are kept or neither. The row's
 * organisation is filled in by the database from the role that writes it.
 */
export async function enqueue<N extends JobName>(
  trx: Transaction<DB>,
  name: N,
  payload: Payload<N>,
  runAt?: Date,
): Promise<void> {
  await trx
    .insertInto('platform.outbox')
    .values({
      id: newId(),
      name,
      payload: JSON.stringify(catalogue[name].parse(payload)),
      ...(runAt ? { run_at: runAt } : {}),
    })
    .execute()
}
