import type { Kysely, Transaction } from 'kysely'
import type pg from 'pg'
import { type Place, platformPlace } from './pool.ts'
import { requestDatabase } from './request-database.ts'
import type { DB } from './types.ts'

/** One read-write transaction at a place, for jobs, scripts and tests; commits when `work` resolves. */
export async function inPlace<R>(
  pool: pg.Pool,
  place: Place,
  work: (trx: Transaction<DB>) => Promise<R>,
): Promise<R> {
  const database = requestDatabase(pool, place)
  try {
    return await database.write(work)
  } finally {
    await database.close()
  }
}

/** One read-only transaction at a place, for what reads much: reports and exports. */
export async function readInPlace<R>(
  pool: pg.Pool,
  place: Place,
  work: (db: Kysely<DB>) => Promise<R>,
): Promise<R> {
  const database = requestDatabase(pool, place)
  try {
    return await work(await database.read())
  } finally {
    await database.close()
  }
}

/** One read-write transaction in the platform's own tables. */
export function inPlatform<R>(pool: pg.Pool, work: (trx: Transaction<DB>) => Promise<R>): Promise<R> {
  return inPlace(pool, platformPlace, work)
}
