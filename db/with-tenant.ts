import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { platformRef, type TenantRef } from './pool.ts'
import { requestDatabase } from './request-database.ts'
import type { DB } from './types.ts'

/** One read-write transaction in a tenant's schema and role, for jobs, scripts and tests; commits when `work` resolves. */
export async function withTenant<R>(
  pool: pg.Pool,
  tenant: TenantRef,
  work: (trx: Transaction<DB>) => Promise<R>,
): Promise<R> {
  const database = requestDatabase(pool, tenant)
  try {
    return await database.write(work)
  } finally {
    await database.close()
  }
}

/**
 * One read-only transaction in a tenant's schema and role, for what reads much: reports and exports. Each query is planned for
 * the days and rows that it is asked for: a plan for any of them, which Postgres makes from the sixth time on, expects few rows
 * and costs a report up to twice as much.
 */
export async function readWithTenant<R>(
  pool: pg.Pool,
  tenant: TenantRef,
  work: (db: Kysely<DB>) => Promise<R>,
): Promise<R> {
  const database = requestDatabase(pool, tenant)
  try {
    const db = await database.read()
    await sql`set local plan_cache_mode = force_custom_plan`.execute(db)
    return await work(db)
  } finally {
    await database.close()
  }
}

/** One read-write transaction in the platform's own tables. */
export function withPlatform<R>(pool: pg.Pool, work: (trx: Transaction<DB>) => Promise<R>): Promise<R> {
  return withTenant(pool, platformRef, work)
}
