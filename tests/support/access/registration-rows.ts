import { approveForm, feePaidForm, rejectForm } from '#app/domain/registrations/decision-form.ts'
import type { Access } from '#app/server/routing/gate.ts'
import { list, type Row, verb, version, view } from './row.ts'

/** What the operator's pages about registrations ask for. */
export const askedOfRegistrations: Record<string, Access> = {
  'main/registration/approve': 'admin.registration.decide',
  'main/registration/document': 'admin.registration.view',
  'main/registration/list': 'admin.registration.view',
  'main/registration/paid': 'admin.subscription.edit',
  'main/registration/reject': 'admin.registration.decide',
  'main/registration/view': 'admin.registration.view',
}

export const registrationRows: Record<string, Row> = {
  'main/registration/list': list,
  'main/registration/view': view('registration'),
  'main/registration/document': { of: 'registration', params: [{ file: 'none' }], absent: true },
  'main/registration/approve': verb('registration', version, approveForm),
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
