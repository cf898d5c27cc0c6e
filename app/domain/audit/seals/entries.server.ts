import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Log } from './seal.ts'

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

/** The way in which rows are written out and hashed; each row of seals says which one it was made in. */
export const format = 1

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

export interface SealContent {
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
export const noHash = Buffer.alloc(32)

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
