import type { Kysely } from 'kysely'
import { prepareTenant } from '#app/domain/platform/entities/prepare-tenant.ts'
import { productWordsOf } from '#app/i18n/i18n.ts'
import { asOwner } from '#db/owner.ts'
import { type NewEntity, type Provisioned, provision } from '#db/provisioning/provision.ts'
import type { DB } from '#db/types.ts'

let count = 0
/** Hashing the password of the first account takes the same time for everybody and is not measured. */
const password_hash =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Makes one organisation as the product does: row, role, schema, tables, and what every organisation starts with. */
export function newTenant(owner: Kysely<DB>): Promise<Provisioned> {
  const subdomain = `bench-${++count}`
  const name = `Pusat Tuisyen ${count}`
  const email = `office@${subdomain}.test`
  const entity: NewEntity = {
    name,
    subdomain,
    organisation_type: 'tuition',
    company_name: `${name} Sdn Bhd`,
    registration_number: `20200100${String(count).padStart(4, '0')}`,
    nametag: `BENCH${count}`,
    contact_name: 'Puan Contoh',
    contact_phone: '+60123456789',
    contact_email: email,
  }
  return provision(owner, 'lunas_app', entity, async (trx, { id }) => {
    const superadmin = { name: 'Puan Contoh', email, password_hash }
    await prepareTenant(trx, productWordsOf, {
      id,
      name,
      subdomain,
      default_locale: 'en',
      organisation_type: 'tuition',
      fpx: true,
      superadmin,
    })
  })
}

export function newTenants(ownerUrl: string, number: number): Promise<Provisioned[]> {
  return asOwner(ownerUrl, async (owner) => {
    const made: Provisioned[] = []
    while (made.length < number) made.push(await newTenant(owner))
    return made
  })
}
