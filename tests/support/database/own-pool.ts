import type { Socket } from 'node:net'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { giveBack, type PoolOptions } from '#db/pool.ts'
import type { DB } from '#db/types.ts'
import { patientPool, testDatabase } from './database.ts'

/** What connections of the test's own pools had to be rid of when they came back. */
export const unclean: object[] = []

/** A pool of the test's own with one connection, so that what it leaves behind can be looked at. */
export async function ownPool(options: PoolOptions = {}): Promise<pg.Pool> {
  const { appUrl } = await testDatabase()
  unclean.length = 0
  const onUnclean = (detail: object) => unclean.push(detail)
  const pool = patientPool(appUrl, { max: 1, onUnclean, ...options })
  onTestFinished(() => pool.end())
  return pool
}

/** A query like any other, of rows that each organisation has of its own. */
export const codes = (db: Kysely<DB>) => db.selectFrom('category').select('code').orderBy('code').execute()

/** A pool with a connection, and how often it has sent anything since. */
export async function countedPool() {
  const pool = await ownPool()
  const client = await pool.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  let writes = 0
  for (const write of ['_write', '_writev'] as const) {
    const sent = stream[write]!.bind(stream) as (...args: unknown[]) => void
    Object.assign(stream, {
      [write](...args: unknown[]) {
        writes++
        sent(...args)
      },
    })
  }
  giveBack(pool, client)
  return { pool, writes: () => writes }
}
