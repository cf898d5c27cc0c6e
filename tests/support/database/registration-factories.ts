import type { Insertable } from 'kysely'
import { keyringOf, seal } from '#app/domain/core/secrets.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { insert, next, type Trx } from './factories.ts'

type Given = Partial<Insertable<DB['platform.entity_registration']>>

/** A package that is offered to nobody, so that no price list of another test shows it. */
export const hiddenPackage = (
  trx: Trx,
  { name = 'Pakej', ...given }: Partial<Insertable<DB['platform.package']>> = {},
) =>
  insert(trx, 'platform.package', {
    ...{ id: newId(), code: `PK${next()}`, name, is_public: false, included_credit: 500 },
    ...given,
  })

/** An organisation that asks to be let in, in the platform's place; it banks at a test bank. */
export async function entityRegistration(trx: Trx, given: Given = {}) {
  const number = next()
  const id = given.id ?? newId()
  const cell = { place: 'platform', table: 'entity_registration', column: 'account_number_sealed', row: id }
  return insert(trx, 'platform.entity_registration', {
    ...{
      id,
      reference: `REG-T${number}`,
      subdomain: `pohon-${number}-${number}-${number}`,
      organisation_type: 'tuition',
    },
    ...{ organisation_name: `Pusat ${number}`, company_name: `Pusat ${number} Sdn Bhd` },
    ...{ registration_number: '202601000001', contact_name: 'Puan Aminah' },
    ...{ contact_phone: '+60145550001', contact_email: `aminah-${number}@pusat.test` },
    ...{ address_line1: '1 Jalan Uji', city: 'Ipoh', state: 'Perak', postcode: '30000' },
    ...{ bank_code: 'MB2U0227', bank_name: 'Maybank2U', account_name: `Pusat ${number} Sdn Bhd` },
    account_number_sealed: seal(keyringOf(environment.appKey), cell, '514000012345'),
    ...{ agreed_terms_version: '2026-01', reserved_until: new Date(Date.now() + 30 * 86_400_000) },
    package_id: given.package_id ?? (await hiddenPackage(trx)).id,
    ...given,
  })
}

/** The invoice over what it owes for being let in. */
export const registrationFee = (
  trx: Trx,
  { id, package_id }: { id: string; package_id: string },
  given: Partial<Insertable<DB['platform.platform_invoice']>> = {},
) =>
  insert(trx, 'platform.platform_invoice', {
    ...{ id: newId(), number: `PI-T${next()}`, registration_id: id, kind: 'registration', package_id },
    ...{ years: 1, issued_on: '2026-01-05', due_on: '2026-02-04', sub_total_sen: 680_00, total_sen: 680_00 },
    ...given,
  })
