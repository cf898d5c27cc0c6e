import type { NewEntity } from '#db/provisioning/provision.ts'

let count = 0
let sellers = 0

/** By which FPX knows an organisation, and no other of the test file. */
export const newSellerId = () => `SE${String(++sellers).padStart(8, '0')}`

/** What an organisation must say of itself, invented. */
export function newEntity(overrides: Partial<NewEntity> = {}): NewEntity {
  const number = ++count
  return {
    name: `Pusat Tuisyen ${number}`,
    subdomain: `school-${number}`,
    organisation_type: 'tuition',
    company_name: `Pusat Tuisyen ${number} Sdn Bhd`,
    registration_number: `20200100${String(number).padStart(4, '0')}`,
    nametag: `SCHOOL${number}`,
    contact_name: 'Puan Contoh',
    contact_phone: '+60123456789',
    contact_email: `office@school-${number}.test`,
    ...overrides,
  } satisfies NewEntity
}
