import type { Transaction } from 'kysely'
import type { Payload, TenantJobName } from '#app/outbox/catalogue.ts'
import { enqueueForAll, enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { JobTools } from './handler.ts'

/** A handler that enqueues a job for each active organisation, or for every one, so that none waits for a busy one. */
export const forEachTenant =
  <N extends TenantJobName>(
    name: Payload<N> extends Record<string, never> ? N : never,
    among: 'active' | 'every' = 'active',
  ) =>
  (_payload: unknown, { withTenant }: JobTools): Promise<void> =>
    withTenant((trx) => enqueueForAll<N>(trx, name, among))

/** Jobs that send a letter to one reader, whose `user_id` is in the payload. */
type ToReader = { [N in TenantJobName]: 'user_id' extends keyof Payload<N> ? N : never }[TenantJobName]

type Reader<N extends ToReader> = { id: Payload<N>['user_id'] }

/** A handler that enqueues a mail to each reader, once for each, however often it runs; null: the organisation's contact. */
export const forEachReader =
  <N extends ToReader>(
    name: N,
    readers: (
      trx: Transaction<DB>,
    ) => Promise<readonly Reader<N>[]> | { execute(): Promise<readonly Reader<N>[]> },
  ) =>
  (about: Omit<Payload<N>, 'user_id'>, { withTenant, job }: JobTools): Promise<void> =>
    withTenant(async (trx) => {
      const found = readers(trx)
      for (const { id: user_id } of await ('execute' in found ? found.execute() : found))
        await enqueueFromJob(trx, job, name, { ...about, user_id } as Payload<N>, user_id ?? 'contact')
    })
