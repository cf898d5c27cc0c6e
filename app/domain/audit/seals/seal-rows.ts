import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { SealContent } from './seal.ts'

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
