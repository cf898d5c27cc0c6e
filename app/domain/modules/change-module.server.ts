import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import {
  type AtVersion,
  createRow,
  editRow,
  lockedRow,
  removeRow,
  setStatus,
  valuesOf,
} from '#app/domain/kept-rows.server.ts'
import { refuseUnoffered } from '#app/domain/lists/offered.server.ts'
import type { KeptStatus } from '#app/domain/nouns.ts'
import type { DB } from '#db/types.ts'
import { type ModuleInput, moduleForm } from './module-form.ts'

/**
 * Creates a module and returns its id. Refuses a code that another one has (duplicate.module_code), and a program that
 * is not to be chosen.
 */
export async function createModule(trx: Transaction<DB>, actor: Actor, input: ModuleInput) {
  const values = valuesOf(moduleForm, input)
  await refuseUnoffered(trx, 'program', [values.program_id], { field: 'program_id' })
  return createRow(trx, actor, 'module', values)
}

/** Changes a module that still is at the version that was edited; the program that it has already may stay. */
export async function editModule(trx: Transaction<DB>, actor: Actor, at: AtVersion, input: ModuleInput) {
  const values = valuesOf(moduleForm, input)
  const { program_id } = await lockedRow(trx, 'module', at)
  await refuseUnoffered(trx, 'program', [values.program_id], { field: 'program_id', kept: [program_id] })
  await editRow(trx, actor, 'module', at, values)
}

/** Active ↔ inactive; an inactive module stays where it is used and is offered no more. */
export const setModuleStatus = (trx: Transaction<DB>, actor: Actor, at: AtVersion, status: KeptStatus) =>
  setStatus(trx, actor, 'module', at, status)

/** Removes a module that was never used; one that subjects have can only be deactivated (module.in_use). */
export const removeModule = (trx: Transaction<DB>, actor: Actor, at: AtVersion) =>
  removeRow(trx, actor, 'module', at, usesOfModule)

export const usesOfModule = { subject: 'module_id' } as const
