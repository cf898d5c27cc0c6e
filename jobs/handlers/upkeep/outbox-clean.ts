import { sql } from 'kysely'
import type { Handler } from '../../handler.ts'

/** A month after they were tried again, half a year after they failed. */
export const cleanOutbox: Handler<'outbox.clean'> = async (_payload, { inPlace, log }) => {
  const { numDeletedRows } = await inPlace((trx) =>
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
