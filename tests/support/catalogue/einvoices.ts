import { everywhere } from '#app/domain/core/actor.ts'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import { sealFor } from '#app/domain/einvoice/settings/secrets.ts'
import { createParent } from '#app/domain/people/parents/change-parent.ts'
import { keysIn, newParent } from '#app/domain/people/parents/test-support.ts'
import { newId } from '#db/id.ts'
import { insert } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { ledTo, signedIn, type Visit } from './scene.ts'

/** E-invoicing is set up and tested, and its portal answers nobody. */
export function setUpEinvoices(tenant: Tenant) {
  const id = newId()
  return tenant.write((trx) =>
    insert(trx, 'einvoice_setting', {
      ...{ id, tin: 'C20990000010', client_id: 'client-of-tests', status: 'validated' },
      secret_sealed: sealFor(keysIn(tenant), id, 'secret_sealed', 'secret-of-tests'),
    }),
  )
}

/** A family whose TIN can be asked about. */
export const taxpayer = (tenant: Tenant) =>
  tenant.write(async (trx) =>
    createParent(
      trx,
      await tenant.actor('admin'),
      everywhere,
      keysIn(tenant),
      newParent({ tin: 'IG20990000010', identity_no: '850101995512' }),
    ),
  )

const asked: Visit = async (scene, locale) => {
  const tenant = await freshTenant()
  await setUpEinvoices(tenant)
  const id = await taxpayer(tenant)
  const browser = await signedIn(scene, locale, 'clerk', tenant)
  return ledTo(browser, await browser.post(`/parent/check-tin/${id}`, { version: '1' }))
}

/** How the messages about the tax portal are met. */
export const onEinvoices: Partial<Record<RefusalCode, Visit>> = { 'einvoice.tin_failed': asked }
