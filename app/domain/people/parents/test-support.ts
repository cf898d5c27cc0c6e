import { everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { keyringOf } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import { next } from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import type { ParentInput } from './parent.ts'

export const inBranch = (...branch_ids: string[]): RowScope => ({
  ...everywhere,
  scope: 'branch',
  branch_ids,
})

export const keysIn = (tenant: Tenant) => ({
  ring: keyringOf(environment.appKey),
  place: tenant.place.schema,
})

export function newParent(given: Partial<ParentInput> = {}): ParentInput {
  const number = next()
  return {
    name: `Puan Salmah ${number}`,
    relationship: 'mother',
    identity_type: 'nric',
    phone: `+60130${String(1_000_000 + number).slice(-6)}`,
    email: `salmah-${number}@family.test`,
    preferred_locale: 'my',
    preferred_channel: 'whatsapp',
    ...given,
  }
}

/** What the audit log says of an object, the first entry first. */
export const auditOf = (tenant: Tenant, object_id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('object_id', '=', object_id)
      .orderBy('position')
      .execute(),
  )
