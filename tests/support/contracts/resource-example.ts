import type { z } from 'zod'
import type { CrudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import type { ResourceNoun } from '#app/domain/core/resources.ts'
import type { Trx } from '#tests/support/database/factories.ts'

/** The fields of a form as a browser sends them. */
export type Sent = Record<string, string>

/** What the tests that every kept noun stands need to know of one. */
export interface ResourceExample {
  /** Its form, and what its verb of removing counts as use. */
  verbs: Pick<CrudVerbs<ResourceNoun, z.ZodObject>, 'form' | 'uses'>
  /** The least that the form takes, with a code that is free; a choice that is demanded names a row that nobody has. */
  least(): Sent
  /** Every field but code and name, twice: no field says the same in both. */
  all(trx: Trx): Promise<readonly [Sent, Sent]>
  /** Other columns that refer to it, as table.column, and why they hinder nobody from removing it. */
  hinderless?: Record<string, string>
  /** Fields that no row has together with the others; they are tried by hand. */
  apart?: readonly string[]
  /** Fields that are changed at once, since what the one says depends on the other. */
  together?: readonly string[]
  /** Makes something that uses it; of a noun that nothing refers to there is nothing. */
  use?(trx: Trx, id: string): Promise<unknown>
}
