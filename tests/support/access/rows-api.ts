import { next } from '#tests/support/database/factories.ts'
import type { Row } from './row.ts'

const nobody = '0198f000-0000-7000-8000-00000000dead'
const newPassword = { password: 'pisang goreng 43', passwordConfirmation: 'pisang goreng 43' }

/**
 * Calls of the API. `form` is the JSON of a call. Without one the call reads, or changes nothing that needs anything to
 * be sent.
 */
export const apiRows: Record<string, Row> = {
  'shared/api/auth-login-email': {
    form: () => ({ email: 'nobody@school.test', password: 'wrong password' }),
  },
  'tenant/api/auth-login-otp-request': { form: () => ({ phone: '+60190000001', channel: 'sms' }) },
  'tenant/api/auth-login-otp-verify': {
    form: () => ({ phone: '+60190000001', code: '000000', pending: 'x'.repeat(43) }),
  },
  'shared/api/auth-forgot-email': { form: () => ({ email: 'nobody@school.test' }) },
  'shared/api/auth-reset-token': { form: () => ({ token: 'none', ...newPassword }) },
  'tenant/api/profile-view': {},
  'tenant/api/profile-log-login': {},
  // it ends the session that sends it, so its body is tried in a test of its own
  'tenant/api/profile-password': {},
  'tenant/api/profile-update': { form: () => ({ locale: 'en' }), emptyChanges: true },
  'shared/api/entity-init': {},
  'tenant/api/entity-view': {},
  'main/api/entity-register': {
    form: () => ({
      packageId: nobody,
      subdomain: `baharu-${next()}`,
      organisationName: 'Pusat Baharu',
      companyName: 'Pusat Baharu Sdn Bhd',
      registrationNumber: '202001000001',
    }),
  },
  'tenant/api/entity-public': {},
  'tenant/api/entity-update': { form: () => ({ version: 1, contactName: `Puan Contoh ${next()}` }) },
  'tenant/api/entity-subscription-renew': {
    form: () => ({ packageId: nobody, years: 1, method: 'bank_transfer' }),
  },
  'tenant/api/entity-subscription-invoice': {},
  'tenant/api/entity-smtp-test': { form: () => ({ to: 'office@school.test' }) },
  'tenant/api/entity-smtp-verify': { form: () => ({ code: '000000' }) },
  'tenant/api/entity-branch': {},
  'tenant/api/entity-label': {
    form: () => ({ locale: 'en', labels: { student: { one: `Murid ${next()}`, other: 'Murid' } } }),
  },
  'shared/api/openapi': {},
  'shared/api/not-found': { params: [{ '*': 'nowhere' }], absent: true },
}
