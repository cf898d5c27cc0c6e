import type { Kysely, Transaction } from 'kysely'
import { templateItems } from '#app/domain/catalogue/line-templates/items.ts'
import { assistants, furtherTrainers, mainTrainer } from '#app/domain/catalogue/subjects/duties.ts'
import { lessons } from '#app/domain/catalogue/subjects/lessons.ts'
import { type Choices, choose, chosenOf, distinct } from '#app/domain/core/lists/chosen.ts'
import type { DB } from '#db/types.ts'
import type { KeptNoun } from './nouns.ts'

/**
 * A field of a noun that is kept in a table beside the noun's own. Who writes holds the row itself, so that two never
 * write at once; what is read is as `plain` has it, so that equal values are equal.
 */
export interface Beside<T> {
  table: keyof DB
  plain(value: T): T
  read(db: Kysely<DB>, id: string): Promise<T>
  write(trx: Transaction<DB>, id: string, value: T): Promise<void>
}

/** Several of another noun. */
const several = (table: Choices): Beside<string[]> => ({
  table,
  plain: distinct,
  read: (db, id) => chosenOf(db, table, id),
  write: (trx, id, ids) => choose(trx, table, id, ids),
})

const beside = {
  discount: { fee_category_ids: several('discount_fee_category') },
  line_template: { items: templateItems },
  program: { branch_ids: several('program_branch') },
  subject: {
    main_trainer_id: mainTrainer,
    trainer_ids: furtherTrainers,
    assistant_ids: assistants,
    schedule: lessons,
  },
} satisfies { [N in KeptNoun]?: Record<string, Beside<unknown>> }

type ValueOf<B> = B extends { read(db: Kysely<DB>, id: string): Promise<infer T> } ? T : never

/** The fields of a noun that are kept beside it, with what each holds. */
export type KeptBeside<N extends KeptNoun> = N extends keyof typeof beside
  ? { [Field in keyof (typeof beside)[N]]: ValueOf<(typeof beside)[N][Field]> }
  : unknown

/** How the fields of a noun are kept that are not columns of its own. */
export const besideOf = (noun: KeptNoun) =>
  ((beside as Partial<Record<KeptNoun, unknown>>)[noun] ?? {}) as Record<string, Beside<unknown>>
