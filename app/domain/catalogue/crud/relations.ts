import type { Kysely, Transaction } from 'kysely'
import { templateItems } from '#app/domain/catalogue/line-templates/line-template.ts'
import {
  assistants,
  furtherTrainers,
  lessons,
  mainTrainer,
} from '#app/domain/catalogue/subjects/relations.ts'
import { type Choices, choose, chosenOf, distinct } from '#app/domain/core/lists/references.ts'
import type { ResourceNoun } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'

/**
 * A field of a noun that is stored in another table. Writers have locked the row itself; `plain` normalises values, so that
 * equal ones compare equal.
 */
interface Relation<T> {
  table: keyof DB
  plain(value: T): T
  read(db: Kysely<DB>, id: string): Promise<T>
  write(trx: Transaction<DB>, id: string, value: T): Promise<void>
}

/** Rows of another noun, by a join table. */
const several = (table: Choices): Relation<string[]> => ({
  table,
  plain: distinct,
  read: (db, id) => chosenOf(db, table, id),
  write: (trx, id, ids) => choose(trx, table, id, ids),
})

const relations = {
  discount: { fee_category_ids: several('discount_fee_category') },
  line_template: { items: templateItems },
  program: { branch_ids: several('program_branch') },
  subject: {
    main_trainer_id: mainTrainer,
    trainer_ids: furtherTrainers,
    assistant_ids: assistants,
    schedule: lessons,
  },
} satisfies { [N in ResourceNoun]?: Record<string, Relation<unknown>> }

type ValueOf<B> = B extends { read(db: Kysely<DB>, id: string): Promise<infer T> } ? T : never

/** The relations of a noun, with the type of each. */
export type Related<N extends ResourceNoun> = N extends keyof typeof relations
  ? { [Field in keyof (typeof relations)[N]]: ValueOf<(typeof relations)[N][Field]> }
  : unknown

/** How the relations of a noun are read and written, by field. */
export const relationsOf = (noun: ResourceNoun) =>
  ((relations as Partial<Record<ResourceNoun, unknown>>)[noun] ?? {}) as Record<string, Relation<unknown>>
