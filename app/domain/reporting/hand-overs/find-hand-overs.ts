import { type Kysely, sql } from 'kysely'
import { billsSome } from '#app/domain/billing/generations/find-generations.ts'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { notifiableAccounts } from '#app/domain/identity/accounts/accounts.ts'
import type { DB } from '#db/types.ts'
import { type HandOverNoun, handOverNouns, handOvers } from './hand-over.ts'

/** Whether an object can be carried out as it is: it is prepared, nothing is wrong with it, and there is something to do. */
const isReady = {
  generation: sql<boolean>`generation.status = ${sql.lit(handOvers.generation.ready)} and generation.changes is null
    and ${billsSome}`,
  import: sql<boolean>`import.status = ${sql.lit(handOvers.import.ready)}
    and exists (select from import_row where import_row.import_id = import.id and import_row.status = 'ready')
    and not exists (select from import_row
      where import_row.import_id = import.id and import_row.status in ('wrong', 'pending'))`,
} satisfies Record<HandOverNoun, unknown>

const column = (noun: HandOverNoun) => `hand_over.${noun}_id` as const

/** Whether it can be done as it is. */
export async function isReadyToDo(db: Kysely<DB>, noun: HandOverNoun, id: string): Promise<boolean> {
  const row = await db
    .selectFrom(noun)
    .select('id')
    .where('id', '=', id)
    .where(isReady[noun])
    .executeTakeFirst()
  return row !== undefined
}

/** Accounts of those who may do it, in every branch, without `except`; those without an e-mail address included. */
export const peopleToAsk = (db: Kysely<DB>, noun: HandOverNoun, except: string | null) =>
  db
    .selectFrom('user_account')
    .select(['id', 'name', 'email'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`roles && ${rolesWith(handOvers[noun].does, 'all')}::text[]`)
    .where(sql<boolean>`id is distinct from ${except}::uuid`)
    .orderBy('name')
    .orderBy('id')

/** The same as recipients of a mail. */
export const peopleToMail = (db: Kysely<DB>, noun: HandOverNoun) =>
  notifiableAccounts(db).where(sql<boolean>`roles && ${rolesWith(handOvers[noun].does, 'all')}::text[]`)

const found = (db: Kysely<DB>) =>
  db
    .selectFrom('hand_over')
    .innerJoin('user_account as asker', 'asker.id', 'hand_over.asked_by')
    .leftJoin('user_account as asked', 'asked.id', 'hand_over.asked_of')
    .select(['hand_over.id', 'hand_over.asked_by', 'hand_over.asked_at', 'hand_over.asked_of'])
    .select(['hand_over.note', 'hand_over.mailed', 'hand_over.mailed_at'])
    .select(['asker.name as asker', 'asked.name as asked'])

/** Who was asked to do it; undefined when nobody was. */
export const handOverOf = (db: Kysely<DB>, noun: HandOverNoun, id: string) =>
  found(db).where(column(noun), '=', id).executeTakeFirst()
export type HandOver = NonNullable<Awaited<ReturnType<typeof handOverOf>>>

/** What is to be done, in the words of its own page. */
const objects = (db: Kysely<DB>) =>
  found(db)
    .leftJoin('generation', 'generation.id', 'hand_over.generation_id')
    .leftJoin('import', 'import.id', 'hand_over.import_id')
    .select(['generation.month', 'import.file_name'])
    .select(sql<string>`coalesce(hand_over.generation_id, hand_over.import_id)`.as('object_id'))
    .select(
      sql<HandOverNoun>`case when hand_over.generation_id is not null then 'generation' else 'import' end`.as(
        'noun',
      ),
    )
    .where((eb) =>
      eb.or(handOverNouns.map((noun) => eb.and([eb(column(noun), 'is not', null), isReady[noun]]))),
    )

/** A hand-over whose work still waits; undefined once it is done, changed or withdrawn. */
export const openHandOver = (db: Kysely<DB>, id: string) =>
  objects(db).where('hand_over.id', '=', id).executeTakeFirst()
export type OpenHandOver = NonNullable<Awaited<ReturnType<typeof openHandOver>>>

/** What others asked for that a person who may do `nouns` has not done yet, first what was asked of them by name. */
export async function askedTasks(
  db: Kysely<DB>,
  user_id: string,
  nouns: readonly HandOverNoun[],
): Promise<(OpenHandOver & { of_me: boolean })[]> {
  if (nouns.length === 0) return []
  const rows = await objects(db)
    .where((eb) => eb.or(nouns.map((noun) => eb(column(noun), 'is not', null))))
    .where('hand_over.asked_by', '<>', user_id)
    .orderBy(sql`hand_over.asked_of is distinct from ${user_id}::uuid`)
    .orderBy('hand_over.asked_at')
    .execute()
  return rows.map((row) => ({ ...row, of_me: row.asked_of === user_id }))
}
