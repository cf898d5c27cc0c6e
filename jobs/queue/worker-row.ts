import { sql } from 'kysely'
import type pg from 'pg'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'

const now = sql<Date>`now()`
const id = newId()

/** This process lives, and has lost its queue since `lostAt`. Rows of others that ended an hour ago go. */
export async function sayAlive(pool: pg.Pool, lostAt: Date | undefined): Promise<void> {
  const state = { seen_at: now, queue_lost_at: lostAt ?? null }
  await withPlatform(pool, async (trx) => {
    await trx
      .insertInto('platform.worker')
      .values({ id, ...state })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
      .execute()
    await trx
      .deleteFrom('platform.worker')
      .where('seen_at', '<', sql<Date>`now() - interval '1 hour'`)
      .execute()
  })
}
