import { type InsertObject, sql, type Transaction } from 'kysely'
import { idFrom, newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { catalogue, isUrgent, type JobName, type Payload } from './catalogue.ts'

export const outboxChannel = 'outbox'

const wake = sql<string>`pg_notify(${sql.lit(outboxChannel)}, '')`.as('woken')

/**
 * In the transaction of the change that wants the job: both are kept or neither. The row's organisation is filled in by
 * the database from the role that writes it. An urgent one is due since an hour ago, and so before a thousand invoices
 * that were asked for just now.
 */
export async function enqueue<N extends JobName>(
  trx: Transaction<DB>,
  name: N,
  payload: Payload<N>,
  runAt?: Date,
): Promise<void> {
  const row = { id: newId(), name, payload: checked(name, payload), ...dueAt(name, runAt) }
  // Nobody is woken for what is due later: it is found at one of the looks until then, and each who wakes waits for all
  // others who do.
  if (runAt && runAt.getTime() > Date.now()) await trx.insertInto('platform.outbox').values(row).execute()
  else await insert(trx, row)
}

/**
 * What a job asks for in its turn, such as a mail to each who is to be told: under an id that follows from that job and
 * `about`, so that a run which was cut off after it had asked asks for the same once more, and a mail that went out is
 * not sent again.
 */
export async function enqueueFromJob<N extends JobName>(
  trx: Transaction<DB>,
  job: { id: string },
  name: N,
  payload: Payload<N>,
  about: string,
): Promise<void> {
  const id = idFrom(job.id, name, about)
  await insert(trx, { id, name, payload: checked(name, payload), ...dueAt(name) })
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

/** Many of one kind at once, each in the organisation whose transaction it is; all are kept or none. */
export async function enqueueEach<N extends JobName>(
  trx: Transaction<DB>,
  name: N,
  payloads: readonly Payload<N>[],
): Promise<void> {
  for (let first = 0; first < payloads.length; first += 10_000) {
    const rows = payloads
      .slice(first, first + 10_000)
      .map((payload) => ({ id: newId(), name, payload: checked(name, payload) }))
    await trx
      .with('added', (db) => db.insertInto('platform.outbox').values(rows))
      .selectNoFrom(wake)
      .execute()
  }
}

/**
 * For organisations that are named, in a transaction at the platform's place; `job`: as by {@link enqueueFromJob}, once for
 * each organisation. Nobody is woken: they are found at the next look into the outbox.
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
    payload: checked(name, payload),
  }))
  await trx
    .insertInto('platform.outbox')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * For each organisation, so that one that is busy keeps no other waiting; in a transaction at the platform's place. Those
 * that are not active get it only if they are `among` them, such as when data has to go in time.
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

function checked<N extends JobName>(name: N, payload: Payload<N>): string {
  return JSON.stringify(catalogue[name].payload.parse(payload))
}
