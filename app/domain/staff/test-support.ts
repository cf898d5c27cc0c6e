import { keyringOf } from '#app/domain/secrets.server.ts'
import { environment } from '#app/environment.ts'
import { next } from '#tests/support/factories.ts'
import type { Tenant } from '#tests/support/tenant.ts'
import type { NewStaffInput } from './forms.ts'

/** The keys of a test's organisation, as a request and the worker have them. */
export const keysOf = (tenant: Tenant) => ({
  ring: keyringOf(environment.appKey),
  place: tenant.place.schema,
})

/** What the form of a new staff member gives: a clerk of the first branch, with an e-mail address. */
export function newStaff(tenant: Tenant, given: Partial<NewStaffInput> = {}): NewStaffInput {
  const number = next()
  return {
    name: `Puan Zaleha ${number}`,
    staff_no: undefined,
    gender: 'female',
    identity_type: 'nric',
    identity_no: undefined,
    born_on: undefined,
    phone: `+60120${String(1_000_000 + number).slice(-6)}`,
    email: `zaleha-${number}@staff.test`,
    department_id: undefined,
    branch_ids: [tenant.branch.id],
    position: undefined,
    joined_on: undefined,
    ended_on: undefined,
    roles: ['clerk'],
    locale: 'en',
    form_key: undefined,
    ...given,
  }
}
