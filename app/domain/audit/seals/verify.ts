import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { type Findings, findingsOf } from './findings.ts'
import {
  type Anchor,
  type Entry,
  entryAt,
  entryBytes,
  type Log,
  rowHash,
  rowsBetween,
  type SealedRow,
  sealHash,
  type Verification,
} from './seal.ts'
import { isoOf, type SealRow, sealsBetween, timeOfId } from './seal-rows.ts'
import { type Stream, streamOf } from './stream.ts'

/** At the log's place, each in a transaction of its own: none of them takes long. */
export type ReadStep = <R>(work: (db: Kysely<DB>) => Promise<R>) => Promise<R>

const sealsOfStep = 20
const rowsOfStep = 5_000

/**
 * Names what is not as it was when it was sealed. Seals and rows stream by in order of position, the next step being
 * read while one is hashed, so that memory does not grow with the log. Rows that are not sealed yet can only be
 * counted: who changes one before its seal is made is not found. `anchors` are last seals of earlier times, kept
 * elsewhere; they find a log that was written anew or cut off at its end.
 */
export async function verifyLog(
  read: ReadStep,
  log: Log,
  anchors: readonly Anchor[] = [],
): Promise<Verification> {
  const begun = performance.now()
  const findings = findingsOf()
  const end = await read(endOf)
  const rows = streamOf(
    (after) => read((db) => rowsBetween(db, log, after, end.sealed, rowsOfStep)),
    ({ position }) => position,
  )
  const seals = streamOf(
    (after) => read((db) => sealsBetween(db, after, end.number, sealsOfStep)),
    ({ number }) => number,
  )
  const chain: Chain = { number: 0, hash: undefined, count: 0, rows: 0, hashes: new Map() }
  const wanted = new Set(anchors.map(({ number }) => number))
  for (let seal = await seals.next(); seal; seal = await seals.next()) {
    const gap = linkOf(seal, chain, findings)
    if (gap) await skipUntil(rows, seal.first_position)
    await compare(seal, rows, findings)
    chain.number = seal.number
    chain.hash = seal.hash
    chain.count += 1
    chain.rows += seal.row_count
    if (wanted.has(seal.number)) chain.hashes.set(seal.number, seal.hash.toString('hex'))
  }
  checkAnchors(anchors, chain, findings)
  await findings.placeMoved((ids) => read((db) => positionsOf(db, ids)))
  const { list, found } = findings.result()
  return {
    seals: chain.count,
    rows: chain.rows,
    unsealed: end.unsealed,
    findings: list,
    found,
    last: chain.hash ? { number: chain.number, hash: chain.hash.toString('hex') } : null,
    ms: Math.round(performance.now() - begun),
  }
}

interface Chain {
  number: number
  hash: Buffer | undefined
  count: number
  rows: number
  hashes: Map<number, string>
}

interface End {
  number: number
  sealed: number
  unsealed: number
}

/** What is sealed while verifying goes on is left for the next time. */
async function endOf(db: Kysely<DB>): Promise<End> {
  const { rows } = await sql<End>`
    with last as (
      select coalesce(max(number), 0) as number, coalesce(max(last_position), 0) as sealed from audit_seal)
    select number, sealed, (select count(*) from audit_log where position > sealed) as unsealed from last`.execute(
    db,
  )
  return rows[0]!
}

/** True when seals are missing before this one. */
function linkOf(seal: SealRow, chain: Chain, findings: Findings): boolean {
  const { number, entries, row_count } = seal
  const whole = entries.length === row_count * entryBytes
  const spans =
    whole &&
    row_count > 0 &&
    entryAt(entries, 0).position === seal.first_position &&
    entryAt(entries, row_count - 1).position === seal.last_position
  const at = isoOf(seal.at_us)
  if (!spans || !sealHash(seal).equals(seal.hash)) findings.add({ kind: 'seal_changed', seal: number, at })
  const gap = number !== chain.number + 1
  for (let lost = chain.number + 1; lost < number && lost < chain.number + 1_000; lost++)
    findings.add({ kind: 'seal_removed', seal: lost })
  const linked = chain.hash ? seal.previous_hash.equals(chain.hash) : !seal.previous_hash.some(Boolean)
  if (!gap && !linked) findings.add({ kind: 'seal_unlinked', seal: number, at })
  return gap
}

/** Rows of a seal that is gone are told by that, not each by itself. */
async function skipUntil(rows: Stream<SealedRow>, position: number): Promise<void> {
  for (let row = await rows.peek(); row && row.position < position; row = await rows.peek()) rows.skip()
}

/** Holds the rows up to the end of a seal against its entries. */
async function compare(seal: SealRow, rows: Stream<SealedRow>, findings: Findings): Promise<void> {
  const count = Math.floor(seal.entries.length / entryBytes)
  for (let index = 0; index < count; index++) {
    const position = seal.entries.readUIntBE(index * entryBytes + 2, 6)
    let row = rows.ready() ?? (await rows.peek())
    while (row && row.position < position) {
      inserted(row, findings)
      rows.skip()
      row = await rows.peek()
    }
    if (row?.position !== position) {
      removed(entryAt(seal.entries, index), findings)
      continue
    }
    rows.skip()
    const at = index * entryBytes + 24
    if (rowHash(row).compare(seal.entries, at, at + 32) !== 0)
      differs(entryAt(seal.entries, index), row, findings)
  }
  for (let row = await rows.peek(); row && row.position <= seal.last_position; row = await rows.peek()) {
    inserted(row, findings)
    rows.skip()
  }
}

function differs(entry: Entry, row: SealedRow, findings: Findings) {
  if (entry.id === row.id) {
    const { position, id, action, at_us } = row
    findings.add({ kind: 'changed', position, id, action, at: isoOf(at_us) })
  } else {
    removed(entry, findings)
    inserted(row, findings)
  }
}

function removed({ position, id }: Entry, findings: Findings) {
  const at = timeOfId(id)
  findings.add({ kind: 'removed', position, id, ...(at && { at }) })
}

function inserted({ position, id, action, at_us }: SealedRow, findings: Findings) {
  findings.add({ kind: 'inserted', position, id, action, at: isoOf(at_us) })
}

function checkAnchors(anchors: readonly Anchor[], chain: Chain, findings: Findings) {
  for (const { number, hash } of anchors) {
    const found = chain.hashes.get(number)
    if (found === hash) continue
    // A seal that is gone from the middle has been told already; one behind the last is told only here.
    findings.add({ kind: found ? 'anchor_differs' : 'anchor_missing', seal: number })
  }
}

async function positionsOf(db: Kysely<DB>, ids: readonly string[]) {
  return db
    .selectFrom('audit_log')
    .select(['id', 'position', 'action'])
    .where('id', 'in', [...ids])
    .execute()
}
