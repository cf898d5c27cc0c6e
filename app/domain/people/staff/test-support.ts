import type { Actor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import { next } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { createStaff } from './change-staff.ts'
import { staffMember } from './find-staff.ts'
import type { NewStaffInput } from './staff.ts'

export const keysOf = (tenant: Tenant) => ({
  ring: keyringOf(environment.appKey),
  place: tenant.place.schema,
})

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

/** Has two managers. Call it from a hook of the file. */
export async function openStaff() {
  const tenant = await freshTenant()
  const superadmin = await tenant.actor('superadmin')
  const admin = await tenant.actor('admin')
  const all = { scope: 'all', user_id: '', branch_ids: [], parent_id: null } as const
  return {
    tenant,
    superadmin,
    admin,
    create: (given: Partial<NewStaffInput> = {}, actor: Actor = superadmin) =>
      tenant
        .write((trx) => createStaff(trx, actor, keysOf(tenant), newStaff(tenant, given)))
        .catch((error) => Promise.reject(asRefusal(error) ?? error)),
    view: (id: string) => tenant.read((db) => staffMember(db, all, keysOf(tenant), id)),
    audit: (object_id: string) =>
      tenant.read((db) =>
        db
          .selectFrom('audit_log')
          .select(['action', 'before', 'after'])
          .where('object_id', '=', object_id)
          .orderBy('position')
          .execute(),
      ),
  }
}

export type StaffOffice = Awaited<ReturnType<typeof openStaff>>
