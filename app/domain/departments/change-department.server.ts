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
import { type DepartmentInput, departmentForm } from './department-form.ts'

/**
 * Creates a department and returns its id. Refuses a code that another one has (duplicate.department_code), and a head
 * or branch that is not to be chosen.
 */
export async function createDepartment(trx: Transaction<DB>, actor: Actor, input: DepartmentInput) {
  const values = valuesOf(departmentForm, input)
  await refuseOddChoice(trx, values)
  return createRow(trx, actor, 'department', values)
}

/** Changes a department that still is at the version that was edited. */
export async function editDepartment(
  trx: Transaction<DB>,
  actor: Actor,
  at: AtVersion,
  input: DepartmentInput,
) {
  const values = valuesOf(departmentForm, input)
  await refuseOddChoice(trx, values, await lockedRow(trx, 'department', at))
  await editRow(trx, actor, 'department', at, values)
}

/** Active ↔ inactive; an inactive department stays where it is used and is offered no more. */
export const setDepartmentStatus = (trx: Transaction<DB>, actor: Actor, at: AtVersion, status: KeptStatus) =>
  setStatus(trx, actor, 'department', at, status)

/** Removes a department that no staff member and no program ever had (else department.in_use). */
export const removeDepartment = (trx: Transaction<DB>, actor: Actor, at: AtVersion) =>
  removeRow(trx, actor, 'department', at, usesOfDepartment)

export const usesOfDepartment = { staff: 'department_id', program: 'department_id' } as const

interface Choice {
  head_staff_id: string | null
  branch_id: string | null
}

/** The head works here, the branch is active; what the department has already may stay. */
async function refuseOddChoice(trx: Transaction<DB>, chosen: Choice, before?: Choice) {
  const isNew = (field: keyof Choice) => {
    const id = chosen[field]
    return id && id !== before?.[field] ? [id] : []
  }
  await refuseUnoffered(trx, 'staff', isNew('head_staff_id'), { field: 'head_staff_id' })
  await refuseUnoffered(trx, 'branch', isNew('branch_id'), { field: 'branch_id' })
}
