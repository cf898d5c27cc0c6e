import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import {
  type AtVersion,
  createRow,
  editRow,
  removeRow,
  setStatus,
  valuesOf,
} from '#app/domain/kept-rows.server.ts'
import type { KeptStatus } from '#app/domain/nouns.ts'
import type { DB } from '#db/types.ts'
import { type CategoryInput, categoryForm } from './category-form.ts'

/** Creates a category and returns its id. Refuses a code that another one has (duplicate.category_code). */
export const createCategory = (trx: Transaction<DB>, actor: Actor, input: CategoryInput) =>
  createRow(trx, actor, 'category', valuesOf(categoryForm, input))

/** Changes a category that still is at the version that was edited. */
export const editCategory = (trx: Transaction<DB>, actor: Actor, at: AtVersion, input: CategoryInput) =>
  editRow(trx, actor, 'category', at, valuesOf(categoryForm, input))

/** Active ↔ inactive; an inactive category stays where it is used and is offered no more. */
export const setCategoryStatus = (trx: Transaction<DB>, actor: Actor, at: AtVersion, status: KeptStatus) =>
  setStatus(trx, actor, 'category', at, status)

/** Removes a category that was never used; one that subjects have can only be deactivated (category.in_use). */
export const removeCategory = (trx: Transaction<DB>, actor: Actor, at: AtVersion) =>
  removeRow(trx, actor, 'category', at, usesOfCategory)

export const usesOfCategory = { subject: 'category_id' } as const
