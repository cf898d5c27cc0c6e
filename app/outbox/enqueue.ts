import { type InsertObject, sql, type Transaction } from 'kysely'
import { idFrom, newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { catalogue, isUrgent, type JobName, type Payload } from './catalogue.ts'

export const outboxChannel = 'outbox'

const wake = sql<string>`pg_notify(${sql.lit(outboxChannel)}, '')`.as('woken')

/**
 * Enqueues a job in the transaction of the change that needs it: both are committed or neither. The database fills in the
 * organisation of the row from the role that writes it. An urgent job is dated an hour back, so that it goes before a thousand
 * invoices that were enqueued just now.
 */
export async function enqueue<N extends JobName>(
  trx: Transaction<DB>,
  name: N,
  payload: Payload<N>,
  runAt?: Date,
): Promise<void> {
  const row = { id: newId(), name, payload: serialized(name, payload), ...dueAt(name, runAt) }
  // No notification for a job that is due later: the relay finds it in time, and notifying transactions wait for each other.
  if (runAt && runAt.getTime() > Date.now()) await trx.insertInto('platform.outbox').values(row).execute()
  else await insert(trx, row)
}

/**
 * Enqueues a job from within a job, such as a mail to each recipient. Its id follows from that job and `about`, so that a run
 * that is repeated after an interruption enqueues the same jobs, and no mail is sent twice.
 */
export async function enqueueFromJob<N extends JobName>(
  trx: Transaction<DB>,
  job: { id: string },
  name: N,
  payload: Payload<N>,
  about: string,
): Promise<void> {
  const id = idFrom(job.id, name, about)
  await insert(trx, { id, name, payload: serialized(name, payload), ...dueAt(name) })
}

const dueAt = (name: JobName, runAt?: Date) => {
  if (runAt) return { run_at: runAt }
  return isUrgent(name) ? { run_at: sql<Date>`now() - interval '1 hour'` } : {}
}

async function insert(trx: Transaction<DB>, row: InsertObject<DB, 'platform.outbox'>): Promise<void> {
  await trx
    .with('added', (db) =>
      db
        .insertInto('platform.outbox')
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    )
    .selectNoFrom(wake)
    .execute()
}

/** Enqueues many jobs of one kind for the organisation of the transaction; all or none. */
export async function enqueueEach<N extends JobName>(
  trx: Transaction<DB>,
  name: N,
  payloads: readonly Payload<N>[],
): Promise<void> {
  for (let first = 0; first < payloads.length; first += 10_000) {
    const rows = payloads
      .slice(first, first + 10_000)
      .map((payload) => ({ id: newId(), name, payload: serialized(name, payload) }))
    await trx
      .with('added', (db) => db.insertInto('platform.outbox').values(rows))
      .selectNoFrom(wake)
      .execute()
  }
}

/**
 * Enqueues jobs for the given organisations, in a transaction in the platform's schema. With `job`, their ids follow from it as
 * in {@link enqueueFromJob}, once for each organisation. Without a notification: the relay finds them at its next check.
 */
export async function enqueueFor<N extends JobName>(
  trx: Transaction<DB>,
  name: N,
  jobs: readonly { entity_id: string; payload: Payload<N> }[],
  job?: { id: string },
): Promise<void> {
  if (jobs.length === 0) return
  const rows = jobs.map(({ entity_id, payload }) => ({
    id: job ? idFrom(job.id, name, entity_id) : newId(),
    entity_id,
    name,
    payload: serialized(name, payload),
  }))
  await trx
    .insertInto('platform.outbox')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Enqueues a job for each organisation, so that none waits for a busy one; in a transaction in the platform's schema. `every`
 * includes inactive organisations, such as for deleting data in time.
 */
export async function enqueueForAll<N extends JobName>(
  trx: Transaction<DB>,
  name: Payload<N> extends Record<string, never> ? N : never,
  among: 'active' | 'every' = 'active',
): Promise<void> {
  const entities = await trx
    .selectFrom('platform.entity')
    .select('id')
    .$if(among === 'active', (query) => query.where('status', '=', 'active'))
    .execute()
  await enqueueFor(
    trx,
    name as JobName,
    entities.map(({ id }) => ({ entity_id: id, payload: {} as Payload<JobName> })),
  )
}

function serialized<N extends JobName>(name: N, payload: Payload<N>): string {
  return JSON.stringify(catalogue[name].payload.parse(payload))
}
