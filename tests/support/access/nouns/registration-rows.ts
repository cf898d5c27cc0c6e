import {
  approveForm,
  feePaidForm,
  registrationEditForm,
  rejectForm,
} from '#app/domain/platform/registrations/registration.ts'
import { type Row, version } from '#tests/support/access/row.ts'

const nowhere = '0198f000-0000-7000-8000-00000000dead'

export const registrationRows: Record<string, Row> = {
  'main/registration/document': { of: 'registration', params: [{ file: 'none' }], absent: true },
  'main/registration/approve': { of: 'registration', form: version, schema: approveForm },
  'main/registration/edit': {
    of: 'registration',
    form: (thing) => ({
      ...version(thing),
      ...{ organisation_name: 'Pusat Baharu', organisation_type: 'tuition', company_name: 'Pusat Sdn Bhd' },
      ...{ registration_number: '202601000001', contact_name: 'Puan Aminah', contact_phone: '014-555 0001' },
      ...{ contact_email: 'aminah@pusat.test', address_line1: '1 Jalan Uji', city: 'Ipoh', state: 'Perak' },
      ...{ postcode: '30000', subdomain: 'pusat-baharu', reason: 'Nama tersalah taip dalam borang' },
      package_id: String(thing.package_id ?? nowhere),
    }),
    schema: registrationEditForm,
  },
  'main/registration/reject': {
    of: 'registration',
    form: (thing) => ({ ...version(thing), reject_reason: 'Sijil tidak boleh dibaca' }),
    schema: rejectForm,
  },
  'main/registration/paid': {
    of: 'owingRegistration',
    form: () => ({ version: '1', paid_on: '2026-01-06', reference: 'TT 4711' }),
    schema: feePaidForm,
  },
}
