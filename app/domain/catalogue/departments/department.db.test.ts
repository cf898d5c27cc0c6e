import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#app/domain/core/actor.ts'
import { branch, program, user } from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type DepartmentInput, departmentForm } from './department.ts'
import { departmentList, departments, department as oneDepartment } from './departments.ts'

let tenant: Tenant
let admin: Actor
let last = 0
const all = { scope: 'all', user_id: '', branch_ids: [], parent_id: null } as const
const input = (given: object = {}): DepartmentInput =>
  departmentForm.parse({ code: `D-${++last}`, name: 'Jabatan Ujian', ...given })

beforeAll(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('admin')
})

const create = (given: object = {}) => tenant.write((trx) => departments.create(trx, admin, input(given)))
const view = (id: string) => tenant.read((db) => oneDepartment(db, all, id))
const staffMember = (given: object = {}) =>
  tenant.write(async (trx) => {
    const { staff } = await user(trx)
    await trx
      .updateTable('staff')
      .set({ updated_at: new Date(), ...given })
      .where('id', '=', staff!.id)
      .execute()
    return staff!
  })

describe('a department', () => {
  test('says how many staff and programs it has', async () => {
    const id = await create()
    await staffMember({ department_id: id })
    await tenant.write((trx) => program(trx, { department_id: id }))
    expect(await view(id)).toMatchObject({ staff: 1, programs: 1 })
  })
})

test('the list finds by code, name and head, and filters by branch and state', async () => {
  const head = await staffMember({ name: 'Cikgu Ketua' })
  const place = await tenant.write((trx) => branch(trx))
  const id = await create({ code: 'CARI', head_staff_id: head.id, branch_id: place.id })
  const ids = async (query: Record<string, string>) =>
    (await listed(tenant, departmentList, query)).rows.map((row) => row.id)
  for (const q of ['cari', 'cikgu ketua']) expect(await ids({ q })).toEqual([id])
  expect(await ids({ branch_id: place.id })).toEqual([id])
  expect(await ids({ branch_id: place.id, status: 'inactive' })).toEqual([])
})
