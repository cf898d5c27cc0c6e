import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { difference, record } from '#app/domain/audit.ts'
import { changeRow, lockedRow, removeRow } from '#app/domain/change-row.server.ts'
import { addressNames, addressValues } from '#app/domain/contact/address.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { BranchStatus } from './branch.ts'
import type { BranchInput } from './branch-form.ts'
import { usesOfBranch } from './find-branches.server.ts'

/**
 * Creates a branch. Refuses a code that another one has (by constraint: duplicate.branch_code) and a second main
 * branch (duplicate.branch_hq).
 */
export async function createBranch(trx: Transaction<DB>, actor: Actor, input: BranchInput): Promise<string> {
  const id = newId()
  const values = valuesOf(input)
  await trx
    .insertInto('branch')
    .values({ id, ...values, created_by: actor.id, updated_by: actor.id })
    .execute()
  await record(trx, actor, 'branch.created', { type: 'branch', id }, { after: values })
  return id
}

/** Changes a branch that still is at the version that was edited. */
export async function editBranch(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
  input: BranchInput,
): Promise<void> {
  const values = valuesOf(input)
  const before = await lockedRow(trx, 'branch', { id, version }, columns)
  await changeRow(trx, actor, 'branch', { id, version }, values)
  await record(trx, actor, 'branch.edited', { type: 'branch', id }, difference(before, values))
}

/** Active ↔ inactive. The last active branch stays active (branch.last_active). */
export async function setBranchStatus(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
  status: BranchStatus,
): Promise<string> {
  const others = await otherActiveBranches(trx, id)
  const before = await lockedRow(trx, 'branch', { id, version }, columns)
  if (before.status === status) throw new Refusal('action_not_allowed')
  if (status === 'inactive' && others === 0) throw new Refusal('branch.last_active')
  await changeRow(trx, actor, 'branch', { id, version }, { status })
  const action = status === 'active' ? 'branch.activated' : 'branch.deactivated'
  const change = { before: { status: before.status }, after: { status } }
  await record(trx, actor, action, { type: 'branch', id }, change)
  return before.name
}

/** Removes a branch that was never used and is not the last active one. */
export async function removeBranch(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
): Promise<string> {
  const others = await otherActiveBranches(trx, id)
  const before = await lockedRow(trx, 'branch', { id, version }, columns)
  if (before.status === 'active' && others === 0) throw new Refusal('branch.last_active')
  const uses = Object.values(await usesOfBranch(trx, id)).reduce((sum, count) => sum + count, 0)
  if (uses > 0) throw new Refusal('branch.in_use')
  await removeRow(trx, actor, 'branch', { id, version })
  await record(trx, actor, 'branch.removed', { type: 'branch', id }, { before })
  return before.name
}

/** Counts the others that are active and holds all active ones, so that two cannot go at the same moment. */
async function otherActiveBranches(trx: Transaction<DB>, id: string): Promise<number> {
  const active = await trx
    .selectFrom('branch')
    .select('id')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return active.filter((one) => one.id !== id).length
}

const columns = ['code', 'name', 'is_hq', 'phone', 'email', 'status', ...addressNames] as const

function valuesOf({ code, name, is_hq, phone, email, ...rest }: BranchInput) {
  return {
    code,
    name,
    is_hq: is_hq ?? false,
    phone: phone ?? null,
    email: email ?? null,
    ...addressValues(rest),
  }
}
