import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { ResourceNoun, ResourceStatus } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'
import {
  type AtVersion,
  createRow,
  editRow,
  lockedRow,
  type ResourceValues,
  removeRow,
  setStatus,
  type Uses,
  type Values,
  valuesOf,
} from './crud.ts'

/** Finds one row in a scope, or refuses with not_found. */
export type Find<R = object> = (db: Kysely<DB>, scope: RowScope, id: string) => Promise<R>

/** The actions on rows of a resource, each in the transaction it is given. */
export interface CrudVerbs<N extends ResourceNoun, S extends z.ZodObject> {
  noun: N
  /** The fields of new and edit, called as the columns. */
  form: S
  /** The tables that use it, each with the column that names it, or what holds for a row that does. */
  uses: Uses
  /** Whoever changes a row must reach it: it is looked for in the scope of what they do before any verb is begun. */
  find: Find
  /** Adds a row and returns its id. Refuses a code that another one has (duplicate.category_code). */
  create(trx: Transaction<DB>, actor: Actor, input: z.output<S>): Promise<string>
  /** Changes a row that still is at the version that was edited. */
  edit(trx: Transaction<DB>, actor: Actor, at: AtVersion, input: z.output<S>): Promise<void>
  /** Active ↔ inactive; returns the name. An inactive row stays where it is used and is offered no more. */
  setStatus(trx: Transaction<DB>, actor: Actor, at: AtVersion, status: ResourceStatus): Promise<string>
  /** Removes a row that was never used (else category.in_use); returns the name. */
  remove(trx: Transaction<DB>, actor: Actor, at: AtVersion): Promise<string>
}

/** The verbs of a resource whose form has all its rules; one with more rules overrides some of them. */
export function crudVerbs<N extends ResourceNoun, S extends z.ZodObject>(
  noun: N,
  form: S & (Values<z.output<S>> extends ResourceValues<N> ? unknown : never),
  uses: Uses,
  find: Find,
): CrudVerbs<N, S> {
  // the type of `form` has said that its values are those of the table
  const values = (input: z.output<S>) => valuesOf(form, input) as unknown as ResourceValues<N>
  return {
    noun,
    form,
    uses,
    find,
    create: (trx, actor, input) => createRow(trx, actor, noun, values(input)),
    edit: (trx, actor, at, input) => editRow(trx, actor, noun, at, values(input)),
    setStatus: (trx, actor, at, status) => setStatus(trx, actor, noun, at, status),
    remove: (trx, actor, at) => removeRow(trx, actor, noun, at, uses),
  }
}

/**
 * Of a noun of which one row is always active: refuses (branch.last_active) that the last one is switched off or removed.
 * Locks all active rows first, so that two cannot be deactivated or removed at the same moment.
 */
export async function refuseLastActive(
  trx: Transaction<DB>,
  noun: 'branch' | 'payment_option',
  at: AtVersion,
): Promise<void> {
  const active = await trx
    .selectFrom(noun as 'branch')
    .select('id')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  await lockedRow(trx, noun, at)
  if (active.length === 1 && active[0]!.id === at.id) throw new Refusal(`${noun}.last_active`)
}
