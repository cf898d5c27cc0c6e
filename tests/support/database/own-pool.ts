import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { createPool, type PoolOptions } from '#db/pool.ts'
import { testDatabase } from './database.ts'

/** What connections of the test's own pools had to be rid of when they came back. */
export const unclean: object[] = []

/** A pool of the test's own with one connection, so that what it leaves behind can be looked at; it waits for a busy machine. */
export async function ownPool(options: PoolOptions = {}): Promise<pg.Pool> {
  const { appUrl } = await testDatabase()
  unclean.length = 0
  const pool = createPool(appUrl, {
    ...{ max: 1, waitMs: 60_000, onUnclean: (detail: object) => unclean.push(detail) },
    ...options,
  })
  onTestFinished(() => pool.end())
  return pool
}
