import { shippedVersion } from '#app/domain/core/help/legal-paper.ts'

/** What a program sends to `entity/register`: an invented kindergarten that asks to be let in. */
export const newRegistration = (
  given: { packageId: string; subdomain: string } & Record<string, unknown>,
) => ({
  organisationName: 'Tadika Melati',
  companyName: 'Tadika Melati Sdn Bhd',
  registrationNumber: '202001000000',
  organisationType: 'kindergarten',
  contactName: 'Puan Melati',
  contactPhone: '+60123456789',
  contactEmail: 'melati@tadika.test',
  address: { line1: '2, Jalan Melati', city: 'Ipoh', state: 'Perak', postcode: '30000' },
  bankCode: 'MB2U0227',
  accountName: 'Tadika Melati Sdn Bhd',
  accountNumber: '000012345678',
  agreedTermsVersion: shippedVersion('terms'),
  ...given,
})
