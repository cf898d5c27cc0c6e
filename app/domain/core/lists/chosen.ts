import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Tables in which a row chooses several of another noun: the column of whose row it is, and that of what it chooses. */
const choices = {
  discount_fee_category: ['discount_id', 'fee_category_id'],
  staff_branch: ['staff_id', 'branch_id'],
  program_branch: ['program_id', 'branch_id'],
} as const
export type Choices = keyof typeof choices

/** Names without those that occur before, in an order that is always the same, so that equal choices are equal. */
export const distinct = (ids: readonly string[]): string[] => [...new Set(ids)].sort()

/** What a row has chosen, as `distinct` has it. */
export async function chosenOf(db: Kysely<DB>, table: Choices, id: string): Promise<string[]> {
  const [owner, choice] = choices[table]
  const { rows } = await sql<{ chosen: string }>`
    select ${sql.ref(choice)} as chosen from ${sql.table(table)} where ${sql.ref(owner)} = ${id}`.execute(db)
  return distinct(rows.map(({ chosen }) => chosen))
}

/** Has a row choose these and no others; who writes holds the row itself, so that two never choose at once. */
export async function choose(trx: Kysely<DB>, table: Choices, id: string, ids: readonly string[]) {
  const [owner, choice] = [sql.ref(choices[table][0]), sql.ref(choices[table][1])]
  await sql`delete from ${sql.table(table)} where ${owner} = ${id} and ${choice} <> all(${ids}::uuid[])`.execute(
    trx,
  )
  await sql`insert into ${sql.table(table)} (${owner}, ${choice})
    select ${id}::uuid, unnest(${ids}::uuid[]) on conflict do nothing`.execute(trx)
}
