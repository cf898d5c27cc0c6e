import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'

/** Both tables have the same names at their places. */
export type Log = 'tenant' | 'platform'

/** The last seal of a log, stored out of reach of the database: in mails and in files. */
export interface Anchor {
  number: number
  /** SHA-256 in 64 hexadecimal digits. */
  hash: string
}

/** The newest among the files of its place; each day's is `audit/2026-01-31.txt`. */
export const anchorKey = 'audit/last-seal.txt'

/** `42-` and the hash. */
export function anchorCode({ number, hash }: Anchor): string {
  return `${number}-${hash}`
}

/** As people paste it, with spaces and line breaks anywhere; undefined when it is none. */
export function readAnchorCode(text: string): Anchor | undefined {
  const match = /^([1-9]\d{0,14})-([0-9a-f]{64})$/.exec(text.replace(/\s+/g, '').toLowerCase())
  return match ? { number: Number(match[1]), hash: match[2]! } : undefined
}

/**
 * What verifying a log can find. Of a row: `changed` (its content), `removed`, `inserted` (it was not there when its
 * neighbours were sealed), `moved` (it is at another position). Of a seal: `seal_changed` (its content does not fit
 * its hash), `seal_unlinked` (it does not follow the one before), `seal_removed`. Of an anchor: `anchor_missing` (the
 * log ends before it), `anchor_differs` (the log was rewritten after it).
 */
const findingKinds = [
  'changed',
  'removed',
  'inserted',
  'moved',
  'seal_changed',
  'seal_unlinked',
  'seal_removed',
  'anchor_missing',
  'anchor_differs',
] as const
type FindingKind = (typeof findingKinds)[number]

export interface Finding {
  kind: FindingKind
  /** Of the row, as it was sealed; of `inserted`, where it is. */
  position?: number | undefined
  id?: string | undefined
  to?: number | undefined
  action?: string | undefined
  seal?: number | undefined
  /** When the row was written, by its own column or by its id (ISO). */
  at?: string | undefined
}

export interface Verification {
  seals: number
  rows: number
  unsealed: number
  /** The first hundred. */
  findings: Finding[]
  /** In all. */
  found: number
  /** For a copy of one's own. */
  last: Anchor | null
  ms: number
}

/** The rest is only counted. */
export const mostFindings = 100

type WithTenant = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

const rowsOfSeal = 1_000

interface Sealing {
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
  withTenant: WithTenant,
  log: Log,
  { waitMs = 5_000 }: { waitMs?: number } = {},
): Promise<Sealing> {
  const done: Sealing = { seals: 0, rows: 0, waiting: false }
  const { until, writers } = await withTenant(async (trx) => {
    const until = await unsealedUntil(trx)
    return { until, writers: until === undefined ? [] : await writersNow(trx) }
  })
  if (until === undefined) return done
  if (!(await haveEnded(withTenant, writers, waitMs))) return { ...done, waiting: true }
  for (;;) {
    const rows = await withTenant((trx) => sealBatch(trx, log, until))
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

async function haveEnded(
  withTenant: WithTenant,
  writers: readonly string[],
  waitMs: number,
): Promise<boolean> {
  const end = performance.now() + waitMs
  let left = writers
  for (let pause = 10; left.length > 0; pause = Math.min(2 * pause, 250)) {
    if (performance.now() >= end) return false
    await sleep(pause)
    const writing = new Set(await withTenant(writersNow))
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

export interface SealedRow {
  position: number
  id: string
  /** Microseconds since 1970, as text. */
  at_us: string
  actor_type: string
  actor_id: string | null
  actor_name: string
  action: string
  object_type: string
  object_id: string | null
  entity_id: string | null
  before: unknown
  after: unknown
  ip: string | null
  user_agent: string | null
  request_id: string | null
}

/** The version of how rows are serialised and hashed; each seal stores its own. */
const format = 1

/** Bytes of one entry: position, id, SHA-256 of the row. */
export const entryBytes = 8 + 16 + 32

/** After one position up to another, in order. Instants and the like are written in a way that no setting changes. */
export async function rowsBetween(
  db: Kysely<DB>,
  log: Log,
  after: number,
  until: number,
  limit: number,
): Promise<SealedRow[]> {
  const entity = log === 'platform' ? sql`entity_id` : sql`null::uuid`
  const { rows } = await sql<SealedRow>`
    select position, id, (extract(epoch from at) * 1000000)::bigint::text as at_us, actor_type, actor_id, actor_name,
      action, object_type, object_id, ${entity} as entity_id, before, after, ip, user_agent, request_id
    from audit_log where position > ${after} and position <= ${until} order by position limit ${limit}`.execute(
    db,
  )
  return rows
}

/** A JSON array of the columns, itself in the canonical form of RFC 8785. */
function canonicalRow(row: SealedRow): string {
  const texts = [row.id, row.at_us, row.actor_type, row.actor_id, row.actor_name, row.action]
  const others = [row.object_type, row.object_id, row.entity_id, row.ip, row.user_agent, row.request_id]
  const plain = JSON.stringify([row.position, ...texts, ...others])
  return `${plain.slice(0, -1)},${canonical(row.before)},${canonical(row.after)}]`
}

/** Keys in order, and one spelling of numbers (RFC 8785). */
function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const object = value as Record<string, unknown>
  const keys = Object.keys(object)
  if (keys.length > 1) keys.sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`).join(',')}}`
}

export function rowHash(row: SealedRow): Buffer {
  return hash('sha256', canonicalRow(row), 'buffer')
}

export function entriesOf(rows: readonly SealedRow[]): Buffer {
  const entries = Buffer.alloc(rows.length * entryBytes)
  let at = 0
  for (const row of rows) {
    entries.writeUIntBE(row.position, at + 2, 6)
    entries.write(row.id.replaceAll('-', ''), at + 8, 'hex')
    rowHash(row).copy(entries, at + 24)
    at += entryBytes
  }
  return entries
}

export interface Entry {
  position: number
  id: string
  hash: Buffer
}

export function entryAt(entries: Buffer, index: number): Entry {
  const at = index * entryBytes
  const hex = entries.toString('hex', at + 8, at + 24)
  const id = [8, 12, 16, 20, 32].map((end, part) => hex.slice([0, 8, 12, 16, 20][part], end)).join('-')
  return {
    position: entries.readUIntBE(at + 2, 6),
    id,
    hash: entries.subarray(at + 24, at + entryBytes),
  }
}

interface SealContent {
  number: number
  format: number
  first_position: number
  last_position: number
  row_count: number
  at_us: string
  entries: Buffer
  previous_hash: Buffer
}

/** What the first seal follows. */
const noHash = Buffer.alloc(32)

/** Over the hash before it, what it says of itself, and its entries. */
export function sealHash(seal: SealContent): Buffer {
  const { number, first_position, last_position, row_count, at_us } = seal
  const head = JSON.stringify([
    'lunas audit',
    seal.format,
    number,
    first_position,
    last_position,
    row_count,
    at_us,
  ])
  return hash('sha256', Buffer.concat([seal.previous_hash, Buffer.from(head), seal.entries]), 'buffer')
}

export interface SealRow extends SealContent {
  hash: Buffer
}

/** At the place of `db`, after one number up to another, in order. */
export async function sealsBetween(
  db: Kysely<DB>,
  after: number,
  until: number,
  limit: number,
): Promise<SealRow[]> {
  const { rows } = await sql<SealRow>`
    select number, format, first_position, last_position, row_count, entries, previous_hash, hash,
      (extract(epoch from at) * 1000000)::bigint::text as at_us
    from audit_seal where number > ${after} and number <= ${until} order by number limit ${limit}`.execute(db)
  return rows
}

export function isoOf(at_us: string): string {
  return new Date(Number(at_us) / 1_000).toISOString()
}

/** By the id alone (UUID version 7); undefined for another kind of id. */
export function timeOfId(id: string): string | undefined {
  if (id[14] !== '7') return undefined
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString()
}
