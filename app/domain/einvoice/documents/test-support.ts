import { keyringOf } from '#app/domain/core/secrets.ts'
import { sealedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { type Given, insert, parent, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { sealFor } from '../settings/secrets.ts'
import { composeDocuments } from './compose-documents.ts'

let cards = 0
/** A MyKad of nobody. */
const cardOf = () => `85010114${String(1_000 + ++cards)}`

/** An organisation whose connection to the tax portal was tested: `Tadika Contoh Sdn Bhd`. */
export async function openSchool(given: Given<'einvoice_setting'> = {}, known?: Tenant) {
  const tenant = known ?? (await freshTenant())
  const keys = { ring: keyringOf(environment.appKey, environment.olderKeys), place: tenant.place.schema }
  const id = newId()
  await tenant.write((trx) =>
    insert(trx, 'einvoice_setting', {
      ...{ id, name: 'Tadika Contoh Sdn Bhd', tin: 'C1234567890', id_type: 'BRN', msic: '85102' },
      ...{ activity: 'Pre-primary education', address_line1: '1, Jalan Contoh', city: 'Petaling Jaya' },
      ...{ postcode: '46000', state_code: '10', phone: '+60312345678', status: 'validated' },
      ...{ client_id: 'client-of-tadika', secret_sealed: sealFor(keys, id, 'secret_sealed', 'first-secret') },
      id_value_sealed: sealFor(keys, id, 'id_value_sealed', '202001234567'),
      ...given,
    }),
  )
  const { write } = tenant

  /** A child of a family of which the tax portal asks nothing more: by the parent's MyKad. */
  const family = (about: Given<'parent'> = {}, branch_id = tenant.branch.id) =>
    write(async (trx) => {
      const parent_id = newId()
      const payer = await parent(trx, {
        ...{ id: parent_id, name: 'Aminah binti Contoh', phone: '+60123456789' },
        ...{ address_line1: '2, Jalan Melur', city: 'Kajang', postcode: '43000', state: 'Selangor' },
        ...sealedIdentity(keys.ring, { place: keys.place, table: 'parent', row: parent_id }, cardOf()),
        ...about,
      })
      const child = await student(trx, { branch_id, name: 'Nur Alya' }, { payer })
      return { parent_id: payer.id, student_id: child.id, branch_id }
    })

  /** An issued invoice of a family; of one line of RM500.00 unless it is told. */
  const bill = async (
    items: Parameters<typeof invoice>[2] = [{ price_sen: 50_000 }],
    about: Given<'invoice'> = {},
    of?: Awaited<ReturnType<typeof family>>,
  ) => {
    const { parent_id, student_id, branch_id } = of ?? (await family())
    return write((trx) =>
      invoice(trx, { student_id, payer_parent_id: parent_id, branch_id, ...about }, items),
    )
  }

  const compose = async (document_id: string) => {
    const all = await tenant.read((db) => composeDocuments(db, keys, [document_id]))
    return all.get(document_id)!
  }
  return { tenant, keys, write, read: tenant.read, family, bill, compose }
}
export type School = Awaited<ReturnType<typeof openSchool>>
