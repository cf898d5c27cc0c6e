import { next } from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import type { NewStudentInput } from './student.ts'

export function newStudent(tenant: Tenant, given: Partial<NewStudentInput> = {}): NewStudentInput {
  const number = next()
  return {
    name: `Nurul Huda ${number}`,
    born_on: '2017-02-03',
    gender: 'female',
    nationality: 'MY',
    identity_type: 'birth_cert',
    birth_cert_no: `BB${10_000 + number}`,
    branch_id: tenant.branch.id,
    registered_on: '2026-01-05',
    daycare: 'none',
    relationship: 'mother',
    ...given,
  }
}
