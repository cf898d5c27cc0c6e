import { type Kysely, sql, type Transaction } from 'kysely'
import type { Role } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { ResourceNoun } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'

/** Duties that are filled by accounts with a role. */
const byRole: Readonly<Record<string, Role>> = { trainer: 'trainer', assistant: 'class-assistant' }

export type Offered = ResourceNoun | 'staff' | 'trainer' | 'assistant'

/** The row of another noun that a field names, or several, or none. */
export type Chosen = string | readonly string[] | null | undefined

export const idsOf = (chosen: Chosen): readonly string[] => [chosen ?? []].flat()

/**
 * Each place of a row in which one chooses, with what is chosen there. A field names one or several rows (`branch_id`,
 * `branch_ids`), or one in each of its lines: `items[].fee_type_id` is `items[0].fee_type_id` and so on.
 */
function placesIn(row: object, field: string): { at: string; ids: readonly string[] }[] {
  const [name, column] = field.split('[].') as [string, string?]
  if (column === undefined) return [{ at: field, ids: idsOf((row as Record<string, Chosen>)[name]) }]
  const lines = (row as Record<string, readonly object[] | undefined>)[name] ?? []
  return lines.map((line, index) => ({
    at: `${name}[${index}].${column}`,
    ids: idsOf((line as Record<string, Chosen>)[column]),
  }))
}

const chosenIn = (row: object, field: string) => placesIn(row, field).flatMap(({ ids }) => ids)

/** The table of an offered noun. */
export const tableOf = (of: Offered) => (of in byRole ? 'user_account' : of)

/**
 * The rows that a form offers: active ones, and those that the edited row already names. Of accounts those with the role,
 * invited ones included.
 */
export function offered(db: Kysely<DB>, of: Offered, alsoChosen?: Chosen) {
  const role = byRole[of]
  const isOffered = role
    ? sql`status in ('active', 'invited') and ${role} = any(${sql.ref('roles')})`
    : sql`status = 'active'`
  // All of these tables have these columns; Kysely's types need one of them.
  return db
    .selectFrom(tableOf(of) as 'branch')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(${isOffered} or id = any(${idsOf(alsoChosen)}::uuid[]))`)
}

/**
 * Refuses (not_found.branch and so on, at the field) when one of the chosen is not offered. `fields` says in which
 * fields one chooses, one, several or one in each line, and of what; `before` is the row as it is, and what it has may stay.
 */
export async function refuseUnoffered(
  trx: Transaction<DB>,
  fields: Readonly<Record<string, Offered>>,
  chosen: object,
  before: object = {},
): Promise<void> {
  for (const [field, table] of Object.entries(fields)) {
    const places = placesIn(chosen, field)
    const ids = new Set(places.flatMap((place) => place.ids))
    if (ids.size === 0) continue
    const rows = await offered(trx, table, chosenIn(before, field))
      .where('id', 'in', [...ids])
      .select('id')
      .execute()
    const found = new Set(rows.map(({ id }) => id))
    const odd = places.find((place) => place.ids.some((id) => !found.has(id)))
    if (odd) throw new Refusal(`not_found.${table}`, odd.at)
  }
}

/**
 * Refuses (not_found.branch, at the field) a branch beyond those of a person whose permission reaches no further than
 * their own; one that the row has already may stay.
 */
export function refuseForeignBranches(
  { scope, branch_ids }: RowScope,
  fields: Readonly<Record<string, Offered>>,
  chosen: object,
  before: object = {},
): void {
  if (scope === 'all') return
  for (const [field, of] of Object.entries(fields)) {
    if (of !== 'branch') continue
    const own = new Set([...branch_ids, ...chosenIn(before, field)])
    const foreign = placesIn(chosen, field).find(({ ids }) => ids.some((id) => !own.has(id)))
    if (foreign) throw new Refusal('not_found.branch', foreign.at)
  }
}

/** Join tables: the column of the owning row, and the column of the rows it names. */
const choices = {
  discount_fee_category: ['discount_id', 'fee_category_id'],
  staff_branch: ['staff_id', 'branch_id'],
  program_branch: ['program_id', 'branch_id'],
} as const
export type Choices = keyof typeof choices

/** Without duplicates and sorted, so that equal choices compare equal. */
export const distinct = (ids: readonly string[]): string[] => [...new Set(ids)].sort()

/** The ids that a row names in a join table, sorted. */
export async function chosenOf(db: Kysely<DB>, table: Choices, id: string): Promise<string[]> {
  const [owner, choice] = choices[table]
  const { rows } = await sql<{ chosen: string }>`
    select ${sql.ref(choice)} as chosen from ${sql.table(table)} where ${sql.ref(owner)} = ${id}`.execute(db)
  return distinct(rows.map(({ chosen }) => chosen))
}

/** Replaces the ids that a row names in a join table; the caller has locked the row. */
export async function choose(trx: Kysely<DB>, table: Choices, id: string, ids: readonly string[]) {
  const [owner, choice] = [sql.ref(choices[table][0]), sql.ref(choices[table][1])]
  await sql`delete from ${sql.table(table)} where ${owner} = ${id} and ${choice} <> all(${ids}::uuid[])`.execute(
    trx,
  )
  await sql`insert into ${sql.table(table)} (${owner}, ${choice})
    select ${id}::uuid, unnest(${ids}::uuid[]) on conflict do nothing`.execute(trx)
}

type Counted = 'fee_type' | 'module' | 'program' | 'staff' | 'subject' | 'subject_fee'

/** How many rows of a table refer to a row of `of` in this column; removed rows do not count. */
export const countIn = <T extends Counted>(table: T, column: keyof DB[T] & string, of: keyof DB) =>
  sql<number>`(select count(*) from ${sql.table(table)}
    where ${sql.ref(`${table}.${column}`)} = ${sql.ref(`${of}.id`)} and ${sql.ref(`${table}.deleted_at`)} is null)`

/** Organisations to choose from in a filter. */
export async function entityChoices(db: Kysely<DB>) {
  return db.selectFrom('platform.entity').select(['id', 'name']).orderBy('name').execute()
}
