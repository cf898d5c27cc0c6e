import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { asAdmin } from './template.ts'
import type { Tenant } from './tenant.ts'

/** Locks a table of an organisation against everybody else until it is let go, at the latest with the test. */
export const lockTable = (tenant: Tenant, table: string) =>
  hold(tenant, `lock table ${tenant.place.schema}.${table} in access exclusive mode`)

/** The same for the last row of a table, so that work that goes through them in order cannot come to its end before. */
export const lockLast = (tenant: Tenant, table: string, orderedBy: string) =>
  hold(
    tenant,
    `select from ${tenant.place.schema}.${table} order by ${orderedBy} desc limit 1 for no key update`,
  )

async function hold(tenant: Tenant, statement: string): Promise<{ letGo(): Promise<void> }> {
  const owner = new pg.Client({ connectionString: tenant.database.ownerUrl })
  await owner.connect()
  await owner.query('begin')
  await owner.query(statement)
  let ending: Promise<void> | undefined
  const letGo = () => (ending ??= owner.end())
  onTestFinished(letGo)
  return { letGo }
}

/** Comes back when so many connections of the application wait for a lock. */
export async function waitForLocked({ database }: Tenant, count: number): Promise<void> {
  await asAdmin(database.ownerUrl, async (owner) => {
    const locked = async () => {
      const { rows } = await owner.query(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and application_name = 'lunas' and wait_event_type = 'Lock'`,
      )
      return rows[0].count as number
    }
    await expect.poll(locked, { timeout: 15_000, interval: 10 }).toBe(count)
  })
}

/**
 * What comes of the second of two pieces of work that meet: the first has done its part and is not over yet when the second
 * begins, and ends once that waits for it, or does not.
 */
export async function besides<R>(
  tenant: Tenant,
  first: (held: () => Promise<void>) => Promise<unknown>,
  second: () => Promise<R>,
): Promise<PromiseSettledResult<R>> {
  const [done, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const one = first(() => {
    done.resolve()
    return end.promise
  })
  await Promise.race([done.promise, one])
  const other = Promise.allSettled([second()])
  await Promise.race([other, waitForLocked(tenant, 1).catch(() => {})])
  end.resolve()
  await one
  return (await other)[0]
}

/** The application's address with other limits than those of its role, such as `{ lock_timeout: 0 }`, in milliseconds. */
export function limited(appUrl: string, limits: Record<string, number>): string {
  const url = new URL(appUrl)
  const options = Object.entries(limits).map(([name, ms]) => `-c ${name}=${ms}`)
  url.searchParams.set('options', options.join(' '))
  return url.href
}
