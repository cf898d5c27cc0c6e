import { type Kysely, sql } from 'kysely'
import { type Offered, offered } from '#app/domain/core/lists/offered.ts'
import { plainWords } from '#app/domain/core/spreadsheets/cells.ts'
import type { DB } from '#db/types.ts'

/** Finds what a cell names by its code or, where only one is called so, by its name. */
export type Named = (typed: string | undefined) => string | undefined

/** All that is offered of a noun that an organisation keeps. There are some dozens of each, so all are read. */
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
