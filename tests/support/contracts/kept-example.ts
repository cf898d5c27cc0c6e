import type { z } from 'zod'
import type { KeptVerbs } from '#app/domain/core/crud/kept-verbs.ts'
import type { KeptNoun } from '#app/domain/core/crud/nouns.ts'
import type { Trx } from '../database/factories.ts'

/** The fields of a form as a browser sends them. */
export type Sent = Record<string, string>

/** What the tests that every kept noun stands need to know of one. */
export interface KeptExample {
  /** Its form, and what its verb of removing counts as use. */
  verbs: Pick<KeptVerbs<KeptNoun, z.ZodObject>, 'form' | 'uses'>
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
