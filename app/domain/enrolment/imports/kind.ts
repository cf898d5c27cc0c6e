import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { type Permission, scopeOf } from '#app/domain/core/access/access.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import type { Limited } from '#app/domain/core/features/limits.ts'
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
  /** Synonyms of the label in either language, separated by commas. */
  words: string
  /** Sample in the template: English, and Malay where it differs. */
  sample: string | readonly [en: string, my: string]
  /** Values that may be chosen once for all rows, and the key of their labels. */
  fixed?: { values: readonly string[]; words: string }
}

export type Values = Record<string, string | number | boolean | undefined>

/** The context of an import: actor, branch, day and language. */
export interface About {
  actor: Actor & { id: string }
  keys: Keys
  /** `YYYY-MM-DD` */
  today: string
  /** The branch of rows that name none. */
  branch_id: string
  /** Language of new accounts and families that name none. */
  locale: Locale
  /** Default texts in that language. */
  words: ImportWords
}

interface ImportWords {
  /** Description of an opening balance. */
  balance: string
  /** Why an invoice was cancelled. */
  undone: string
}

/** The scope of the actor's permission; refuses (action_not_allowed) without it. */
export function reachOf(actor: About['actor'], permission: Permission): RowScope {
  const scope = scopeOf(actor.roles, permission)
  if (!scope) throw new Refusal('action_not_allowed')
  return { scope, user_id: actor.id, branch_ids: actor.branch_ids, parent_id: actor.parent_id }
}

/** A parsed row with its number in the file. */
export interface Parsed<Row> {
  number: number
  row: Row
}

export interface Wrote {
  type: string
  id: string
}

/**
 * One kind of import. Rows are parsed by its fields and the product's forms, checked against the database all at once, and
 * written one by one by the same functions as manual input.
 */
export interface ImportKind<Row, Known> {
  name: ImportKindName
  fields: readonly ImportField[]
  /** Validates the fields of a row together, by the product's forms. */
  parse(values: Values, about: About): { row: Row } | { problems: Problem[] }
  /** Reads everything that the rows name, in a fixed number of queries. */
  find(db: Kysely<DB>, about: About, rows: readonly Parsed<Row>[]): Promise<Known>
  /** Problems by row number; a row may also conflict with an earlier one. */
  check(rows: readonly Parsed<Row>[], known: Known, about: About): Map<number, Problem[]>
  /** Writes a row; refuses what {@link check} would report. Adds to `known` what later rows may name. */
  write(trx: Transaction<DB>, about: About, row: Row, known: Known): Promise<Wrote[]>
  /** The package limit that each row counts towards. */
  adds?: Limited
  /** Tables written to, in the order in which undo deletes their rows. */
  tables: readonly string[]
  /** Undo for kinds that do not delete rows: undoes all, or nothing and returns the rows that block it. */
  takeBack?(trx: Transaction<DB>, about: About, written: readonly Written[]): Promise<Blocked[]>
}

/** A row written by the import, with its version then. */
export interface Written {
  number: number
  object_type: string
  object_id: string
  object_version: number | null
}

/** A row of the file that cannot be undone, since what it wrote was changed or is used. */
export interface Blocked {
  number: number
  reason: 'changed' | 'used'
}

// biome-ignore lint/suspicious/noExplicitAny: kinds differ in their rows, which only they themselves look into
export type AnyKind = ImportKind<any, any>

/** Parses values by one of the product's forms; problems name each field once, by its key here. */
export function parsedByForm<S extends z.ZodType>(
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

/** Remembers the first row with each value; returns the number of an earlier row with the same value. */
export function firstOccurrence(): (what: string | undefined, number: number) => number | undefined {
  const said = new Map<string, number>()
  return (what, number) => {
    if (!what) return undefined
    const earlier = said.get(what)
    if (earlier === undefined) said.set(what, number)
    return earlier
  }
}

/** A problem code with the values of its message. */
export const coded = (code: RefusalCode, values?: Record<string, string | number>) =>
  values ? `${code}|${JSON.stringify(values)}` : code
