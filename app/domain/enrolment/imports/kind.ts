import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { type Permission, scopeOf } from '#app/domain/core/access/access.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import type { Limited } from '#app/domain/core/features/over-limits.ts'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { Reader } from '#app/domain/core/spreadsheets/cells.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import type { ImportKindName, Problem } from './import.ts'

export interface ImportField {
  key: string
  /** Keys of the language files: what it is, and of whom where that must be said (`import.of.parent_1`). */
  label: string
  of?: string
  read: Reader
  /** A row without it says too little; a file without such a column cannot be imported. */
  required?: true
  /** What people call it besides its label, in either language, with commas between. */
  words: string
  /** What the template shows: English, and Malay where that differs. */
  sample: string | readonly [en: string, my: string]
  /** What may be said once for all rows: values, with the key of their words. */
  fixed?: { values: readonly string[]; words: string }
}

export type Values = Record<string, string | number | boolean | undefined>

/** Who does it, for whom, and when. */
export interface About {
  actor: Actor & { id: string }
  keys: Keys
  /** `YYYY-MM-DD` */
  today: string
  /** For rows that name none. */
  branch_id: string
  /** Of accounts and families that say no other. */
  locale: Locale
  /** What is written where the file says nothing, in that language. */
  words: ImportWords
}

export interface ImportWords {
  /** The line of an opening balance. */
  balance: string
  /** Why an invoice was cancelled. */
  undone: string
}

/** What somebody's rights reach; refuses (action_not_allowed) who has not that one. */
export function reachOf(actor: About['actor'], permission: Permission): RowScope {
  const scope = scopeOf(actor.roles, permission)
  if (!scope) throw new Refusal('action_not_allowed')
  return { scope, user_id: actor.id, branch_ids: actor.branch_ids, parent_id: actor.parent_id }
}

/** A row that says something that could be, by its number in the file. */
export interface Parsed<Row> {
  number: number
  row: Row
}

export interface Wrote {
  type: string
  id: string
}

/**
 * One kind of file. Rows are read by its fields and the forms of the product, held against the database all at once,
 * and written one by one by the verbs by which people do the same.
 */
export interface ImportKind<Row, Known> {
  name: ImportKindName
  fields: readonly ImportField[]
  /** What the fields of a row say together, by the product's own forms. */
  parse(values: Values, about: About): { row: Row } | { problems: Problem[] }
  /** What the database has of all that these rows name, in as many queries as there are kinds of things. */
  find(db: Kysely<DB>, about: About, rows: readonly Parsed<Row>[]): Promise<Known>
  /** What would be refused, row by row in the order of the file; a row may also be at odds with one before it. */
  check(rows: readonly Parsed<Row>[], known: Known, about: About): Map<number, Problem[]>
  /** Refuses what {@link check} would name. Takes note in `known` of what rows after it may name. */
  write(trx: Transaction<DB>, about: About, row: Row, known: Known): Promise<Wrote[]>
  /** Of what a package may allow so many it makes one with each row. */
  adds?: Limited
  /** Tables in which it writes, in the order in which rows are taken out of them again. */
  tables: readonly string[]
  /** How it is undone where rows are not taken out: all, or none and which rows are in the way. */
  takeBack?(trx: Transaction<DB>, about: About, written: readonly Written[]): Promise<Blocked[]>
}

/** What a row of the file wrote, at the version that it had then. */
export interface Written {
  number: number
  object_type: string
  object_id: string
  object_version: number | null
}

/** A row of the file that cannot be undone: what it wrote was changed since, or is used. */
export interface Blocked {
  number: number
  reason: 'changed' | 'used'
}

// biome-ignore lint/suspicious/noExplicitAny: kinds differ in their rows, which only they themselves look into
export type AnyKind = ImportKind<any, any>

/** What a form of the product makes of values, or what it refuses: each field once, called as it is here. */
export function formed<S extends z.ZodType>(
  schema: S,
  values: Readonly<Record<string, unknown>>,
  called: (field: string) => string | null = (field) => field,
): { input: z.output<S> } | { problems: Problem[] } {
  const { success, data, error } = schema.safeParse(values, { error: formErrorMap })
  if (success) return { input: data }
  const problems = error.issues.map(({ path, message }) => ({
    field: called(String(path[0] ?? '')),
    code: message,
  }))
  return {
    problems: problems.filter(
      ({ field }, index) => problems.findIndex((other) => other.field === field) === index,
    ),
  }
}

/** Takes note of the row that said something first; gives the number of an earlier one that says the same. */
export function firstSaid(): (what: string | undefined, number: number) => number | undefined {
  const said = new Map<string, number>()
  return (what, number) => {
    if (!what) return undefined
    const earlier = said.get(what)
    if (earlier === undefined) said.set(what, number)
    return earlier
  }
}

/** A problem with the values of its sentence, as forms write it. */
export const coded = (code: RefusalCode, values?: Record<string, string | number>) =>
  values ? `${code}|${JSON.stringify(values)}` : code
