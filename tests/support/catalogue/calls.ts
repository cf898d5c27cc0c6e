import type { RefusalCode } from '#app/domain/core/refusal.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { newId } from '#db/id.ts'
import { next } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import type { ApiAnswer, Client } from '#tests/support/product/api.ts'
import { salesPackage, subscribed } from '#tests/support/product/packages.ts'
import { newRegistration } from '#tests/support/product/registration.ts'
import { newcomer, program, type Scene } from './scene.ts'

/** Makes the call that is answered with a message, in a language. */
type Call = (scene: Scene, locale: Locale) => Promise<ApiAnswer>

/** How each message is met by programs. */
export const inCalls: Partial<Record<RefusalCode, Call>> = {
  'duplicate.subdomain': async (scene, locale) => {
    const { entity } = await freshTenant({ subdomain: `cempaka-${next()}` })
    return register(scene, locale, { subdomain: entity.subdomain })
  },
  'domain.invalid': (scene, locale) => register(scene, locale, { customDomain: 'sekolah kami' }),
  'not_found.package': (scene, locale) => register(scene, locale, { packageId: newId() }),
  'entity.register_failed': async (scene, locale) =>
    register(scene, locale, { packageId: await salesPackage(scene.tenant.database, { is_public: false }) }),
  'entity.renew_failed': async (scene, locale) => {
    const tenant = await freshTenant()
    const packageId = await subscribed(tenant, { yearly_fee_sen: 0 })
    return renew(await ownerOf(scene, locale, tenant), packageId)
  },
  'not_found.subscription': async (scene, locale) => {
    const tenant = await freshTenant()
    return renew(await ownerOf(scene, locale, tenant), await salesPackage(tenant.database))
  },
  'smtp.not_setup': async (scene, locale) =>
    (await ownerOf(scene, locale, await freshTenant())).post('entity/smtp/test', { to: 'saya@contoh.test' }),
  'smtp.test_failed': async (scene, locale) => {
    const tenant = await freshTenant()
    const owner = await ownerOf(scene, locale, tenant)
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
  'smtp.verify_failed': async (scene, locale) =>
    (await ownerOf(scene, locale, await freshTenant())).post('entity/smtp/verify', { code: '271828' }),
  session_timeout: async (scene, locale) => {
    const { tenant } = scene
    const { token } = await newcomer(tenant, locale, 'clerk', { last_used_at: new Date(0) })
    return program(scene, locale, tenant, token).get('profile/view')
  },
}

/** Said of one field, under the headline that the input is wrong. */
export const fields: Partial<Record<RefusalCode, string>> = { 'domain.invalid': 'customDomain' }

async function ownerOf(scene: Scene, locale: Locale, tenant: Tenant): Promise<Client> {
  const { token } = await newcomer(tenant, locale, 'superadmin')
  return program(scene, locale, tenant, token)
}

const renew = (owner: Client, packageId: string) =>
  owner.post('entity/subscription/renew', { packageId, years: 1, method: 'fpx' })

/** Asks to be let in, with one thing that cannot be. */
async function register(scene: Scene, locale: Locale, wrong: Record<string, string>): Promise<ApiAnswer> {
  const packageId = wrong.packageId ?? (await salesPackage(scene.tenant.database))
  const form = newRegistration({ subdomain: 'melati-baharu', ...wrong, packageId })
  return program(scene, locale).post('entity/register', form)
}
