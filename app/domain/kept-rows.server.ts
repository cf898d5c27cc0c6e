import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Actor } from './actor.ts'
import { difference, named, record } from './audit.ts'
import { changed, refuseStale } from './changed.ts'
import { type Choices, choose, chosenOf, distinct } from './lists/chosen.server.ts'
import { type Offered, refuseUnoffered } from './lists/offered.server.ts'
import type { KeptNoun, KeptStatus } from './nouns.ts'
import { Refusal } from './refusal.ts'

/** A row at the version that a form was opened with. */
export interface AtVersion {
  id: string
  version: number
}

/** Fields in which one chooses of another noun, one or several; what is not offered is refused at the field. */
const choices: { readonly [N in KeptNoun]?: Readonly<Record<string, Offered>> } = {
  department: { head_staff_id: 'staff', branch_id: 'branch' },
  discount: { fee_category_ids: 'fee_category' },
  fee_type: { fee_category_id: 'fee_category' },
  module: { program_id: 'program' },
  program: { department_id: 'department', branch_ids: 'branch' },
}

export const choicesOf = (noun: KeptNoun) => choices[noun] ?? {}

/** Fields in which a noun chooses several of another, each with the table that keeps them. */
const several = {
  discount: { fee_category_ids: 'discount_fee_category' },
  program: { branch_ids: 'program_branch' },
} as const satisfies Partial<Record<KeptNoun, Record<string, Choices>>>
type Several<N extends KeptNoun> = N extends keyof typeof several
  ? Record<keyof (typeof several)[N], string[]>
  : unknown

export const tablesOf = (noun: KeptNoun): Record<string, Choices> =>
  (several as Partial<Record<KeptNoun, Record<string, Choices>>>)[noun] ?? {}

/** What a form says of a row, by column, and of which others it chooses several. */
export type KeptValues<N extends KeptNoun> = Omit<Insertable<DB[N]>, Housekeeping> & Several<N>

/** The columns that nobody fills in. */
const housekeeping = [
  'id',
  'version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'deleted_at',
] as const
type Housekeeping = (typeof housekeeping)[number] | 'status'

/** The tables whose rows use a noun's, each with the column that names it. */
export type Uses = { readonly [T in keyof DB]?: keyof DB[T] & string }

/**
 * Adds a row; returns its id. Refuses what is not to be chosen (not_found.program, at the field); a constraint may refuse
 * it, such as a code that another one has (duplicate.category_code).
 */
export async function createRow<N extends KeptNoun>(
  trx: Transaction<DB>,
  actor: Actor,
  noun: N,
  values: KeptValues<N>,
): Promise<string> {
  await refuseUnoffered(trx, choicesOf(noun), values)
  const id = newId()
  const { columns, chosen } = apart(noun, values)
  const row = { id, ...columns, created_by: actor.id, updated_by: actor.id }
  await trx
    .insertInto(table(noun))
    .values(row as Insertable<DB['branch']>)
    .execute()
  for (const [field, ids] of Object.entries(chosen)) await choose(trx, tablesOf(noun)[field]!, id, ids)
  await record(trx, actor, `${noun}.created`, { type: noun, id }, { after: { ...columns, ...chosen } })
  return id
}

/**
 * Changes a row that still is at its version; the audit row holds every value that became another. Of what is not to be
 * chosen any more, that which the row has already may stay.
 */
export async function editRow<N extends KeptNoun>(
  trx: Transaction<DB>,
  actor: Actor,
  noun: N,
  at: AtVersion,
  values: KeptValues<N>,
): Promise<void> {
  const before: Record<string, unknown> = await lockedRow(trx, noun, at)
  await refuseUnoffered(trx, choicesOf(noun), values, before)
  const { columns, chosen } = apart(noun, values)
  await update(trx, actor, noun, at, columns)
  for (const [field, ids] of Object.entries(chosen)) await choose(trx, tablesOf(noun)[field]!, at.id, ids)
  const change = named(String(before.name), difference(before, { ...columns, ...chosen }))
  await record(trx, actor, `${noun}.edited`, { type: noun, id: at.id }, change)
}

/** Active ↔ inactive; returns the name. Refuses what is so already (action_not_allowed). */
export async function setStatus(
  trx: Transaction<DB>,
  actor: Actor,
  noun: KeptNoun,
  at: AtVersion,
  status: KeptStatus,
): Promise<string> {
  const before = await lockedRow(trx, noun, at)
  if (before.status === status) throw new Refusal('action_not_allowed')
  await update(trx, actor, noun, at, { status })
  const action = status === 'active' ? 'activated' : 'deactivated'
  const change = named(before.name, { before: { status: before.status }, after: { status } })
  await record(trx, actor, `${noun}.${action}`, { type: noun, id: at.id }, change)
  return before.name
}

/**
 * Removes a row that nothing uses and nothing ever did (else category.in_use with their count); returns the name. The
 * row stays, and nobody finds it.
 */
export async function removeRow(
  trx: Transaction<DB>,
  actor: Actor,
  noun: KeptNoun,
  at: AtVersion,
  uses: Uses,
): Promise<string> {
  const row = await lockedRow(trx, noun, at)
  const count = Object.values(await usesOf(trx, uses, at.id)).reduce((sum, one) => sum + one, 0)
  if (count > 0) throw new Refusal(`${noun}.in_use`, undefined, { count })
  await update(trx, actor, noun, at, { deleted_at: sql<Date>`now()` })
  const told = Object.entries(row).filter(([column]) => !housekeeping.some((one) => one === column))
  await record(trx, actor, `${noun}.removed`, { type: noun, id: at.id }, { before: Object.fromEntries(told) })
  return row.name
}

/**
 * A row as it is, with what it chooses, locked until the change is done. Refuses one that is gone
 * (not_found.category) or that somebody has changed since (version_conflict).
 */
export async function lockedRow<N extends KeptNoun>(
  trx: Transaction<DB>,
  noun: N,
  { id, version }: AtVersion,
): Promise<Selectable<DB[N]> & Several<N>> {
  const row = await trx
    .selectFrom(table(noun))
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal(`not_found.${noun}`)
  refuseStale(row, version)
  const chosen: Record<string, string[]> = {}
  for (const [field, choices] of Object.entries(tablesOf(noun)))
    chosen[field] = await chosenOf(trx, choices, id)
  return { ...row, ...chosen } as unknown as Selectable<DB[N]> & Several<N>
}

/** How often a row is used, by the tables that use it; what once was there counts too. */
export async function usesOf<U extends Uses>(
  db: Kysely<DB>,
  uses: U,
  id: string,
): Promise<Record<keyof U & string, number>> {
  const counts = Object.entries(uses).map(([table, column]) =>
    sql<number>`(select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${id})`.as(table),
  )
  return db.selectNoFrom(counts).executeTakeFirstOrThrow() as Promise<Record<keyof U & string, number>>
}

/**
 * What a form says of each of its fields, by column. What was left empty is null; of boxes one that was not ticked is
 * false, and of several none is an empty list.
 */
export function valuesOf<S extends z.ZodObject>(form: S, input: z.output<S>): Values<z.output<S>> {
  const fields = Object.keys(form.shape).filter((field) => field !== 'version' && field !== 'form_key')
  const values = fields.map((field) => {
    const value = input[field] === '' ? undefined : input[field]
    return [field, value ?? nothingOf(form.shape[field])]
  })
  return Object.fromEntries(values) as Values<z.output<S>>
}

/** What a form says, with a value for each column. */
export type Values<T> = {
  [K in Exclude<keyof T, 'version' | 'form_key'>]-?: undefined extends T[K]
    ? Exclude<T[K], undefined> extends infer Said extends boolean | unknown[]
      ? Said
      : Exclude<T[K], undefined> | null
    : T[K]
}

function nothingOf(field: unknown) {
  const type = field instanceof z.ZodOptional ? field.unwrap() : field
  if (type instanceof z.ZodBoolean) return false
  return type instanceof z.ZodArray ? [] : null
}

/** What goes into the row itself, and what into tables beside it. */
function apart(noun: KeptNoun, values: object) {
  const fields = Object.entries(values)
  const isChoice = ([field]: [string, unknown]) => field in tablesOf(noun)
  return {
    columns: Object.fromEntries(fields.filter((field) => !isChoice(field))) as Record<string, unknown>,
    chosen: Object.fromEntries(
      fields.filter(isChoice).map(([field, ids]) => [field, distinct(ids as string[])]),
    ),
  }
}

/** The row is locked by now; should that ever be forgotten, who comes second is refused here. */
async function update(
  trx: Transaction<DB>,
  actor: Actor,
  noun: KeptNoun,
  { id, version }: AtVersion,
  values: object,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable(table(noun))
    .set({ ...values, ...changed(actor) })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('version_conflict')
}

/** Kysely's types cannot follow a table that is one of several; each kept noun's has the columns that are named here. */
const table = (noun: KeptNoun) => noun as 'branch'
