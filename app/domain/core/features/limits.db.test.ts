import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { branchForm } from '#app/domain/catalogue/branches/branch.ts'
import { branches } from '#app/domain/catalogue/branches/branches.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { familyHeadings, familyRow, importing } from '#app/domain/enrolment/imports/test-support.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { createStaff, setStaffStatus } from '#app/domain/people/staff/change-staff.ts'
import { newStaff } from '#app/domain/people/staff/test-support.ts'
import {
  createStudent,
  restoreStudent,
  setStudentStatus,
} from '#app/domain/people/students/change-student.ts'
import { newStudent } from '#app/domain/people/students/test-support.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { branch, parent, student, type Trx, user } from '#tests/support/database/factories.ts'
import { besides } from '#tests/support/database/locks.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { subscribed } from '#tests/support/product/packages.ts'

import { countLimited, limited, refuseBeyondLimit } from './limits.ts'

const today = '2026-11-24'

let tenant: Tenant
let admin: Actor
beforeAll(databaseForMany)

beforeEach(async () => {
  tenant = await freshTenant()
  admin = await tenant.actor('superadmin')
})

const said = (work: Promise<unknown>) => work.catch((error) => Promise.reject(asRefusal(error) ?? error))

async function register() {
  const { id: parent_id } = await tenant.write((trx) => parent(trx))
  return said(
    tenant.write((trx) =>
      createStudent(trx, admin, everywhere, keysIn(tenant), parent_id, newStudent(tenant), today),
    ),
  )
}

describe('students', () => {
  test('as many as the package allows, of those who are here; those who are over it stay', async () => {
    const inactive = await tenant.write((trx) => student(trx, { status: 'withdrawn' }))
    await tenant.write((trx) => student(trx, { deleted_at: new Date() }))
    await register()
    await register()
    await subscribed(tenant, { student_limit: 1 })
    await expect(register()).toRefuse('package_limit.student')
    const all = await tenant.read((db) => db.selectFrom('student').select('id').execute())
    expect(all).toHaveLength(4)
    const back = { status: 'active', on: today, version: 1 } as const
    await expect(
      said(tenant.write((trx) => setStudentStatus(trx, admin, everywhere, inactive.id, back, today))),
    ).toRefuse('package_limit.student')
  })

  test('who was removed takes no place', async () => {
    await tenant.write((trx) => student(trx, { deleted_at: new Date() }))
    await subscribed(tenant, { student_limit: 1 })
    await register()
    await expect(register()).toRefuse('package_limit.student')
  })

  test('the last place is given once, also to two at the same moment', async () => {
    await register()
    await subscribed(tenant, { student_limit: 2 })
    const two = await Promise.allSettled([register(), register()])
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test.each(limited)('whoever takes the last place keeps the next %s waiting', async (noun) => {
    const { [noun]: there } = await tenant.read(countLimited)
    await subscribed(tenant, { [`${noun}_limit`]: there + 1 })
    const oneMore = {
      student: (trx: Trx) => student(trx),
      branch: (trx: Trx) => branch(trx),
      staff: (trx: Trx) => user(trx),
    }
    const answer = await besides(
      tenant,
      (held) =>
        tenant.write(async (trx) => {
          await refuseBeyondLimit(trx, noun)
          await oneMore[noun](trx)
          await held()
        }),
      () => said(tenant.write((trx) => refuseBeyondLimit(trx, noun))),
    )
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: `package_limit.${noun}` } })
  })

  test('who was removed comes back only where there is room, and who is inactive always', async () => {
    const removed = { deleted_at: new Date() }
    const active = await tenant.write((trx) => student(trx, removed))
    const inactive = await tenant.write((trx) => student(trx, { ...removed, status: 'inactive' }))
    await subscribed(tenant, { student_limit: 0 })
    const back = (id: string) =>
      said(tenant.write((trx) => restoreStudent(trx, admin, everywhere, { id, version: 1 })))
    await expect(back(active.id)).toRefuse('package_limit.student')
    await back(inactive.id)
  })

  test('rows of a file beyond it are named before anything is written', async () => {
    await register()
    await subscribed(tenant, { student_limit: 2 })
    const file = await importing(tenant, 'students', [
      familyHeadings,
      familyRow(1, { born_on: 'yesterday' }),
      familyRow(2, {}),
      familyRow(3, {}),
    ]).checked()
    const found = await file.problems()
    expect(found).toHaveLength(2)
    expect(found[0]).toMatch(/^2 born_on/)
    expect(found[1]).toBe('4 null package_limit.student')
  })
})

test('branches: none is opened beyond it, or opened again', async () => {
  const id = await tenant.write((trx) =>
    branches.create(trx, admin, branchForm.parse({ code: 'DUA', name: 'Cawangan Dua' })),
  )
  await tenant.write((trx) => branches.setStatus(trx, admin, { id, version: 1 }, 'inactive'))
  await subscribed(tenant, { branch_limit: 1 })
  const another = branchForm.parse({ code: 'TIGA', name: 'Cawangan Tiga' })
  await expect(said(tenant.write((trx) => branches.create(trx, admin, another)))).toRefuse(
    'package_limit.branch',
  )
  await expect(
    said(tenant.write((trx) => branches.setStatus(trx, admin, { id, version: 2 }, 'active'))),
  ).toRefuse('package_limit.branch')
})

test('colleagues: nobody is added beyond it, or comes back', async () => {
  const keys = keysIn(tenant)
  const add = () => said(tenant.write((trx) => createStaff(trx, admin, keys, newStaff(tenant))))
  const id = (await add()) as string
  const turn = (version: number, status: 'active' | 'inactive') =>
    said(tenant.write((trx) => setStaffStatus(trx, admin, keys, id, { version, status })))
  await turn(1, 'inactive')
  await subscribed(tenant, { staff_limit: 0 })
  await expect(add()).toRefuse('package_limit.staff')
  await expect(turn(2, 'active')).toRefuse('package_limit.staff')
})
