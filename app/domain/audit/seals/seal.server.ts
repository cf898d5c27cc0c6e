import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import { entriesOf, format, noHash, rowsBetween, sealHash } from './entries.server.ts'
import type { Anchor, Log } from './seal.ts'

type InPlace = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

const rowsOfSeal = 1_000

export interface Sealing {
  seals: number
  rows: number
  /** Somebody who began to write earlier has not finished: what is left must be sealed later. */
  waiting: boolean
}

/**
 * Seals what has been written to the log at a place. A batch is one transaction under a lock of the log, so that a
 * worker that is killed, or two that seal at once, leave neither a gap nor a row that is sealed twice.
 *
 * Positions are drawn before their transactions end, and not in the order in which these end. A row may therefore only
 * be sealed when nobody can bring a lower position any more: everybody who was writing to the log when the highest
 * position was read must have ended. Who that is the database knows by the lock that each INSERT takes on its table,
 * so those who write pay nothing for being sealed. Waits for them up to `waitMs`.
 */
export async function sealLog(
  inPlace: InPlace,
  log: Log,
  { waitMs = 5_000 }: { waitMs?: number } = {},
): Promise<Sealing> {
  const done: Sealing = { seals: 0, rows: 0, waiting: false }
  const { until, writers } = await inPlace(async (trx) => {
    const until = await unsealedUntil(trx)
    return { until, writers: until === undefined ? [] : await writersNow(trx) }
  })
  if (until === undefined) return done
  if (!(await haveEnded(inPlace, writers, waitMs))) return { ...done, waiting: true }
  for (;;) {
    const rows = await inPlace((trx) => sealBatch(trx, log, until))
    if (rows === 0) return done
    done.seals += 1
    done.rows += rows
  }
}

/** At the place of `db`; undefined when all is sealed. */
async function unsealedUntil(db: Kysely<DB>): Promise<number | undefined> {
  const { rows } = await sql<{ until: number | null; sealed: number | null }>`
    select (select max(position) from audit_log) as until, (select max(last_position) from audit_seal) as sealed
  `.execute(db)
  const { until, sealed } = rows[0]!
  return until !== null && until > (sealed ?? 0) ? until : undefined
}

/** Virtual ids of the other transactions that are writing. */
async function writersNow(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ virtualtransaction: string }>`
    select distinct virtualtransaction from pg_locks
    where locktype = 'relation' and relation = 'audit_log'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())
      and pid is distinct from pg_backend_pid()`.execute(db)
  return rows.map(({ virtualtransaction }) => virtualtransaction)
}

async function haveEnded(inPlace: InPlace, writers: readonly string[], waitMs: number): Promise<boolean> {
  const end = performance.now() + waitMs
  let left = writers
  for (let pause = 10; left.length > 0; pause = Math.min(2 * pause, 250)) {
    if (performance.now() >= end) return false
    await sleep(pause)
    const writing = new Set(await inPlace(writersNow))
    left = left.filter((writer) => writing.has(writer))
  }
  return true
}

interface Last {
  number: number | null
  last_position: number
  hash: Buffer
  now_us: string
}

async function sealBatch(trx: Transaction<DB>, log: Log, until: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit seal ' || current_schema(), 0))`.execute(trx)
  const { number, last_position, hash: previous_hash, now_us } = await lastOf(trx)
  const rows = await rowsBetween(trx, log, last_position, until, rowsOfSeal)
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) return 0
  const seal = {
    number: (number ?? 0) + 1,
    format,
    first_position: first.position,
    last_position: last.position,
    row_count: rows.length,
    at_us: now_us,
    entries: entriesOf(rows),
    previous_hash,
  }
  const { at_us, ...values } = seal
  const at = sql<Date>`timestamptz 'epoch' + ${at_us}::bigint * interval '1 microsecond'`
  await trx
    .insertInto('audit_seal')
    .values({ ...values, at, hash: sealHash(seal) })
    .execute()
  return rows.length
}

async function lastOf(trx: Transaction<DB>): Promise<Last> {
  const { rows } = await sql<Last>`
    select seal.number, coalesce(seal.last_position, 0) as last_position, coalesce(seal.hash, ${noHash}) as hash,
      (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as now_us
    from (select 1) as one
    left join lateral (select * from audit_seal order by number desc limit 1) as seal on true`.execute(trx)
  return rows[0]!
}

/** At the place of `db`; null when nothing was sealed yet. */
export async function lastSeal(db: Kysely<DB>): Promise<Anchor | null> {
  const row = await db
    .selectFrom('audit_seal')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { number: row.number, hash: row.hash.toString('hex') } : null
}
