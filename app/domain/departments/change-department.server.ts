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
import { type DepartmentInput, departmentForm } from './department-form.ts'

/** Creates a department and returns its id. Refuses a code that another one has (duplicate.department_code). */
export const createDepartment = (trx: Transaction<DB>, actor: Actor, input: DepartmentInput) =>
  createRow(trx, actor, 'department', valuesOf(departmentForm, input))

/** Changes a department that still is at the version that was edited. */
export const editDepartment = (trx: Transaction<DB>, actor: Actor, at: AtVersion, input: DepartmentInput) =>
  editRow(trx, actor, 'department', at, valuesOf(departmentForm, input))

/** Active ↔ inactive; an inactive department stays where it is used and is offered no more. */
export const setDepartmentStatus = (trx: Transaction<DB>, actor: Actor, at: AtVersion, status: KeptStatus) =>
  setStatus(trx, actor, 'department', at, status)

/** Removes a department that no staff member and no program ever had (else department.in_use). */
export const removeDepartment = (trx: Transaction<DB>, actor: Actor, at: AtVersion) =>
  removeRow(trx, actor, 'department', at, usesOfDepartment)

export const usesOfDepartment = { staff: 'department_id', program: 'department_id' } as const
