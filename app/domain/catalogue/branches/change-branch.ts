import { keptVerbs, refuseLastActive } from '#app/domain/core/crud/kept-verbs.ts'
import { refuseBeyondLimit } from '#app/domain/core/features/limits.ts'
import { branchForm } from './branch-form.ts'
import { branch } from './find-branches.ts'

export const usesOfBranch = {
  student: 'branch_id',
  staff_branch: 'branch_id',
  bank_statement: 'branch_id',
  cash_drawer: 'branch_id',
  subject: 'branch_id',
  department: 'branch_id',
  program_branch: 'branch_id',
  application_student: 'branch_id',
  invoice: 'branch_id',
  payment: 'branch_id',
  donation: 'branch_id',
  collection: 'branch_id',
} as const

const plain = keptVerbs('branch', branchForm, usesOfBranch, branch)

/**
 * What is done with branches. A second main branch is refused (duplicate.branch_hq), so is the end of the last
 * active one (branch.last_active), and one more than the package allows.
 */
export const branches: typeof plain = {
  ...plain,
  async create(trx, actor, input) {
    await refuseBeyondLimit(trx, 'branch')
    return plain.create(trx, actor, input)
  },
  async setStatus(trx, actor, at, status) {
    if (status === 'inactive') await refuseLastActive(trx, 'branch', at)
    else await refuseBeyondLimit(trx, 'branch')
    return plain.setStatus(trx, actor, at, status)
  },
  async remove(trx, actor, at) {
    await refuseLastActive(trx, 'branch', at)
    return plain.remove(trx, actor, at)
  },
}
