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
import { type ProgramInput, programForm } from './program-form.ts'

/**
 * Creates a program and returns its id. Refuses a code that another one has (duplicate.program_code), and a department
 * or branch that is not to be chosen.
 */
export async function createProgram(trx: Transaction<DB>, actor: Actor, input: ProgramInput) {
  const values = valuesOf(programForm, input)
  await refuseOddChoice(trx, values)
  return createRow(trx, actor, 'program', values)
}

/** Changes a program that still is at the version that was edited; what it has already may stay. */
export async function editProgram(trx: Transaction<DB>, actor: Actor, at: AtVersion, input: ProgramInput) {
  const values = valuesOf(programForm, input)
  await refuseOddChoice(trx, values, await lockedRow(trx, 'program', at))
  await editRow(trx, actor, 'program', at, values)
}

/** Active ↔ inactive; an inactive program stays where it is used and is offered no more. */
export const setProgramStatus = (trx: Transaction<DB>, actor: Actor, at: AtVersion, status: KeptStatus) =>
  setStatus(trx, actor, 'program', at, status)

/** Removes a program that no module and no class ever belonged to (else program.in_use). */
export const removeProgram = (trx: Transaction<DB>, actor: Actor, at: AtVersion) =>
  removeRow(trx, actor, 'program', at, usesOfProgram)

export const usesOfProgram = { module: 'program_id', subject: 'program_id' } as const

interface Choice {
  department_id: string | null
  branch_ids: readonly string[]
}

/** Department and branches are active; what the program has already may stay. */
async function refuseOddChoice(trx: Transaction<DB>, { department_id, branch_ids }: Choice, before?: Choice) {
  await refuseUnoffered(trx, 'department', department_id ? [department_id] : [], {
    field: 'department_id',
    kept: before?.department_id ? [before.department_id] : [],
  })
  await refuseUnoffered(trx, 'branch', branch_ids, { field: 'branch_ids', kept: before?.branch_ids ?? [] })
}
