import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppendFile, linesOf, openAppendFile, type Place } from './append-file.ts'
import type { Appointment, Client, Taxpayer } from './options.ts'
import { readSwitches, type Switches } from './switches.ts'

export type DocumentStatus = 'Submitted' | 'Valid' | 'Invalid' | 'Cancelled'

/** One thing that a validator found, as the portal shows it. */
export interface Finding {
  propertyName: string | null
  propertyPath: string | null
  errorCode: string
  error: string
  errorMs: string
  innerError: Finding[] | null
}

export interface Step {
  name: string
  status: 'Valid' | 'Invalid'
  error?: Finding
}

/** A document that was taken in. Times are epoch milliseconds, amounts as they were written. */
export interface Kept {
  uuid: string
  submissionUid: string
  longId: string
  number: string
  type: string
  version: string
  /** Whose tax is reported: the supplier, or the buyer of a self-billed one. */
  issuerTin: string
  issuerName: string
  supplierTin: string
  supplierName: string
  buyerTin: string
  buyerName: string
  buyerIdType: string
  buyerId: string
  issued: string
  received: number
  /** When it is decided upon. */
  due: number
  validated: number | null
  totalExcludingTax: number
  totalDiscount: number
  totalNet: number
  totalPayable: number
  currency: string
  status: DocumentStatus
  cancelled: number | null
  rejectionAsked: number | null
  reason: string | null
  /** Documents that this one corrects. */
  references: readonly string[]
  channel: 'ERP' | 'Invoicing Portal'
  clientId: string
  createdBy: string
  intermediary: { tin: string; name: string } | null
  /** SHA-256 of its bytes, hexadecimal. */
  hash: string
  text: Place
  steps: readonly Step[]
}

export interface Submission {
  uid: string
  tin: string
  clientId: string
  intermediaryTin: string | null
  received: number
  documents: readonly string[]
  /** SHA-256 of the whole request. */
  payload: string
}

/** One call that came in; the journal of them is for tests and for the desk. */
export interface Call {
  id: number
  at: string
  method: string
  path: string
  clientId: string | null
  status: number
  correlationId: string
  /** What went wrong by order. */
  trouble: string | null
  body: Place | null
}

export interface Meta {
  /** Milliseconds by which control has moved the clock on. */
  offset: number
  switches: Switches
  /** Number of the file that holds the texts. */
  texts: number
  /** Signs access tokens. */
  tokenKey: string
}

interface Tables {
  meta: Meta
  clients: Client
  taxpayers: Taxpayer
  appointments: Appointment
  submissions: Submission
  documents: Kept
}
type Table = keyof Tables

export interface Store {
  readonly meta: Meta
  rows<T extends Table>(table: T): ReadonlyMap<string, Tables[T]>
  /** Remembers a row, new or changed, by one line at the end of the file. */
  put<T extends Table>(table: T, key: string, row: Tables[T]): void
  /** Forgets documents and submissions that came before, and what nobody needs then; switches and clients stay. */
  purge(before: number): number
  texts: AppendFile
  close(): Promise<void>
}

const TABLES = ['meta', 'clients', 'taxpayers', 'appointments', 'submissions', 'documents'] as const
type Rows = { [T in Table]: Map<string, Tables[T]> }

/**
 * The memory: rows in maps, and on disk a line for each change, so that the ten thousandth document costs what the first
 * one did. Texts of documents and requests stand in a file beside it and are read when somebody asks. A line that cannot be
 * read is an error, not an empty past; only the last one, which a kill may have cut, is left away.
 */
export async function openStore(
  directory: string,
  switches: Switches,
  allowedWaste = 64 * 1024 * 1024,
): Promise<Store> {
  await mkdir(directory, { recursive: true })
  const file = join(directory, 'rows.ndjson')
  const rows = Object.fromEntries(TABLES.map((table) => [table, new Map()])) as unknown as Rows
  for (const line of linesOf(file)) {
    const [table, key, row] = JSON.parse(line) as [Table, string, never]
    if (row === null) rows[table].delete(key)
    else (rows[table] as Map<string, unknown>).set(key, row)
  }
  const fresh: Meta = { offset: 0, switches, texts: 0, tokenKey: randomBytes(32).toString('hex') }
  const kept = rows.meta.get('')
  const meta = { ...fresh, ...kept, switches: readSwitches(kept?.switches ?? {}, switches, true) }
  rows.meta.set('', meta)

  const before = meta.texts
  const size = statSync(textsFile(directory, before), { throwIfNoEntry: false })?.size ?? 0
  const used = [...rows.documents.values()].reduce((sum, { text: [, length] }) => sum + length, 0)
  // Bodies of calls are only asked for while the process lives.
  if (size - used > allowedWaste) {
    await copyUsed(directory, before, rows.documents)
    meta.texts++
  }
  // One line for each row from here on; nobody may ever read half a file.
  const lines = TABLES.flatMap((table) => [...rows[table]].map(([key, row]) => lineOf(table, key, row)))
  await writeFile(`${file}.new`, lines.join(''), { mode: 0o600 })
  await rename(`${file}.new`, file)
  if (meta.texts !== before) await rm(textsFile(directory, before), { force: true })
  const [log, texts] = await Promise.all([
    openAppendFile(file),
    openAppendFile(textsFile(directory, meta.texts)),
  ])

  return {
    meta,
    rows: (table) => rows[table],
    put(table, key, row) {
      rows[table].set(key, row)
      log.add(lineOf(table, key, row))
    },
    purge(before) {
      let gone = 0
      for (const table of ['documents', 'submissions'] as const)
        for (const [key, { received }] of rows[table])
          if (received < before) {
            rows[table].delete(key)
            log.add(lineOf(table, key, null))
            gone++
          }
      return gone
    },
    texts,
    async close() {
      await Promise.all([log.close(), texts.close()])
    },
  }
}

/** Copies what is still asked for into the file of the next number; whoever knows the old number still finds all in the old file. */
async function copyUsed(directory: string, number: number, documents: Map<string, Kept>): Promise<void> {
  const target = textsFile(directory, number + 1)
  await rm(target, { force: true })
  const [from, to] = await Promise.all([openAppendFile(textsFile(directory, number)), openAppendFile(target)])
  for (const kept of documents.values()) kept.text = to.add(await from.read(kept.text))
  await Promise.all([from.close(), to.close()])
}

const textsFile = (directory: string, number: number) => join(directory, `texts-${number}.ndjson`)

const lineOf = (table: Table, key: string, row: unknown) => `${JSON.stringify([table, key, row])}\n`
