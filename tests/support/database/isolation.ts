import { sql } from 'kysely'
import pg from 'pg'
import type { TenantRef } from '#db/pool.ts'
import type { RequestDatabase } from '#db/request-database.ts'

/** A tenant whose rows tell whose they are: `setting` holds one row, and its value is the tenant's role. */
export interface Marked extends TenantRef {
  id: string
}

export type Open = (pool: pg.Pool, place: TenantRef) => RequestDatabase

export interface Shares {
  sqlError: number
  missingTable: number
  backendKill: number
  clientAbort: number
  timeout: number
}
type Fault = keyof Shares

export interface Tally {
  requests: number
  /** Rows of another tenant that a request saw. */
  foreign: number
  errors: number
  injected: number
  /** Writes that were reported as done, by role. */
  written: Map<string, number>
  /** The first error that nobody injected. */
  unexpected: Error | undefined
}

export interface Storm {
  open: Open
  pool: pg.Pool
  /** Of a user that may end backends. */
  adminUrl: string
  tenants: Marked[]
  requests: number
  inFlight: number
  faults: Partial<Shares>
}

/** The faults of a test of isolation (R1), as shares of all requests. */
export const faults: Shares = {
  sqlError: 0.1,
  missingTable: 0.05,
  backendKill: 0.03,
  clientAbort: 0.05,
  timeout: 0.02,
}

interface Seen {
  mark: string
  entities: string
}

// What a request reads of its own schema and, across the wall of row-level security, of the platform.
const look = sql<Seen>`
  select value #>> '{}' as mark, (select string_agg(role_name, ',') from platform.entity) as entities from setting`
const add = sql<Seen>`
  update setting set version = version + 1 returning value #>> '{}' as mark, value #>> '{}' as entities`

/** Many interleaved requests of many tenants over few connections, some of which fail on purpose. */
export async function storm({
  open,
  pool,
  adminUrl,
  tenants,
  requests,
  inFlight,
  faults,
}: Storm): Promise<Tally> {
  const tally: Tally = {
    requests: 0,
    foreign: 0,
    errors: 0,
    injected: 0,
    written: new Map(),
    unexpected: undefined,
  }
  const admin = new pg.Client({ connectionString: adminUrl, pipeline: true } as pg.ClientConfig)
  await admin.connect()
  const random = randomOf(42)
  const kill = (pid: number) => admin.query('select pg_terminate_backend($1)', [pid])

  async function one() {
    tally.requests++
    const place = tenants[Math.floor(random() * tenants.length)]!
    const fault = faultOf(faults, random())
    const writes = random() < 0.2
    if (fault) tally.injected++
    const database = open(pool, place)
    const check = (rows: Seen[]) => {
      if (rows.length !== 1 || rows.some((row) => row.mark !== place.role || row.entities !== place.role))
        tally.foreign++
    }
    try {
      // What goes wrong goes wrong between two steps; what goes well is asked at once as often as not.
      const atOnce = !fault && tally.requests % 2 === 0
      const write = atOnce ? database.writeInOneFlight : database.write
      if (writes) await write((db) => work(db, database, check, fault, true))
      else await work(await database.read(), database, check, fault, false)
      if (writes) tally.written.set(place.role, (tally.written.get(place.role) ?? 0) + 1)
    } catch (error) {
      tally.errors++
      if (!fault) tally.unexpected ??= error as Error
    } finally {
      await database.close()
    }
  }

  type Executor = Awaited<ReturnType<RequestDatabase['read']>>
  async function work(
    db: Executor,
    database: RequestDatabase,
    check: (rows: Seen[]) => void,
    fault: Fault | undefined,
    writes: boolean,
  ) {
    const query = writes ? add : look
    if (!fault) return check((await query.execute(db)).rows)
    const before = query.execute(db).then(({ rows }) => check(rows))
    await cause(db, database, fault, before)
    await before
    check((await query.execute(db)).rows)
  }

  async function cause(db: Executor, database: RequestDatabase, fault: Fault, before: Promise<unknown>) {
    before.catch(() => {})
    if (fault === 'sqlError') await sql`select 1 / 0`.execute(db)
    else if (fault === 'missingTable') await sql`select * from no_such_table`.execute(db)
    else if (fault === 'clientAbort') await database.close()
    else if (fault === 'timeout') {
      await sql`select set_config('statement_timeout', '1', true)`.execute(db)
      await sql`select pg_sleep(1)`.execute(db)
    } else {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      await kill(rows[0]!.pid)
    }
  }

  let left = requests
  const worker = async () => {
    while (left-- > 0) await one()
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  await admin.end()
  return tally
}

function faultOf(faults: Partial<Shares>, at: number): Fault | undefined {
  let sum = 0
  for (const [fault, share] of Object.entries(faults) as [Fault, number][]) {
    sum += share
    if (at < sum) return fault
  }
  return undefined
}

/** The same numbers at every run (mulberry32), so that a red run can be seen again. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
