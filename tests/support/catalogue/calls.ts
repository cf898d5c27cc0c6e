import type { RefusalCode } from '#app/domain/refusal.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { newId } from '#db/id.ts'
import { next } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import type { Client, Told } from '#tests/support/product/api.ts'
import { salesPackage, subscribed } from '#tests/support/product/packages.ts'
import { newRegistration } from '#tests/support/product/registration.ts'
import { type Desk, newcomer, program } from './desk.ts'

/** Makes the call that is answered with a message, in a language. */
type Call = (desk: Desk, locale: Locale) => Promise<Told>

/** How each message is met by programs. */
export const inCalls: Partial<Record<RefusalCode, Call>> = {
  'duplicate.subdomain': async (desk, locale) => {
    const { entity } = await freshTenant({ subdomain: `cempaka-${next()}` })
    return register(desk, locale, { subdomain: entity.subdomain })
  },
  'domain.invalid': (desk, locale) => register(desk, locale, { customDomain: 'sekolah kami' }),
  'not_found.package': (desk, locale) => register(desk, locale, { packageId: newId() }),
  'entity.register_failed': async (desk, locale) =>
    register(desk, locale, { packageId: await salesPackage(desk.tenant.database, { is_public: false }) }),
  'entity.renew_failed': async (desk, locale) => {
    const tenant = await freshTenant()
    const packageId = await subscribed(tenant, { yearly_fee_sen: 0 })
    return renew(await ownerOf(desk, locale, tenant), packageId)
  },
  'not_found.subscription': async (desk, locale) => {
    const tenant = await freshTenant()
    return renew(await ownerOf(desk, locale, tenant), await salesPackage(tenant.database))
  },
  'smtp.not_setup': async (desk, locale) =>
    (await ownerOf(desk, locale, await freshTenant())).post('entity/smtp/test', { to: 'saya@contoh.test' }),
  'smtp.test_failed': async (desk, locale) => {
    const tenant = await freshTenant()
    const owner = await ownerOf(desk, locale, tenant)
    // Nobody takes mail there: the product does not knock at its own machine.
    const smtp = { host: 'localhost', port: 587, senderName: 'Contoh', senderEmail: 'pejabat@contoh.test' }
    const { version } = await tenant.read((db) =>
      db
        .selectFrom('platform.entity')
        .select('version')
        .where('id', '=', tenant.place.id)
        .executeTakeFirstOrThrow(),
    )
    await owner.put('entity/update', { version, smtp })
    return owner.post('entity/smtp/test', { to: 'saya@contoh.test' })
  },
  'smtp.verify_failed': async (desk, locale) =>
    (await ownerOf(desk, locale, await freshTenant())).post('entity/smtp/verify', { code: '271828' }),
  session_timeout: async (desk, locale) => {
    const { tenant } = desk
    const { token } = await newcomer(tenant, locale, 'clerk', { last_used_at: new Date(0) })
    return program(desk, locale, tenant, token).get('profile/view')
  },
}

/** Said of one field, under the headline that the input is wrong. */
export const fields: Partial<Record<RefusalCode, string>> = { 'domain.invalid': 'customDomain' }

async function ownerOf(desk: Desk, locale: Locale, tenant: Tenant): Promise<Client> {
  const { token } = await newcomer(tenant, locale, 'superadmin')
  return program(desk, locale, tenant, token)
}

const renew = (owner: Client, packageId: string) =>
  owner.post('entity/subscription/renew', { packageId, years: 1, method: 'fpx' })

/** Asks to be let in, with one thing that cannot be. */
async function register(desk: Desk, locale: Locale, wrong: Record<string, string>): Promise<Told> {
  const packageId = wrong.packageId ?? (await salesPackage(desk.tenant.database))
  const form = newRegistration({ subdomain: 'melati-baharu', ...wrong, packageId })
  return program(desk, locale).post('entity/register', form)
}
