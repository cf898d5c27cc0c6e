import { sql } from 'kysely'
import { forgetOldKeys } from '#app/domain/core/idempotency.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { deleteOldBodies, sealBodies } from '#app/domain/payments/attempts/gateway-messages.ts'
import { removeFilesOf, removeUnfinished } from '#app/integrations/files/files.ts'
import type { Handler } from '#jobs/handler.ts'

/** Longer than any file is written. */
const dayMs = 86_400_000

/** What a process that was killed in the middle of writing a file has left behind. */
export const cleanFiles: Handler<'files.clean'> = async (_payload, { now, environment, log }) => {
  const dayAgo = new Date((await now()).getTime() - dayMs)
  const removed = await removeUnfinished(environment, dayAgo)
  if (removed > 0) log.info({ removed }, 'unfinished files removed')
}

/** Of an organisation that was dropped; of one that is there none is touched. */
export const removeFiles: Handler<'files.remove'> = async ({ schema }, { withTenant, environment }) => {
  const owner = await withTenant((trx) =>
    trx.selectFrom('platform.entity').select('id').where('schema_name', '=', schema).executeTakeFirst(),
  )
  if (!owner) await removeFilesOf(environment, schema)
}

export const cleanIdempotency: Handler<'idempotency.clean'> = async (_payload, { withTenant, log }) => {
  const removed = await withTenant((trx) => forgetOldKeys(trx))
  if (removed > 0) log.info({ removed }, 'idempotency keys forgotten')
}

/** What gateways said: old bodies are taken away, and those sealed that came before bodies were. In short transactions. */
export const cleanMessageBodies: Handler<'message.bodies'> = async (_payload, tools) => {
  const { withTenant, environment, log, signal } = tools
  const ring = environmentKeyring(environment)
  const done = { forgotten: 0, sealed: 0 }
  for (let last = false; !last && !signal.aborted; ) {
    const old = await withTenant((trx) => deleteOldBodies(trx))
    const bare = await withTenant((trx) => sealBodies(trx, ring))
    done.forgotten += old.forgotten
    done.sealed += bare.sealed
    last = old.last && bare.last
  }
  if (done.forgotten + done.sealed > 0) log.info(done, 'bodies of gateway messages kept in order')
}

/** A month after they were tried again, half a year after they failed. */
export const cleanOutbox: Handler<'outbox.clean'> = async (_payload, { withTenant, log }) => {
  const { numDeletedRows } = await withTenant((trx) =>
    trx
      .deleteFrom('platform.failed_job')
      .where((or) =>
        or.or([
          or('retried_at', '<', sql<Date>`now() - interval '30 days'`),
          or('failed_at', '<', sql<Date>`now() - interval '180 days'`),
        ]),
      )
      .executeTakeFirst(),
  )
  if (numDeletedRows > 0n) log.info({ removed: Number(numDeletedRows) }, 'failed jobs forgotten')
}
