import { systemActor } from '#app/domain/core/actor.ts'
import { settlePlatformInvoice } from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type Client, clientAs } from './api.ts'
import type { App } from './http.ts'
import { subscribed } from './packages.ts'

/** A new organisation with a package, and its superadmin as a client of the API. */
export async function subscriber(web: App, given: Parameters<typeof subscribed>[1] = {}) {
  const tenant = await freshTenant()
  const packageId = await subscribed(tenant, given)
  return { tenant, packageId, chief: await clientAs(web, tenant, 'superadmin') }
}

/** Orders two more years, or what `more` says. */
export const renew = (who: Client, packageId: string, more: object = {}, key?: string) =>
  who.post(
    'entity/subscription/renew',
    { packageId, years: 2, method: 'fpx', ...more },
    key === undefined ? {} : { 'idempotency-key': key },
  )

/** Work at the platform's place. */
export const platform = <R>(tenant: Tenant, work: Parameters<typeof withPlatform<R>>[1]) =>
  withPlatform(tenant.database.pool, work)

/** Takes an invoice of the platform as paid by FPX. */
export const settle = (tenant: Tenant, id: string, today = '2026-06-30') =>
  platform(tenant, (trx) =>
    settlePlatformInvoice(trx, systemActor, id, { on: today, method: 'fpx', reference: 'FPX1' }, today),
  )
