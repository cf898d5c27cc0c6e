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
import { type ProgramInput, programForm } from './program-form.ts'

/** Creates a program and returns its id. Refuses a code that another one has (duplicate.program_code). */
export const createProgram = (trx: Transaction<DB>, actor: Actor, input: ProgramInput) =>
  createRow(trx, actor, 'program', valuesOf(programForm, input))

/** Changes a program that still is at the version that was edited. */
export const editProgram = (trx: Transaction<DB>, actor: Actor, at: AtVersion, input: ProgramInput) =>
  editRow(trx, actor, 'program', at, valuesOf(programForm, input))

/** Active ↔ inactive; an inactive program stays where it is used and is offered no more. */
export const setProgramStatus = (trx: Transaction<DB>, actor: Actor, at: AtVersion, status: KeptStatus) =>
  setStatus(trx, actor, 'program', at, status)

/** Removes a program that no module and no class ever belonged to (else program.in_use). */
export const removeProgram = (trx: Transaction<DB>, actor: Actor, at: AtVersion) =>
  removeRow(trx, actor, 'program', at, usesOfProgram)

export const usesOfProgram = { module: 'program_id', subject: 'program_id' } as const
