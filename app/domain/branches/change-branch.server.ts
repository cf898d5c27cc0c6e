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
import type { KeptStatus } from '#app/domain/nouns.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import { type BranchInput, branchForm } from './branch-form.ts'

/**
 * Creates a branch and returns its id. Refuses a code that another one has (duplicate.branch_code) and a second main
 * branch (duplicate.branch_hq).
 */
export const createBranch = (trx: Transaction<DB>, actor: Actor, input: BranchInput) =>
  createRow(trx, actor, 'branch', valuesOf(branchForm, input))

/** Changes a branch that still is at the version that was edited. */
export const editBranch = (trx: Transaction<DB>, actor: Actor, at: AtVersion, input: BranchInput) =>
  editRow(trx, actor, 'branch', at, valuesOf(branchForm, input))

/** Active ↔ inactive; returns the name. The last active branch stays active (branch.last_active). */
export async function setBranchStatus(
  trx: Transaction<DB>,
  actor: Actor,
  at: AtVersion,
  status: KeptStatus,
): Promise<string> {
  if (status === 'inactive') await refuseLastActive(trx, at)
  return setStatus(trx, actor, 'branch', at, status)
}

/** Removes a branch that was never used (else branch.in_use) and is not the last active one; returns the name. */
export async function removeBranch(trx: Transaction<DB>, actor: Actor, at: AtVersion): Promise<string> {
  await refuseLastActive(trx, at)
  return removeRow(trx, actor, 'branch', at, usesOfBranch)
}

export const usesOfBranch = {
  student: 'branch_id',
  staff_branch: 'branch_id',
  subject: 'branch_id',
  department: 'branch_id',
  program_branch: 'branch_id',
  invoice: 'branch_id',
  payment: 'branch_id',
  collection: 'branch_id',
} as const

/** Holds all active branches before the one that is to go, so that two cannot go at the same moment. */
async function refuseLastActive(trx: Transaction<DB>, at: AtVersion): Promise<void> {
  const active = await trx
    .selectFrom('branch')
    .select('id')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  await lockedRow(trx, 'branch', at)
  if (active.length === 1 && active[0]!.id === at.id) throw new Refusal('branch.last_active')
}
