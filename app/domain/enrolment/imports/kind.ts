import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { type Permission, scopeOf } from '#app/domain/core/access/access.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import type { Limited } from '#app/domain/core/features/limits.ts'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { type Offered, offered } from '#app/domain/core/lists/references.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { asChoice, plainWords, type Reader } from '#app/domain/core/spreadsheets/cells.ts'
import type { UndoLink } from '#app/domain/core/undo/undo-plan.ts'
import { identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
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
  /** The page of what the row wrote; missing of rows that have none, and of older undoings. */
  link?: UndoLink | undefined
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

/** Finds an id by code or, where it is unique, by name. */
export type Named = (typed: string | undefined) => string | undefined

/** All active entries of a noun; there are some dozens at most, so all are read. */
export async function namedOf(
  db: Kysely<DB>,
  of: Exclude<Offered, 'staff' | 'trainer' | 'assistant'>,
): Promise<Named> {
  const rows = await offered(db, of)
    .select(['id', 'name', sql<string>`lower(code)`.as('code')])
    .execute()
  const codes = new Map(rows.map(({ code, id }) => [code, id]))
  const names = Map.groupBy(rows, ({ name }) => plainWords(name))
  return (typed) => {
    if (!typed) return undefined
    const called = names.get(plainWords(typed)) ?? []
    return codes.get(typed.trim().toLowerCase()) ?? (called.length === 1 ? called[0]!.id : undefined)
  }
}

interface NamedStudent {
  id: string
  name: string
  status: string
}

/** Finds a student by student, identity card or birth certificate number; else a problem's code. */
export type FindStudent = (typed: string) => NamedStudent | { problem: RefusalCode }

/** Looks up all named students within the scope in one query. */
export async function studentsNamed(
  db: Kysely<DB>,
  scope: RowScope,
  keys: Keys,
  typed: readonly string[],
): Promise<FindStudent> {
  const said = [...new Set(typed.map(plain))]
  const place = { place: keys.place, table: 'student' } as const
  const prints = (number: string) =>
    identityIndexes(keys.ring, place, number).map((one) => one.toString('hex'))
  const indexes = said.flatMap((number) => identityIndexes(keys.ring, place, number))
  const rows = await studentsIn(db, scope)
    .select(['student.id', 'student.name', 'student.status', 'student.identity_no_index'])
    .select([
      sql<string>`lower(student_no)`.as('student_no'),
      sql<string | null>`lower(birth_cert_no)`.as('birth'),
    ])
    .where(
      sql<boolean>`(lower(student_no) = any(${said}::text[]) or lower(birth_cert_no) = any(${said}::text[])
        or identity_no_index = any(${indexes}::bytea[]))`,
    )
    .execute()
  const numbers = new Map(rows.map((row) => [row.student_no, row]))
  const births = new Map(rows.map((row) => [row.birth, row]))
  const cards = new Map(rows.map((row) => [row.identity_no_index?.toString('hex'), row]))
  return (one) => {
    const number = plain(one)
    const card = prints(number).find((print) => cards.has(print))
    const found = [numbers.get(number), births.get(number), card ? cards.get(card) : undefined].filter(
      (row) => row !== undefined,
    )
    if (new Set(found.map(({ id }) => id)).size > 1) return { problem: 'import.student_twice' }
    return found[0] ?? { problem: 'import.student_unknown' }
  }
}

const plain = (typed: string) => typed.trim().toLowerCase()

/** Makes the fields of one noun: `called` says what a key is called, `words` by what its column is recognised. */
export const fieldsNamed =
  (called: (key: string) => Pick<ImportField, 'label' | 'of'>) =>
  (
    key: string,
    read: Reader,
    words: string,
    sample: ImportField['sample'] = '',
    more: Partial<ImportField> = {},
  ): ImportField => ({ key, ...called(key), read, sample, words, ...more })

export const needed = { required: true } as const

export const genderOf = asChoice({
  female: 'perempuan,p,f,girl,wanita',
  male: 'lelaki,l,m,boy,laki laki',
})

/** Values by themselves, with spaces for underscores, and by what people call them otherwise. */
export const ownWords = <T extends string>(values: readonly T[], words: Partial<Record<T, string>>) =>
  asChoice(
    Object.fromEntries(values.map((value) => [value, `${value.replaceAll('_', ' ')},${words[value] ?? ''}`])),
  )
