import type { Transaction } from 'kysely'
import { type AtVersion, lockedRow } from '#app/domain/kept-rows.server.ts'
import { keptVerbs } from '#app/domain/kept-verbs.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import { branchForm } from './branch-form.ts'
import { branch } from './find-branches.server.ts'

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

const plain = keptVerbs('branch', branchForm, usesOfBranch, branch)

/**
 * What is done with branches. A second main branch is refused (duplicate.branch_hq), and so is the end of the last
 * active one (branch.last_active).
 */
export const branches: typeof plain = {
  ...plain,
  async setStatus(trx, actor, at, status) {
    if (status === 'inactive') await refuseLastActive(trx, at)
    return plain.setStatus(trx, actor, at, status)
  },
  async remove(trx, actor, at) {
    await refuseLastActive(trx, at)
    return plain.remove(trx, actor, at)
  },
}

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
