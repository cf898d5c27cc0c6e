import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { newId } from '#db/id.ts'
import { createPool, type TenantRef, types } from '#db/pool.ts'
import { requestDatabase } from '#db/request-database.ts'
import type { DB } from '#db/types.ts'
import { withTenant } from '#db/with-tenant.ts'
import { atLeast, atMost, exact, type Findings, ratio } from './benchmark.ts'
import { newTenants } from './new-tenants.ts'
import { inTurns, median, ratios, type Side } from './rounds.ts'
import type { Stage } from './stage.ts'

export const title = 'Five queries of a page, on the connection of one of fifty organisations in turn'

const tenants = 50
const pagesOfRound = 750

/** What a page of an organisation reads; each row names the organisation whose it is. */
type Page = (place: TenantRef) => Promise<string[]>

/**
 * The same five queries for one organisation after the other: as the product asks them (one read-only transaction,
 * schema and role set in the flight of BEGIN, pipelined, prepared), and as one would without it.
 */
export async function measure(stage: Stage): Promise<Findings> {
  const { ownerUrl, appUrl, pool } = await stage.database()
  const places = await newTenants(ownerUrl, tenants)
  for (const place of places) {
    await withTenant(pool, place, (trx) =>
      trx.insertInto('branch').values({ id: newId(), code: 'OWN', name: place.schema }).execute(),
    )
  }
  const ours = createPool(appUrl, { max: 1 })
  const plain = plainPool(appUrl)
  const owners = plainPool(ownerUrl)
  stage.atEnd(() => Promise.all([ours.end(), plain.end(), owners.end()]))

  let wrong = 0
  const side = (page: Page): Side => {
    return () =>
      msOfPage(places, async (place) => {
        const rows = await page(place)
        if (rows.length !== 5 || rows.some((schema) => schema !== place.schema)) wrong++
      })
  }
  const sides = {
    ours: side((place) => pageOfOurs(ours, place)),
    transaction: side((place) => awaited(plain, place)),
    qualified: side((place) => qualified(owners, place)),
  }
  for (const warm of Object.values(sides)) await warm()
  const ms = await inTurns(sides, { rounds: 5, budgetMs: 25_000 })
  return {
    figures: [
      ratio(
        'faster than awaited BEGIN, SET LOCAL, queries, COMMIT',
        ratios(ms.transaction, ms.ours),
        atLeast(3),
      ),
      ratio('faster than schema-qualified, unprepared queries', ratios(ms.qualified, ms.ours), atLeast(2.5)),
      exact('pages with a row of another organisation, or one too few', wrong, 'pages', atMost(0)),
    ],
    notes: [
      `one page here: ${median(ms.ours).toFixed(2)} ms, ${median(ms.transaction).toFixed(2)} ms and ` +
        `${median(ms.qualified).toFixed(2)} ms, one after the other on one connection`,
    ],
  }
}

function plainPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, types })
  // the server may end before the last connection has said goodbye
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** Milliseconds for one page, the organisations in turn. */
async function msOfPage(places: TenantRef[], read: (place: TenantRef) => Promise<void>): Promise<number> {
  const begun = performance.now()
  for (let page = 0; page < pagesOfRound; page++) await read(places[page % places.length]!)
  return (performance.now() - begun) / pagesOfRound
}

async function pageOfOurs(pool: pg.Pool, place: TenantRef): Promise<string[]> {
  const database = requestDatabase(pool, place)
  try {
    const db = await database.read()
    const rows = await Promise.all([1, 2, 3, 4, 5].map((part) => namesOf(db, part)))
    return rows.flat().map(({ name }) => name)
  } finally {
    await database.close()
  }
}

/** A query of the size that a page has; the number makes five different ones of it. */
function namesOf(db: Kysely<DB>, part: number) {
  return db
    .selectFrom('branch')
    .leftJoin('staff_branch', 'staff_branch.branch_id', 'branch.id')
    .leftJoin('staff', 'staff.id', 'staff_branch.staff_id')
    .select(['branch.id', 'branch.code', 'branch.name', 'staff.name as staff', sql.lit(part).as('part')])
    .where('branch.code', '=', 'OWN')
    .where('branch.status', '=', 'active')
    .orderBy('branch.name')
    .limit(1)
    .execute()
}

const text = (from: (table: string) => string, part: number) => `
  select branch.id, branch.code, branch.name, staff.name as staff, ${part} as part
  from ${from('branch')} as branch
  left join ${from('staff_branch')} as staff_branch on staff_branch.branch_id = branch.id
  left join ${from('staff')} as staff on staff.id = staff_branch.staff_id
  where branch.code = $1 and branch.status = $2 order by branch.name limit $3`

/** As most would write it: each statement waits for the one before, and is parsed and planned each time. */
async function awaited(pool: pg.Pool, { schema, role }: TenantRef): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local search_path = ${schema}`)
    await client.query(`set local role ${role}`)
    const names = await five(client, (part) => text((table) => table, part))
    await client.query('commit')
    return names
  } finally {
    client.release()
  }
}

/** Without a transaction and without a role: as the owner of everything, who must never forget the schema. */
async function qualified(pool: pg.Pool, { schema }: TenantRef): Promise<string[]> {
  const client = await pool.connect()
  try {
    return await five(client, (part) => text((table) => `${schema}.${table}`, part))
  } finally {
    client.release()
  }
}

async function five(client: pg.PoolClient, query: (part: number) => string): Promise<string[]> {
  const names: string[] = []
  for (const part of [1, 2, 3, 4, 5]) {
    const { rows } = await client.query<{ name: string }>(query(part), ['OWN', 'active', 1])
    names.push(...rows.map(({ name }) => name))
  }
  return names
}
