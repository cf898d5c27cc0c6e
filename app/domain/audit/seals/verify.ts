import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#db/types.ts'
import {
  type Anchor,
  type Entry,
  entryAt,
  entryBytes,
  type Finding,
  isoOf,
  type Log,
  mostFindings,
  readAnchorCode,
  rowHash,
  rowsBetween,
  type SealedRow,
  type SealRow,
  sealHash,
  sealsBetween,
  timeOfId,
  type Verification,
} from './seal.ts'

/** Reads in the log's schema, each time in a short transaction of its own. */
export type ReadStep = <R>(work: (db: Kysely<DB>) => Promise<R>) => Promise<R>

const sealsOfStep = 20
const rowsOfStep = 5_000

/**
 * Names what is not as it was when it was sealed. Seals and rows stream by in order of position, the next step being
 * read while one is hashed, so that memory does not grow with the log. Rows that are not sealed yet can only be
 * counted: a change before the seal is not detected. `anchors` are last seals of earlier times, kept
 * elsewhere; they detect a log that was rewritten or truncated.
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
  await findings.markMoved((ids) => read((db) => positionsOf(db, ids)))
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

/** Rows of a missing seal are one finding, not one each. */
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
    // A seal missing from the middle was reported already; one missing at the end is reported only here.
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

export interface Findings {
  add(finding: Finding): void
  /** Call it at the end: turns a removed and an inserted row with the same id into one moved row. */
  markMoved(positionsOf: (ids: string[]) => Promise<TenantRef[]>): Promise<void>
  result(): { list: Finding[]; found: number }
}

interface TenantRef {
  id: string
  position: number
  action: string
}

/** Lists the first hundred and counts the rest. */
export function findingsOf(): Findings {
  let list: Finding[] = []
  let found = 0
  return {
    add(finding) {
      found += 1
      if (list.length < mostFindings) list.push(finding)
    },

    async markMoved(positionsOf) {
      const gone = list.flatMap(({ kind, id }) => (kind === 'removed' && id ? [id] : []))
      if (gone.length === 0) return
      const places = new Map((await positionsOf(gone)).map((place) => [place.id, place]))
      const arrived = (finding: Finding) => finding.kind === 'inserted' && places.has(finding.id!)
      found -= list.filter(arrived).length
      list = list
        .filter((finding) => !arrived(finding))
        .map((finding) => {
          const place = finding.kind === 'removed' ? places.get(finding.id!) : undefined
          if (!place) return finding
          return { ...finding, kind: 'moved', to: place.position, action: place.action }
        })
    },

    result: () => ({ list, found }),
  }
}

export interface Stream<T> {
  /** The next one if it has been read already. */
  ready(): T | undefined
  /** The next one, which stays the next; undefined at the end. */
  peek(): Promise<T | undefined>
  skip(): void
  next(): Promise<T | undefined>
}

/** Reads in steps by key, and prefetches the next step while the current one is processed. */
export function streamOf<T>(fetch: (after: number) => Promise<T[]>, keyOf: (item: T) => number): Stream<T> {
  let step: T[] = []
  let index = 0
  const ask = (after: number) => {
    const asked = fetch(after)
    // It may fail before anybody awaits it; the error is thrown then.
    asked.catch(() => {})
    return asked
  }
  let coming: Promise<T[]> | undefined = ask(0)
  const self: Stream<T> = {
    ready: () => step[index],
    async peek() {
      if (index < step.length || !coming) return step[index]
      step = await coming
      index = 0
      const last = step.at(-1)
      coming = last === undefined ? undefined : ask(keyOf(last))
      return step[0]
    },
    skip() {
      index += 1
    },
    async next() {
      const item = await self.peek()
      index += 1
      return item
    },
  }
  return self
}

export interface PastVerification extends Verification {
  at: Date
  actor_name: string
  /** Numbers of the seals that were compared with copies. */
  anchors: number[]
}

/** Read from the log itself, in the schema of `db`. */
export async function lastVerification(db: Kysely<DB>): Promise<PastVerification | null> {
  const row = await db
    .selectFrom('audit_log')
    .select(['at', 'actor_name', 'after'])
    .where('object_type', '=', 'audit_log')
    .where('action', '=', 'audit.verified')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { at, actor_name } = row
  return { ...(row.after as unknown as Omit<PastVerification, 'at' | 'actor_name'>), at, actor_name }
}

/** The verification form: the code of a seal from an earlier mail, or nothing. */
export const verifyForm = z.object({
  /** Verifying is recorded in the log, so an empty post must not start it. */
  verify: z.literal('yes'),
  code: z
    .string()
    .max(500)
    .optional()
    .transform((text, context) => {
      if (!text?.trim()) return undefined
      const anchor = readAnchorCode(text)
      if (!anchor) context.addIssue({ code: 'custom', message: 'audit.code' })
      return anchor
    }),
})

export const anchorMailForm = z.object({
  anchor_mail: z.enum(['on', 'off']).transform((text) => text === 'on'),
})
