import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { difference, record } from '#app/domain/audit.ts'
import { changeRow, lockedRow, removeRow } from '#app/domain/change-row.server.ts'
import { refuseUnoffered } from '#app/domain/lists/offered.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { DepartmentStatus } from './department.ts'
import type { DepartmentInput } from './department-form.ts'

/**
 * Creates a department. Refuses a code that another one has (by constraint: duplicate.department_code), and a head or
 * branch that is not to be chosen.
 */
export async function createDepartment(
  trx: Transaction<DB>,
  actor: Actor,
  input: DepartmentInput,
): Promise<string> {
  const id = newId()
  const values = valuesOf(input)
  await refuseOddChoice(trx, values)
  await trx
    .insertInto('department')
    .values({ id, ...values, created_by: actor.id, updated_by: actor.id })
    .execute()
  await record(trx, actor, 'department.created', { type: 'department', id }, { after: values })
  return id
}

/** Changes a department that still is at the version that was edited. */
export async function editDepartment(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
  input: DepartmentInput,
): Promise<void> {
  const values = valuesOf(input)
  const before = await lockedRow(trx, 'department', { id, version }, columns)
  await refuseOddChoice(trx, values, before)
  await changeRow(trx, actor, 'department', { id, version }, values)
  await record(trx, actor, 'department.edited', { type: 'department', id }, difference(before, values))
}

/** Active ↔ inactive; an inactive department stays where it is used and is offered no more. */
export async function setDepartmentStatus(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
  status: DepartmentStatus,
): Promise<string> {
  const before = await lockedRow(trx, 'department', { id, version }, columns)
  if (before.status === status) throw new Refusal('action_not_allowed')
  await changeRow(trx, actor, 'department', { id, version }, { status })
  const action = status === 'active' ? 'department.activated' : 'department.deactivated'
  const change = { before: { status: before.status }, after: { status } }
  await record(trx, actor, action, { type: 'department', id }, change)
  return before.name
}

/** Removes a department that no staff member and no program ever had. */
export async function removeDepartment(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
): Promise<string> {
  const before = await lockedRow(trx, 'department', { id, version }, columns)
  const { staff, programs } = await trx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('staff')
        .where('department_id', '=', id)
        .select(sql<number>`count(*)`.as('n'))
        .as('staff'),
      eb
        .selectFrom('program')
        .where('department_id', '=', id)
        .select(sql<number>`count(*)`.as('n'))
        .as('programs'),
    ])
    .executeTakeFirstOrThrow()
  const count = Number(staff) + Number(programs)
  if (count > 0) throw new Refusal('department.in_use', undefined, { count })
  await removeRow(trx, actor, 'department', { id, version })
  await record(trx, actor, 'department.removed', { type: 'department', id }, { before })
  return before.name
}

type Choice = Pick<ReturnType<typeof valuesOf>, 'head_staff_id' | 'branch_id'>

/** The head works here, the branch is active; what the department has already may stay. */
async function refuseOddChoice(trx: Transaction<DB>, chosen: Choice, before?: Choice) {
  const isNew = (field: keyof Choice) => {
    const id = chosen[field]
    return id && id !== before?.[field] ? [id] : []
  }
  await refuseUnoffered(trx, 'staff', isNew('head_staff_id'), { field: 'head_staff_id' })
  await refuseUnoffered(trx, 'branch', isNew('branch_id'), { field: 'branch_id' })
}

const columns = ['code', 'name', 'head_staff_id', 'branch_id', 'description', 'status'] as const

function valuesOf({ code, name, head_staff_id, branch_id, description }: DepartmentInput) {
  return {
    code,
    name,
    head_staff_id: head_staff_id ?? null,
    branch_id: branch_id ?? null,
    description: description || null,
  }
}
