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
import { type ModuleInput, moduleForm } from './module-form.ts'

/** Creates a module and returns its id. Refuses a code that another one has (duplicate.module_code). */
export const createModule = (trx: Transaction<DB>, actor: Actor, input: ModuleInput) =>
  createRow(trx, actor, 'module', valuesOf(moduleForm, input))

/** Changes a module that still is at the version that was edited. */
export const editModule = (trx: Transaction<DB>, actor: Actor, at: AtVersion, input: ModuleInput) =>
  editRow(trx, actor, 'module', at, valuesOf(moduleForm, input))

/** Active ↔ inactive; an inactive module stays where it is used and is offered no more. */
export const setModuleStatus = (trx: Transaction<DB>, actor: Actor, at: AtVersion, status: KeptStatus) =>
  setStatus(trx, actor, 'module', at, status)

/** Removes a module that was never used; one that subjects have can only be deactivated (module.in_use). */
export const removeModule = (trx: Transaction<DB>, actor: Actor, at: AtVersion) =>
  removeRow(trx, actor, 'module', at, usesOfModule)

export const usesOfModule = { subject: 'module_id' } as const
