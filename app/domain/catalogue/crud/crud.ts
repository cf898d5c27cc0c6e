import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { type Related, relationsOf } from '#app/domain/catalogue/crud/relations.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { type Offered, refuseUnoffered } from '#app/domain/core/lists/references.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { ResourceNoun, ResourceStatus } from '#app/domain/core/resources.ts'
import type { Blocker } from '#app/domain/core/undo/undo-plan.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/** A row at the version that a form was opened with. */
export interface AtVersion {
  id: string
  version: number
}

/** Fields in which one chooses of another noun, one, several or one in each line; what is not offered is refused at the field. */
const choices: { readonly [N in ResourceNoun]?: Readonly<Record<string, Offered>> } = {
  department: { head_staff_id: 'staff', branch_id: 'branch' },
  discount: { fee_category_ids: 'fee_category' },
  fee_type: { fee_category_id: 'fee_category' },
  line_template: { 'items[].fee_type_id': 'fee_type' },
  module: { program_id: 'program' },
  program: { department_id: 'department', branch_ids: 'branch' },
  subject: {
    ...{ program_id: 'program', module_id: 'module', category_id: 'category', branch_id: 'branch' },
    ...{ main_trainer_id: 'trainer', trainer_ids: 'trainer', assistant_ids: 'assistant' },
  },
}

export const choicesOf = (noun: ResourceNoun) => choices[noun] ?? {}

/** The values of a form: columns of the row, and its relations. */
export type ResourceValues<N extends ResourceNoun> = Omit<Insertable<DB[N]>, Housekeeping> & Related<N>

/** The columns that no form fills. */
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

/** The tables whose rows use a noun's, each with the column that names it, or with what holds for a row that does. */
export type Uses = {
  readonly [T in keyof DB]?: (keyof DB[T] & string) | ((id: string) => RawBuilder<boolean>)
}

/**
 * Adds a row; returns its id. Refuses what is not to be chosen (not_found.program, at the field); a constraint may refuse
 * it, such as a code that another one has (duplicate.category_code).
 */
export async function createRow<N extends ResourceNoun>(
  trx: Transaction<DB>,
  actor: Actor,
  noun: N,
  values: ResourceValues<N>,
): Promise<string> {
  await refuseUnoffered(trx, choicesOf(noun), values)
  const id = newId()
  const { columns, relations } = splitValues(noun, values)
  const row = { id, ...columns, created_by: actor.id, updated_by: actor.id }
  await trx
    .insertInto(table(noun))
    .values(row as Insertable<DB['branch']>)
    .execute()
  await writeRelations(trx, noun, id, relations)
  await record(trx, actor, `${noun}.created`, { type: noun, id }, { after: { ...columns, ...relations } })
  return id
}

/**
 * Changes a row that still is at its version; the audit row holds every value that became another. Of what is not to be
 * chosen any more, that which the row has already may stay.
 */
export async function editRow<N extends ResourceNoun>(
  trx: Transaction<DB>,
  actor: Actor,
  noun: N,
  at: AtVersion,
  values: ResourceValues<N>,
): Promise<void> {
  const before: Record<string, unknown> = await lockedRow(trx, noun, at)
  await refuseUnoffered(trx, choicesOf(noun), values, before)
  const { columns, relations } = splitValues(noun, values)
  await changeAt(trx, actor, noun, at, columns as object, { removed: false })
  await writeRelations(trx, noun, at.id, relations)
  const change = named(String(before.name), difference(before, { ...columns, ...relations }))
  await record(trx, actor, `${noun}.edited`, { type: noun, id: at.id }, change)
}

/** Active ↔ inactive; returns the name. Refuses what is so already (action_not_allowed). */
export async function setStatus(
  trx: Transaction<DB>,
  actor: Actor,
  noun: ResourceNoun,
  at: AtVersion,
  status: ResourceStatus,
): Promise<string> {
  const before = await lockedRow(trx, noun, at)
  if (before.status === status) throw new Refusal('action_not_allowed')
  await changeAt(trx, actor, noun, at, { status }, { removed: false })
  const action = status === 'active' ? 'activated' : 'deactivated'
  const change = named(before.name, { before: { status: before.status }, after: { status } })
  await record(trx, actor, `${noun}.${action}`, { type: noun, id: at.id }, change)
  return before.name
}

/**
 * Removes a row that nothing uses and nothing ever did (else category.in_use with their count); returns the name. The
 * row stays in the table, hidden by `deleted_at`.
 */
export async function removeRow(
  trx: Transaction<DB>,
  actor: Actor,
  noun: ResourceNoun,
  at: AtVersion,
  uses: Uses,
): Promise<string> {
  const row = await lockedRow(trx, noun, at)
  const count = Object.values(await usesOf(trx, uses, at.id)).reduce((sum, one) => sum + one, 0)
  if (count > 0)
    throw new Refusal(`${noun}.in_use`, undefined, { count }).blockedBy(
      ...(await usersOf(trx, noun, uses, at.id)),
    )
  await changeAt(trx, actor, noun, at, { deleted_at: sql<Date>`now()` }, { removed: false })
  const content = Object.entries(row).filter(([column]) => !housekeeping.some((one) => one === column))
  await record(
    trx,
    actor,
    `${noun}.removed`,
    { type: noun, id: at.id },
    { before: Object.fromEntries(content) },
  )
  return row.name
}

/**
 * A row with its relations, locked until the transaction ends. Refuses one that is gone
 * (not_found.category) or that somebody has changed since (version_conflict).
 */
export async function lockedRow<N extends ResourceNoun>(
  trx: Transaction<DB>,
  noun: N,
  { id, version }: AtVersion,
): Promise<Selectable<DB[N]> & Related<N>> {
  const row = await trx
    .selectFrom(table(noun))
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal(`not_found.${noun}`)
  refuseStale(row, version)
  return { ...row, ...(await readRelations(trx, noun, id)) } as unknown as Selectable<DB[N]> & Related<N>
}

/** How often a row is used, by the tables that use it; what once was there counts too. */
export async function usesOf<U extends Uses>(
  db: Kysely<DB>,
  uses: U,
  id: string,
): Promise<Record<keyof U & string, number>> {
  const counts = Object.entries(uses).map(([table, use]) =>
    sql<number>`(select count(*) from ${sql.table(table)} where ${usedBy(use, id)})`.as(table),
  )
  return db.selectNoFrom(counts).executeTakeFirstOrThrow() as Promise<Record<keyof U & string, number>>
}

/** Tables whose rows have a name and a page of their own. */
const namedUsers = ['student', 'subject', 'program', 'module', 'department', 'fee_type'] as const

/** Some rows that use this one, by their names; else its own page, where it is deactivated. */
async function usersOf(db: Kysely<DB>, noun: ResourceNoun, uses: Uses, id: string): Promise<Blocker[]> {
  const users: Blocker[] = []
  for (const to of namedUsers) {
    const use = uses[to]
    if (use === undefined || users.length > 2) continue
    const rows = await db
      .selectFrom(to as 'subject')
      .select(['id', 'name'])
      .where(usedBy(use, id))
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .limit(3 - users.length)
      .execute()
    users.push(...rows.map((row) => ({ to, id: row.id, name: row.name })))
  }
  return users.length > 0 ? users : [{ to: noun, id }]
}

/** Whether anything uses a row or ever did: what a page must know before it offers to remove it. */
export async function isUsed(db: Kysely<DB>, uses: Uses, id: string): Promise<boolean> {
  const found = Object.entries(uses).map(
    ([table, use]) => sql`exists (select from ${sql.table(table)} where ${usedBy(use, id)})`,
  )
  if (found.length === 0) return false
  const { rows } = await sql<{ used: boolean }>`select ${sql.join(found, sql` or `)} as used`.execute(db)
  return rows[0]!.used
}

const usedBy = (use: string | ((id: string) => RawBuilder<boolean>), id: string) =>
  typeof use === 'string' ? sql<boolean>`${sql.ref(use)} = ${id}` : use(id)

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

/** Splits values into columns of the row and relations. */
function splitValues(noun: ResourceNoun, values: object) {
  const known = relationsOf(noun)
  const columns: Record<string, unknown> = {}
  const relations: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(values)) {
    const kept = known[field]
    if (kept) relations[field] = kept.plain(value)
    else columns[field] = value
  }
  return { columns, relations }
}

async function writeRelations(
  trx: Transaction<DB>,
  noun: ResourceNoun,
  id: string,
  values: Record<string, unknown>,
) {
  for (const [field, value] of Object.entries(values)) await relationsOf(noun)[field]!.write(trx, id, value)
}

/** The relations of a row, by field. */
export async function readRelations(
  db: Kysely<DB>,
  noun: ResourceNoun,
  id: string,
): Promise<Record<string, unknown>> {
  const fields = Object.entries(relationsOf(noun))
  const values = await Promise.all(fields.map(([, kept]) => kept.read(db, id)))
  return Object.fromEntries(fields.map(([field], index) => [field, values[index]]))
}

/** Kysely's types cannot follow a table that is one of several; each resource's table has the columns that are named here. */
const table = (noun: ResourceNoun) => noun as 'branch'
