import { statusForm, versionForm } from '#app/domain/core/fields.ts'
import { newStaffForm, staffForm, staffRolesForm } from '#app/domain/people/staff/staff.ts'
import { newTrainerForm, payForm, trainerForm } from '#app/domain/people/trainers/trainer.ts'
import { next } from '../database/factories.ts'
import { type Row, verb, version } from './row.ts'

/** Valid but for the branch, which belongs to nobody: an organisation has its own. */
const aPerson = () => ({
  name: 'Puan Baharu',
  gender: 'female',
  identity_type: 'nric',
  phone: '+60190000002',
  email: `baharu-${next()}@school.test`,
  branch_ids: '0198f000-0000-7000-8000-00000000dead',
})
/** Who works here, and who teaches. */
export const peopleRows: Record<string, Row> = {
  'tenant/staff/new': {
    form: () => ({ ...aPerson(), roles: 'clerk', locale: 'en' }),
    schema: newStaffForm,
  },
  'tenant/staff/edit': {
    of: 'staff',
    form: (thing) => ({ ...aPerson(), ...version(thing) }),
    schema: staffForm,
  },
  'tenant/staff/status': verb('staff', (thing) => ({ status: 'inactive', ...version(thing) }), statusForm),
  'tenant/staff/remove': verb('staff', version, versionForm),
  'tenant/staff/role': {
    of: 'staff',
    form: (thing) => ({ roles: 'class-admin', ...version(thing) }),
    schema: staffRolesForm,
  },
  // whoever may reveal the number of somebody must see that person first
  'tenant/staff/reveal': { of: 'staff', reach: 'staff.view', form: () => ({}) },
  'tenant/staff/invite': verb('invitedStaff', version, versionForm),
  'tenant/trainer/new': {
    form: () => ({ ...aPerson(), specialisation: 'Matematik', locale: 'en' }),
    schema: newTrainerForm,
  },
  'tenant/trainer/edit': {
    of: 'trainer',
    form: (thing) => ({
      name: 'Cikgu Baharu',
      phone: `+60190${String(100_000 + next()).slice(-6)}`,
      qualification: 'Ijazah',
      ...version(thing),
    }),
    schema: trainerForm,
  },
  'tenant/trainer/status': verb(
    'spareTrainer',
    (thing) => ({ status: 'inactive', ...version(thing) }),
    statusForm,
  ),
  'tenant/trainer/remove': verb('spareTrainer', version, versionForm),
  'tenant/trainer/pay': {
    of: 'trainer',
    form: (thing) => ({
      bank_name: 'Maybank',
      account_name: 'Cikgu Baharu',
      account_number: '990012345678',
      pay_type: 'hour',
      pay_rate_sen: '45.00',
      ...version(thing),
    }),
    schema: payForm,
  },
}
