import { sql, type Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { catalogue, isUrgent, type JobName, type Payload, type TenantJobName } from './catalogue.ts'

/** The channel on which the relay hears that there is something in the outbox. */
export const outboxChannel = 'outbox'

const wake = sql<string>`pg_notify(${sql.lit(outboxChannel)}, '')`.as('woken')

/**
 * Asks for a job by an outbox row in the transaction of the change that wants it: both are kept or neither. The row's
 * organisation is filled in by the database from the role that writes it. Not before `runAt`, if given; an urgent one
 * is due since an hour ago, and so before a thousand invoices that were asked for just now.
 */
export async function enqueue<N extends JobName>(
  trx: Transaction<DB>,
  name: N,
  payload: Payload<N>,
  runAt?: Date,
): Promise<void> {
  const due = runAt ?? (isUrgent(name) ? sql<Date>`now() - interval '1 hour'` : undefined)
  const row = { id: newId(), name, payload: checked(name, payload), ...(due ? { run_at: due } : {}) }
  await trx
    .with('added', (db) => db.insertInto('platform.outbox').values(row))
    .selectNoFrom(wake)
    .execute()
}

/**
 * Asks for the same job in every active organisation, from a transaction at the platform's place. `cause` is the id of
 * the job that asks: when it is run again, the rows have the same ids as before and the queue knows them.
 */
export async function enqueueForAll<N extends TenantJobName>(
  trx: Transaction<DB>,
  name: N,
  payload: Payload<N>,
  cause: string,
): Promise<void> {
  await trx
    .with('added', (db) =>
      db
        .insertInto('platform.outbox')
        .columns(['id', 'entity_id', 'name', 'payload'])
        .expression((rows) =>
          rows
            .selectFrom('platform.entity')
            .select([
              sql<string>`md5(${cause} || id::text)::uuid`.as('id'),
              'id as entity_id',
              sql<string>`${name}::text`.as('name'),
              sql<string>`${checked(name, payload)}::jsonb`.as('payload'),
            ])
            .where('status', '=', 'active'),
        )
        .onConflict((conflict) => conflict.column('id').doNothing()),
    )
    .selectNoFrom(wake)
    .execute()
}

function checked<N extends JobName>(name: N, payload: Payload<N>): string {
  return JSON.stringify(catalogue[name].payload.parse(payload))
}
